import NativeAds

extension VASTReport {
  /// For people: chain, candidates, choice, trackers.
  var lines: [String] {
    var lines: [String] = []
    if !chain.isEmpty { lines += ["Chain:"] + Self.table(chain.map(Self.columns)) }
    lines += abandoned.map { "Given up before: \(Failure($0.error).text)" }
    guard let choice else { return lines }
    lines.append("Candidates for a width of \(targetWidth) pixels:")
    lines += Self.table(choice.candidates.map(Self.columns))
    if let file = choice.file {
      lines += ["Choice: \(Text.source(file.url))", "  \(reason ?? ""); \(Self.size(choice))"]
    }
    if let duration { lines.append("Duration: \(Text.time(duration))") }
    if let trackers {
      lines.append("Trackers: " + trackers.named.map { "\($0.count) \($0.name)" }.joined(separator: ", "))
    }
    return lines
  }

  private static func columns(_ hop: Hop) -> [String] {
    let name = [hop.hop.adSystem, hop.hop.adID.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
    return [
      hop.hop.kind?.rawValue ?? "-", hop.hop.version.map { "VAST " + Text.printable($0) } ?? "-",
      hop.duration.map(Text.time) ?? "-", name.isEmpty ? "-" : Text.printable(name),
      Text.source(hop.source) + (hop.hop.error.map { ": error \($0.code)" } ?? ""),
    ]
  }

  private static func columns(_ candidate: VAST.MediaFileChoice.Candidate) -> [String] {
    let file = candidate.file
    let (verdict, reason) = candidate.verdict.words
    return [
      verdict, file.type.isEmpty ? "-" : Text.printable(file.type), file.delivery?.rawValue ?? "-",
      file.width > 0 && file.height > 0 ? "\(file.width)x\(file.height)" : "-",
      file.bitrate.map { "\($0) kbit/s" } ?? "-", Text.printable(reason ?? ""),
      Text.source(file.url),
    ]
  }

  private static func size(_ choice: VAST.MediaFileChoice) -> String {
    guard choice.width > 0, choice.height > 0 else { return "its size is not known" }
    return "preferred size \(choice.width)x\(choice.height)"
      + (choice.isEstimated ? ", that of another file" : "")
  }

  /// Rows with aligned columns.
  private static func table(_ rows: [[String]]) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      "  "
        + row.enumerated().map { column, text in
          column == row.count - 1 ? text : Text.rightPadded(text, to: widths[column])
        }.joined(separator: "  ")
    }
  }
}
