@testable import MediaCodecs

/// What came of a decode.
struct Outcome {
  var events: [DecodeEvent] = []
  var image: DecodedImage?
  var error: CodecError?

  var hash: String? {
    guard let pixels = image?.pixels else { return nil }
    return try? pixels.withTightRows { SHA256.hex($0) }
  }

  var info: ImageInfo? {
    for case .info(let info) in events { return info }
    return nil
  }

  /// Rows told last.
  var rows: Int {
    events.reduce(0) { rows, event in if case .rows(let count) = event { count } else { rows } }
  }

  var previews: [PixelBuffer] {
    events.compactMap { if case .preview(let pixels) = $0 { pixels } else { nil } }
  }

  /// The result's bytes.
  var bytes: [UInt8] { image?.pixels.bytes ?? [] }

  /// State, error and warnings in one line, for comparing outcomes; pixels are compared by `bytes`.
  var summary: String {
    if let error { return "failed: \(error.code): \(error)" }
    return
      "\(image.map { "\($0.pixels.size)" } ?? "none") good \(image?.goodRows.map(String.init) ?? "all") \(image?.warnings ?? [])"
  }
}

/// Feeds a file in pieces of `chunk` bytes (0: all at once) and then says that it has ended.
func decode(
  _ file: [UInt8], chunk: Int = 0, options: DecodeOptions = DecodeOptions(), pool: PixelBufferPool = .shared,
  cancellation: DecodeCancellation? = nil, onEvent: (DecodeEvent) -> Void = { _ in }
) -> Outcome {
  var outcome = Outcome()
  let decoder = PushDecoder(options: options, pool: pool, cancellation: cancellation)
  let take = { (event: DecodeEvent) in
    outcome.events.append(event)
    if case .finished(let image) = event { outcome.image = image }
    onEvent(event)
  }
  do throws(CodecError) {
    var offset = 0
    let step = chunk == 0 ? max(1, file.count) : chunk
    while offset < file.count {
      try decoder.feed(file.span.bytes.extracting(offset..<min(file.count, offset + step)), onEvent: take)
      offset += step
    }
    try decoder.finish(onEvent: take)
  } catch {
    outcome.error = error
  }
  return outcome
}

/// Feeds one piece, and says that the file has ended where it is the last.
func feed(_ piece: [UInt8], to decoder: PushDecoder, isLast: Bool = false) -> Outcome {
  var outcome = Outcome()
  let take = { (event: DecodeEvent) in
    outcome.events.append(event)
    if case .finished(let image) = event { outcome.image = image }
  }
  do throws(CodecError) {
    try decoder.feed(piece.span.bytes, onEvent: take)
    if isLast { try decoder.finish(onEvent: take) }
  } catch {
    outcome.error = error
  }
  return outcome
}

/// What came of a probe.
func probe(_ file: [UInt8], chunk: Int = 0, limits: DecodeLimits = DecodeLimits()) -> (
  info: ImageInfo?, bytesRead: Int, error: CodecError?
) {
  var probe = ImageProbe(limits: limits)
  do throws(CodecError) {
    var offset = 0
    let step = chunk == 0 ? max(1, file.count) : chunk
    while offset < file.count {
      let piece = file.span.bytes.extracting(offset..<min(file.count, offset + step))
      if let info = try probe.feed(piece) { return (info, probe.bytesRead, nil) }
      offset += step
    }
    return (try probe.finish(), probe.bytesRead, nil)
  } catch {
    return (nil, probe.bytesRead, error)
  }
}

extension PixelBuffer {
  /// A copy of the rows.
  var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  /// A pixel's four channels.
  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    withUnsafeBytes { Array($0[(y * bytesPerRow + x * 4)..<(y * bytesPerRow + x * 4 + 4)]) }
  }
}
