/// What every part of one decode needs.
internal struct DecodeContext {
  let options: DecodeOptions
  let pool: PixelBufferPool
  let cancellation: DecodeCancellation?

  /// Most previews of one picture: each costs about as much as its final pass.
  static let maximumPreviews = 6

  func checkCancellation() throws(CodecError) {
    if cancellation?.isCancelled == true { throw .cancelled }
  }

  func plan(for info: ImageInfo, canScale: Bool) -> DecodePlan {
    DecodePlan(
      storedSize: info.storedSize, orientation: options.appliesOrientation ? info.orientation : .up,
      target: options.target, canScale: canScale)
  }

  func writer(for plan: DecodePlan, hasAlpha: Bool) throws(CodecError) -> PictureWriter {
    try PictureWriter(
      plan: plan, format: options.pixelFormat, alphaMode: options.alphaMode, hasAlpha: hasAlpha, pool: pool)
  }
}
