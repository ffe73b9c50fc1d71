#if Canvas
  import NativeAds

  /// Pixels as Cairo takes them: BGRA8, premultiplied. Those that are so already are used as they are; others are converted
  /// once, and kept while the same picture is drawn.
  struct DrawablePixels {
    private var source: PixelBuffer?
    private var converted: PixelBuffer?

    mutating func pixels(for pixels: PixelBuffer) throws(CodecError) -> PixelBuffer {
      if let converted, source === pixels { return converted }
      let result = try pixels.converted(to: .bgra8, alphaMode: .premultiplied)
      source = pixels
      converted = result
      return result
    }

    mutating func forget() {
      source = nil
      converted = nil
    }
  }
#endif
