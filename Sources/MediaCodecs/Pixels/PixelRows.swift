/// Work on runs of pixels of four bytes. The loops are written so that the compiler vectorises them.
internal enum PixelRows {
  /// Multiplies colour by alpha, rounding to nearest.
  static func premultiply(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) {
    for i in 0..<count {
      let pixel = pixels + i &* 4
      let alpha = UInt32(pixel[3])
      if alpha == 255 { continue }
      pixel[0] = dividedBy255(UInt32(pixel[0]) &* alpha)
      pixel[1] = dividedBy255(UInt32(pixel[1]) &* alpha)
      pixel[2] = dividedBy255(UInt32(pixel[2]) &* alpha)
    }
  }

  /// Divides colour by alpha, rounding to nearest; transparent pixels become zero.
  static func unpremultiply(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) {
    for i in 0..<count {
      let pixel = pixels + i &* 4
      let alpha = UInt32(pixel[3])
      if alpha == 255 { continue }
      for channel in 0..<3 {
        let value = alpha == 0 ? 0 : (UInt32(pixel[channel]) &* 255 &+ alpha / 2) / alpha
        pixel[channel] = UInt8(truncatingIfNeeded: min(value, 255))
      }
    }
  }

  /// Exchanges the first and the third channel.
  static func swapRedAndBlue(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) {
    for i in 0..<count {
      let pixel = pixels + i &* 4
      let first = pixel[0]
      pixel[0] = pixel[2]
      pixel[2] = first
    }
  }

  /// Blends over white, which makes the pixels opaque.
  static func blendOverWhite(_ pixels: UnsafeMutablePointer<UInt8>, count: Int, alphaMode: AlphaMode) {
    for i in 0..<count {
      let pixel = pixels + i &* 4
      let alpha = UInt32(pixel[3])
      for channel in 0..<3 {
        let color = UInt32(pixel[channel])
        let part = alphaMode == .straight ? UInt32(dividedBy255(color &* alpha)) : min(color, alpha)
        pixel[channel] = UInt8(truncatingIfNeeded: part &+ 255 &- alpha)
      }
      pixel[3] = 255
    }
  }

  /// Reverses the order of pixels.
  static func reverse(_ pixels: UnsafeMutablePointer<UInt32>, count: Int) {
    var low = 0
    var high = count - 1
    while low < high {
      let pixel = pixels[low]
      pixels[low] = pixels[high]
      pixels[high] = pixel
      low &+= 1
      high &-= 1
    }
  }

  /// Whether every pixel's alpha is 255.
  static func areOpaque(_ pixels: UnsafePointer<UInt8>, count: Int) -> Bool {
    for i in 0..<count where pixels[i &* 4 &+ 3] != 255 { return false }
    return true
  }

  @inline(__always)
  static func dividedBy255(_ value: UInt32) -> UInt8 {
    let sum = value &+ 128
    return UInt8(truncatingIfNeeded: (sum &+ (sum >> 8)) >> 8)
  }
}
