import MediaCodecs

/// Ours in `decode`: each line on standard input is a job `ITERATIONS TARGET PATH`, each answer one line, as
/// `media-limit decode` does.
enum DecodeWorker {
  static func run() throws {
    while let line = readLine() {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, let iterations = Int(words[0]), let file = Files.bytes(of: String(words[2]))
      else {
        throw Failure("a job is ITERATIONS TARGET PATH, not \(line)")
      }
      let options = DecodeOptions(target: try WorkTarget(words[1]).target)
      var picture: PixelBuffer?
      let cpu = Measure.cpu
      let start = Measure.now
      for _ in 0..<iterations {
        // Let go first, so that the pool can give the same memory again: the limit does the same.
        picture = nil
        picture = try decode(file, options)
      }
      let wall = Measure.now - start
      let spent = Measure.cpu - cpu
      guard let picture else { throw Failure("no picture from \(words[2])") }
      try Report.answer(
        "wall_ms=\(wall) cpu_ms=\(spent) iterations=\(iterations) width=\(picture.size.width)"
          + " height=\(picture.size.height) checksum=\(Checksum(picture).text)")
    }
  }

  /// The whole file in one piece: what is measured is the decoder, not the cutting.
  static func decode(_ file: [UInt8], _ options: DecodeOptions) throws -> PixelBuffer? {
    let decoder = PushDecoder(options: options)
    var picture: PixelBuffer?
    let take: (DecodeEvent) -> Void = { event in
      if case .finished(let image) = event { picture = image.pixels }
    }
    try decoder.feed(file.span.bytes, onEvent: take)
    if picture == nil { try decoder.finish(onEvent: take) }
    return picture
  }
}
