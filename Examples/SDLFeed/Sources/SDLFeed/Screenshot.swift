import CSDL2
import Glibc
import NativeAds

/// What the renderer has drawn, as a PNG file.
@MainActor enum Screenshot {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  static func write(_ renderer: OpaquePointer, to path: String) throws {
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetRendererOutputSize(renderer, &width, &height)
    var status: Int32 = 0
    let pixels = try PixelBuffer(
      size: PixelSize(width: Int(width), height: Int(height)), format: .bgra8, isOpaque: true
    ) { bytes in
      status = SDL_RenderReadPixels(
        renderer, nil, SDL_PIXELFORMAT_ARGB8888.rawValue, bytes.baseAddress, width * 4)
    }
    guard status == 0 else { throw Failure(description: String(cString: SDL_GetError())) }
    let bytes = try PNGEncoder().encode(pixels)
    guard let file = fopen(path, "wb") else { throw Failure(description: "cannot write '\(path)'") }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else {
      throw Failure(description: "cannot write '\(path)'")
    }
  }
}
