import CSDL2

/// A window with a renderer, as any game has one.
@MainActor final class GameWindow {
  /// What SDL refused, in its words.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  let renderer: OpaquePointer
  /// Pixels a point.
  let scale: Double
  private let window: OpaquePointer

  /// Opens a window of so many points.
  init(title: String, width: Int32, height: Int32) throws(Failure) {
    SDL_SetMainReady()
    guard SDL_Init(SDL_INIT_VIDEO) == 0 else { throw Self.failure() }
    let flags = SDL_WINDOW_RESIZABLE.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
    // The value of SDL_WINDOWPOS_CENTERED, a macro that Swift does not see.
    let centered: Int32 = 0x2FFF_0000
    guard let window = SDL_CreateWindow(title, centered, centered, width, height, flags) else {
      throw Self.failure()
    }
    // Without a graphics card SDL draws by itself.
    guard
      let renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC.rawValue)
        ?? SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE.rawValue)
    else { throw Self.failure() }
    self.window = window
    self.renderer = renderer
    var (pixels, points): (Int32, Int32) = (0, 0)
    SDL_GetRendererOutputSize(renderer, &pixels, nil)
    SDL_GetWindowSize(window, &points, nil)
    scale = min(3, max(1, Double(pixels) / Double(max(1, points))))
  }

  isolated deinit {
    SDL_DestroyRenderer(renderer)
    SDL_DestroyWindow(window)
    SDL_Quit()
  }

  /// The size in points.
  var size: (width: Double, height: Double) {
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetWindowSize(window, &width, &height)
    return (Double(width), Double(height))
  }

  /// The name of what draws, such as `opengl` or `software`.
  var rendererName: String {
    var info = SDL_RendererInfo()
    guard SDL_GetRendererInfo(renderer, &info) == 0, let name = info.name else { return "unknown" }
    return String(cString: name)
  }

  private static func failure() -> Failure { Failure(description: String(cString: SDL_GetError())) }
}
