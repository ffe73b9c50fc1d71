import CSDL2
import NativeAds

/// A picture that is shown: as pixels first, and as a texture from the frame on that uploads it.
@MainActor final class PictureTexture {
  private(set) var texture: OpaquePointer?
  /// Whether nobody shows it any more.
  private(set) var isReleased = false

  private var pixels: PixelBuffer?
  private let cornerRadius: Int
  /// Its renderer frees all textures: it must not go before them.
  private var window: GameWindow?

  /// - Parameter cornerRadius: in pixels.
  init(_ pixels: PixelBuffer, cornerRadius: Int = 0) {
    self.pixels = pixels
    self.cornerRadius = min(cornerRadius, pixels.size.width / 2, pixels.size.height / 2)
  }

  isolated deinit { release() }

  func release() {
    isReleased = true
    pixels = nil
    if let texture = texture.take() { SDL_DestroyTexture(texture) }
  }

  /// Copies the pixels into a texture, once. One that SDL refuses stays invisible.
  func upload(to window: GameWindow) {
    guard let pixels = pixels.take() else { return }
    self.window = window
    let (width, height) = (Int32(pixels.size.width), Int32(pixels.size.height))
    let access = Int32(SDL_TEXTUREACCESS_STATIC.rawValue)
    texture = SDL_CreateTexture(window.renderer, SDL_PIXELFORMAT_ARGB8888.rawValue, access, width, height)
    guard let texture else { return }
    pixels.withUnsafeBytes { bytes in
      _ = SDL_UpdateTexture(texture, nil, bytes.baseAddress, Int32(pixels.bytesPerRow))
      roundCorners(bytes, of: pixels, in: texture)
    }
    SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_BLEND)
    SDL_SetTextureScaleMode(texture, SDL_ScaleModeLinear)
  }

  /// Takes away what stands over the corners: four small squares are uploaded once more.
  private func roundCorners(
    _ bytes: UnsafeRawBufferPointer, of pixels: PixelBuffer, in texture: OpaquePointer
  ) {
    let radius = cornerRadius
    guard radius > 0 else { return }
    var corner = [UInt8](repeating: 0, count: radius * radius * 4)
    for (left, top) in [(true, true), (false, true), (true, false), (false, false)] {
      let x = left ? 0 : pixels.size.width - radius
      let y = top ? 0 : pixels.size.height - radius
      for row in 0..<radius {
        let source = (y + row) * pixels.bytesPerRow + x * 4
        for index in 0..<radius * 4 { corner[row * radius * 4 + index] = bytes[source + index] }
        for column in 0..<radius {
          let across = Double(left ? radius - column : column + 1) - 0.5
          let down = Double(top ? radius - row : row + 1) - 0.5
          let outside = (across * across + down * down).squareRoot() - Double(radius)
          let offset = (row * radius + column) * 4 + 3
          corner[offset] = UInt8(Double(corner[offset]) * min(1, max(0, 0.5 - outside)))
        }
      }
      var square = SDL_Rect(x: Int32(x), y: Int32(y), w: Int32(radius), h: Int32(radius))
      SDL_UpdateTexture(texture, &square, corner, Int32(radius * 4))
    }
  }
}
