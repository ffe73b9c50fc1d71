#if Canvas
  import MediaCodecs

  /// Drawn pictures whose edges, circle and square show what became of them.
  enum TestPicture {
    static let landscape = scene(PixelSize(width: 300, height: 157))
    static let portrait = scene(PixelSize(width: 100, height: 180))
    /// Smaller than the areas that it is shown in.
    static let small = scene(PixelSize(width: 60, height: 40))
    static let icon = logo(PixelSize(width: 120, height: 120))

    /// Files, as an origin serves them.
    static let mediaFile = file(scene(PixelSize(width: 1_200, height: 628)))
    static let iconFile = file(icon)

    static func file(_ pixels: PixelBuffer) -> [UInt8] { (try? PNGEncoder().encode(pixels)) ?? [] }

    /// A sky, a sun, a hill and a house, in a frame: opaque.
    static func scene(_ size: PixelSize, format: PixelFormat = .rgba8) -> PixelBuffer {
      let (width, height) = (Double(size.width), Double(size.height))
      let unit = min(width, height)
      return picture(size, format: format, isOpaque: true) { x, y in
        if min(min(x, width - x), min(y, height - y)) < unit * 0.03 { return (27, 38, 59, 255) }
        let (sunX, sunY) = (x - width * 0.3, y - height * 0.32)
        if sunX * sunX + sunY * sunY < unit * unit * 0.03 { return (255, 209, 77, 255) }
        let (houseX, houseY) = (x - width * 0.6, y - height * 0.55)
        if houseX >= 0, houseX < unit * 0.26, houseY >= 0, houseY < unit * 0.26 { return (214, 72, 66, 255) }
        let hill = (x - width / 2) / width
        return y > height * (0.66 + hill * hill * 0.5) ? (58, 134, 96, 255) : (150, 204, 240, 255)
      }
    }

    /// A disk with a hole on nothing: straight alpha, half transparent in its lower half.
    static func logo(_ size: PixelSize) -> PixelBuffer {
      let half = Double(size.width) / 2
      return picture(size, isOpaque: false) { x, y in
        let distance = ((x - half) * (x - half) + (y - half) * (y - half)).squareRoot() / half
        guard distance < 0.95, distance > 0.35 else { return (255, 255, 255, 0) }
        return (230, 81, 0, y > half ? 128 : 255)
      }
    }

    static func picture(
      _ size: PixelSize, format: PixelFormat = .rgba8, alphaMode: AlphaMode = .straight, isOpaque: Bool,
      _ color: (Double, Double) -> (UInt8, UInt8, UInt8, UInt8)
    ) -> PixelBuffer {
      let pixels = try? PixelBuffer(size: size, format: format, alphaMode: alphaMode, isOpaque: isOpaque) {
        bytes in
        for y in 0..<size.height {
          for x in 0..<size.width {
            let (red, green, blue, alpha) = color(Double(x) + 0.5, Double(y) + 0.5)
            let (first, third) = format == .rgba8 ? (red, blue) : (blue, red)
            bytes.storeBytes(
              of: SIMD4(first, green, third, alpha), toByteOffset: (y * size.width + x) * 4,
              as: SIMD4<UInt8>.self)
          }
        }
      }
      guard let pixels else { preconditionFailure("no memory for a test picture") }
      return pixels
    }
  }
#endif
