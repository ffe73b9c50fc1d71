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
        if min(min(x, width - x), min(y, height - y)) < unit * 0.03 { return color(27, 38, 59) }
        let (sunX, sunY) = (x - width * 0.3, y - height * 0.32)
        if sunX * sunX + sunY * sunY < unit * unit * 0.03 { return color(255, 209, 77) }
        let (houseX, houseY) = (x - width * 0.6, y - height * 0.55)
        if houseX >= 0, houseX < unit * 0.26, houseY >= 0, houseY < unit * 0.26 { return color(214, 72, 66) }
        let hill = (x - width / 2) / width
        return y > height * (0.66 + hill * hill * 0.5) ? color(58, 134, 96) : color(150, 204, 240)
      }
    }

    /// A disk with a hole on nothing: straight alpha, half transparent in its lower half.
    static func logo(_ size: PixelSize) -> PixelBuffer {
      let half = Double(size.width) / 2
      return picture(size, isOpaque: false) { x, y in
        let distance = ((x - half) * (x - half) + (y - half) * (y - half)).squareRoot() / half
        guard distance < 0.95, distance > 0.35 else { return .zero }
        return color(230, 81, 0, alpha: y > half ? 128 : 255)
      }
    }

    /// A color times its alpha, and the alpha times 255.
    static func color(_ red: Double, _ green: Double, _ blue: Double, alpha: Double = 255) -> SIMD4<Double> {
      SIMD4(red * alpha, green * alpha, blue * alpha, alpha * 255)
    }

    /// Draws with straight alpha; `color` is called with places in pixels.
    static func picture(
      _ size: PixelSize, format: PixelFormat = .rgba8, isOpaque: Bool,
      _ color: (Double, Double) -> SIMD4<Double>
    ) -> PixelBuffer {
      // Smooth edges, except of what is going to be made smaller anyway.
      let parts = size.width < 400 ? 3 : 1
      let pixels = try? PixelBuffer(size: size, format: format, isOpaque: isOpaque) {
        bytes in
        for y in 0..<size.height {
          for x in 0..<size.width {
            var sum = SIMD4<Double>.zero
            for part in 0..<parts * parts {
              let (column, row) = (Double(part % parts) + 0.5, Double(part / parts) + 0.5)
              sum += color(Double(x) + column / Double(parts), Double(y) + row / Double(parts))
            }
            let mean = sum / (255 * Double(parts * parts))
            let alpha = mean.w > 0 ? mean.w / 255 : 1
            let straight = SIMD4(mean.x / alpha, mean.y / alpha, mean.z / alpha, mean.w)
            let pixel = SIMD4<UInt8>(straight, rounding: .toNearestOrAwayFromZero)
            let swapped = SIMD4(pixel.z, pixel.y, pixel.x, pixel.w)
            bytes.storeBytes(
              of: format == .rgba8 ? pixel : swapped, toByteOffset: (y * size.width + x) * 4,
              as: SIMD4<UInt8>.self)
          }
        }
      }
      guard let pixels else { preconditionFailure("no memory for a test picture") }
      return pixels
    }
  }
#endif
