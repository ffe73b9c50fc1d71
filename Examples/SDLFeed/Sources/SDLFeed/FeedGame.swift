import CSDL2
import MediaCanvas
import NativeAds
import OriginServer
import SampleFeed

/// A feed of native ads in a game loop: each frame takes input, lets the main actor work for a while, uploads a few
/// textures, draws.
@MainActor final class FeedGame {
  private let options: Options
  private let window: GameWindow
  private let origin: OriginServer
  private let uploads: TextureUploads
  private let palette: CardPalette
  private let list: NativeAdList<CoverRenderer>
  private var ads: [Int: NativeAd] = [:]
  private var missing = 0
  private var fling: (motion: Fling, start: ContinuousClock.Instant)?
  private var work = FrameTimes()
  private var whole = FrameTimes()
  private var wrongPictures = 0
  private var shownPictures = 0

  /// What the main actor may take of a frame before it is the next one's turn.
  private static let budget = Duration.milliseconds(2)

  init(_ options: Options) throws {
    self.options = options
    window = try GameWindow(title: "LazyMedia in a game loop", width: 390, height: 780)
    origin = try OriginServer()
    uploads = TextureUploads(window, limit: options.uploads)
    palette = options.isDark ? .dark : .light
    list = NativeAdList(
      renderer: CoverRenderer(palette: palette) { [uploads, palette, scale = window.scale] in
        SDLCardSurface(uploads: uploads, scale: scale, palette: palette)
      })
    list.orientation = .vertical
    list.insets = LayoutInsets(top: 16, bottom: 16)
    load(SampleFeed(on: origin, count: options.count, latency: options.latency))
  }

  private func load(_ feed: SampleFeed) {
    var adOptions = NativeAdOptions()
    adOptions.renderingSetting.useLazyMediaLoading = true
    // As SDL takes it: blue first, alpha of its own.
    adOptions.renderingSetting.pixelFormat = .bgra8
    // Of a long feed only what is seen is loaded.
    adOptions.loadsUnboundAssets = false
    if options.frames != nil { adOptions.linkOpener = NoLinkOpener() }
    missing = feed.count
    for index in 0..<feed.count {
      // All at once: one after another each would wait for a frame.
      Task { [weak self] in
        let ad = try? await NativeAdLoader(source: feed.source(of: index), options: adOptions).ad()
        self?.take(ad, index)
      }
    }
  }

  private func take(_ ad: NativeAd?, _ index: Int) {
    ads[index] = ad
    missing -= 1
    if missing == 0 { list.ads = ads.sorted { $0.key < $1.key }.map(\.value) }
  }

  // MARK: The loop

  /// Runs until the window is closed, or the frames asked for are over. Returns whether no picture was wrong.
  func run() throws -> Bool {
    var frame = 0
    while takeInput(), frame != options.frames {
      let start = ContinuousClock.now
      let size = window.size
      list.bounds = LayoutSize(width: size.width, height: size.height)
      MainLoop.drain(budget: Self.budget)
      scroll(frame)
      uploads.upload()
      try draw()
      work.add(ContinuousClock.now - start)
      frame += 1
      if frame == options.frames, let path = options.screenshot {
        try Screenshot.write(window.renderer, to: path)
      }
      SDL_RenderPresent(window.renderer)
      whole.add(ContinuousClock.now - start)
      let rest = Duration.milliseconds(16) - (ContinuousClock.now - start)
      if rest > .zero { SDL_Delay(UInt32(rest / .milliseconds(1))) }
    }
    report()
    return wrongPictures == 0
  }

  private func draw() throws {
    let ground = palette[.background]
    SDL_SetRenderDrawColor(window.renderer, ground.red, ground.green, ground.blue, 255)
    SDL_RenderClear(window.renderer)
    for item in list.visibleItems {
      guard let surface = item.cell.surface as? SDLCardSurface else { continue }
      try surface.draw(on: window.renderer, x: item.frame.x, y: item.frame.y)
      for number in surface.drawnNumbers {
        shownPictures += 1
        // One that cannot be read is wrong too.
        if number != item.index { wrongPictures += 1 }
      }
    }
  }

  // MARK: Input

  private func takeInput() -> Bool {
    var event = SDL_Event()
    while SDL_PollEvent(&event) != 0 {
      switch SDL_EventType(event.type) {
      case SDL_QUIT: return false
      case SDL_MOUSEWHEEL: throwList(by: Double(event.wheel.preciseY) * -600)
      case SDL_MOUSEBUTTONUP:
        list.click(at: LayoutPoint(x: Double(event.button.x), y: Double(event.button.y)))
      case SDL_KEYDOWN:
        switch Int(event.key.keysym.sym) {
        case Int(SDLK_DOWN.rawValue): throwList(by: 600)
        case Int(SDLK_UP.rawValue): throwList(by: -600)
        case Int(SDLK_PAGEDOWN.rawValue), Int(SDLK_SPACE.rawValue): throwList(by: 2_400)
        case Int(SDLK_PAGEUP.rawValue): throwList(by: -2_400)
        case Int(SDLK_ESCAPE.rawValue): return false
        default: break
        }
      default: break
      }
    }
    return true
  }

  private func throwList(by velocity: Double) {
    fling = (Fling(from: list.contentOffset, velocity: velocity), .now)
  }

  /// Without a person the list is thrown again before it has come to rest, and rests for the last two seconds.
  private func scroll(_ frame: Int) {
    if let frames = options.frames, frame % 40 == 20, frame < frames - 120 {
      throwList(by: frame % 400 < 320 ? 6_000 : -6_000)
    }
    guard let fling else { return }
    let seconds = (ContinuousClock.now - fling.start) / .seconds(1)
    list.contentOffset = fling.motion.offset(at: seconds)
    if seconds >= fling.motion.duration { self.fling = nil }
  }

  private func report() {
    func milliseconds(_ time: Duration) -> String {
      let hundredths = Int((time / .microseconds(10)).rounded())
      return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) ms"
    }
    print("renderer: \(window.rendererName), frames: \(work.count)")
    for (name, times) in [("work", work), ("with present", whole)] {
      print(
        "\(name) a frame: median \(milliseconds(times.quantile(0.5))), "
          + "p99 \(milliseconds(times.quantile(0.99))), most \(milliseconds(times.quantile(1)))")
    }
    print("textures uploaded: \(uploads.count), in a frame at most \(uploads.most) of \(uploads.limit)")
    print("pictures drawn: \(shownPictures), wrong: \(wrongPictures)")
  }
}
