import JSON
import LazyMedia

extension FetchOutcome: Outcome {
  /// The fields that the help of `fetch` lists. All are always there, `null` where nothing is known, but for the
  /// last three, which are there where they apply.
  var json: [UInt8] {
    var object = JSONWriter()
    object.add("index", index)
    object.add("source", source)
    object.add("state", failure == nil ? "loaded" : "failed")
    object.add("format", info?.format.rawValue)
    object.add("width", info?.storedSize.width)
    object.add("height", info?.storedSize.height)
    object.add("orientation", info?.orientation.rawValue)
    object.add("decodedWidth", decodedSize?.width)
    object.add("decodedHeight", decodedSize?.height)
    object.add("from", origin?.rawValue)
    object.add("bytes", bytes)
    object.add("status", status)
    object.add("attempts", attempts)
    object.add("pixelHash", pixelHash)
    object.addObject("timings") { object in
      object.add("resolve", milliseconds: timings.resolve)
      object.add("connect", milliseconds: timings.connect)
      object.add("firstByte", milliseconds: timings.firstByte)
      object.add("lastByte", milliseconds: timings.lastByte)
      object.add("decoded", milliseconds: decoded)
    }
    object.add(failure)
    if let outputPath { object.add("output", outputPath) }
    if let goodRows { object.add("goodRows", goodRows) }
    if !warnings.isEmpty { object.add("warnings", warnings) }
    return object.finished()
  }

  /// Aligned: state, format, stored and decoded size, where from, bytes received, time; then what is of any length.
  var line: String {
    let stored = info?.storedSize.description ?? "-"
    let shown = decodedSize?.description ?? "-"
    var columns = [
      goodRows == nil ? "loaded " : "partial",
      Text.rightPadded(info?.format.rawValue ?? "-", to: 4),
      Text.leftPadded(stored, to: 11) + " -> " + Text.rightPadded(shown, to: 11),
      Text.rightPadded(origin?.rawValue ?? "-", to: 7),
      Text.leftPadded(bytes.map(Text.bytes) ?? "-", to: 8),
      Text.leftPadded((decoded ?? timings.lastByte).map(Text.time) ?? "-", to: 7),
    ]
    if let pixelHash { columns.append(pixelHash) }
    var tail = Text.source(source)
    if let goodRows, let decodedSize { tail += " (\(goodRows) good rows of \(decodedSize.height))" }
    if let outputPath { tail += " => \(Text.printable(outputPath))" }
    columns.append(tail)
    return columns.joined(separator: "  ")
  }
}

extension ProbeOutcome: Outcome {
  var warnings: [String] { [] }

  /// The fields that the help of `probe` lists.
  var json: [UInt8] {
    var object = JSONWriter()
    object.add("source", source)
    object.add("state", failure == nil ? "loaded" : "failed")
    object.add("format", info?.format.rawValue)
    object.add("width", info?.storedSize.width)
    object.add("height", info?.storedSize.height)
    object.add("orientation", info?.orientation.rawValue)
    object.add("preferredWidth", info?.displaySize.width)
    object.add("preferredHeight", info?.displaySize.height)
    object.add("bytesRead", bytesRead)
    if failure != nil { object.add(failure) }
    return object.finished()
  }

  /// Aligned: format, size as displayed, orientation, bytes read; then the source.
  var line: String {
    [
      Text.rightPadded(info?.format.rawValue ?? "-", to: 4),
      Text.leftPadded(info?.displaySize.description ?? "-", to: 11),
      "orientation \(info?.orientation.rawValue ?? 1)",
      Text.leftPadded(bytesRead.map(Text.bytes) ?? "-", to: 8) + " read",
      Text.source(source),
    ].joined(separator: "  ")
  }
}

extension JSONWriter {
  /// Adds what failed, or `null`.
  mutating func add(_ failure: Failure?) {
    guard let failure else { return addObject("error", nil) }
    addObject("error") { object in
      object.add("phase", failure.phase)
      object.add("code", failure.code)
      object.add("message", failure.message)
    }
  }
}

extension Outcome {
  /// The line on standard error for a source that failed.
  var failureLine: String? {
    failure.map { failure in
      "\(Text.source(source)): \(failure.text)"
    }
  }
}

extension Failure {
  /// For people: the message, and in parentheses phase and code.
  var text: String {
    let attempts = attempts > 1 ? " after \(attempts) attempts" : ""
    return Text.printable(Text.withoutCredentials(message)) + "\(attempts) (\(phase): \(code))"
  }
}
