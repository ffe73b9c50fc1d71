extension PixelBuffer {
  /// The picture made smaller, aspect kept, until it fits a box; the buffer itself where it fits already. The
  /// result is RGBA8 with straight alpha where anything was to be done.
  internal func reduced(toFit box: PixelSize, pool: PixelBufferPool = .shared) throws(CodecError)
    -> PixelBuffer
  {
    if size.width <= box.width, size.height <= box.height { return self }
    let plan = DecodePlan(
      storedSize: size, orientation: .up, target: DecodeTarget(size: box), canScale: false)
    let writer = try PictureWriter(
      plan: plan, format: .rgba8, alphaMode: .straight, hasAlpha: !isOpaque, pool: pool)
    try withTightRows { (bytes) throws(CodecError) in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      for y in 0..<size.height { writer.push(start + y * bytesPerRow) }
    }
    guard let result = writer.finish() else { throw .outOfMemory }
    return result
  }
}
