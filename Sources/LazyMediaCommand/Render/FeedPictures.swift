#if Canvas
  import JSON
  import LazyMedia
  import Locking
  import MediaCanvas
  import NativeAds

  /// Draws a feed: at its beginning once what is seen is loaded, and a film strip of a fling.
  @MainActor struct FeedPictures {
    /// Pictures of a film strip for each second.
    static let framesPerSecond = 30
    /// How far a fling goes at most, in points.
    private static let flingDistance = 1_600.0

    let settings: Settings
    let transport: any Transport
    let output: RenderOutput

    /// Returns once the pictures are written.
    func draw(_ sources: [CreativeSource]) async throws {
      let pipeline = MediaSetup.pipeline(
        for: settings, over: MeteredTransport(transport, headers: settings.headers)
      ) { $0.memoryCache = MemoryCache() }
      let ads = await load(sources, from: pipeline)
      try Task.checkCancellation()
      if ads.isEmpty { throw UsageError(message: "none of the ads is there") }
      let style = DrawingStyle(settings)
      let makeSurface: @MainActor () -> any CardSurface = { style.makeSurface() }
      let (palette, direction) = (style.palette, style.direction)
      switch settings.renderer ?? .cover {
      case .cover:
        try await draw(
          ads, style, CoverRenderer(palette: palette, direction: direction, makeSurface: makeSurface))
      case .small:
        try await draw(
          ads, style, SmallRowRenderer(palette: palette, direction: direction, makeSurface: makeSurface))
      case .circular:
        try await draw(
          ads, style, CircularRenderer(palette: palette, direction: direction, makeSurface: makeSurface))
      }
    }

    /// An ad, and what it is called where something is told of it.
    private typealias NamedAd = (name: String, ad: NativeAd)

    /// The ads, in order, without those that are not there.
    private func load(_ sources: [CreativeSource], from pipeline: MediaPipeline) async -> [NamedAd] {
      var ads: [Int: NativeAd] = [:]
      let rest = Lock(sources[...])
      let stream = SourceStream(
        concurrency: settings.concurrency, isOrdered: false, tickInterval: nil)
      await stream.run(
        next: { rest.withLock { $0.popFirst() } },
        perform: { index, source in await loaded(source, index, from: pipeline) }
      ) { event in
        guard case .outcome((let index, let result)) = event else { return true }
        switch result {
        case .success(let ad): ads[index] = ad
        case .failure(let failure): output.tell(failure, about: Text.source(sources[index].text))
        }
        return true
      }
      return ads.sorted { $0.key < $1.key }.map { (Text.source(sources[$0.key].text), $0.value) }
    }

    private func loaded(
      _ source: CreativeSource, _ index: Int, from pipeline: MediaPipeline
    ) async -> (Int, Result<NativeAd, Failure>)? {
      do {
        let options = settings.drawnAdOptions(isLocal: source.isLocal)
        return (index, .success(try await source.load(options: options, from: pipeline)))
      } catch let failure as Failure {
        return (index, .failure(failure))
      } catch {
        return nil
      }
    }

    // MARK: Drawing

    private func draw<Renderer: NativeAdListRenderer>(
      _ ads: [NamedAd], _ style: DrawingStyle, _ renderer: Renderer
    ) async throws where Renderer.Cell == CardCell {
      let feed = try DrawnFeed(ads.map(\.ad), renderer: renderer, style: style, settings: settings)
      if let folder = settings.framesPath { try await film(feed, into: folder) }
      if let path = settings.outputPath {
        feed.list.contentOffset = 0
        await feed.waitUntilSeenIsSettled(atMost: settings.timeout)
        try Task.checkCancellation()
        try write(try feed.canvas.render(), to: path)
      }
      // What is not seen was not waited for.
      let seen = Dictionary(
        uniqueKeysWithValues: feed.list.visibleItems.map { ($0.index, $0.cell.card?.shownAssets ?? []) })
      for (index, (name, ad)) in ads.enumerated() {
        for (type, failure) in ad.failures(of: seen[index] ?? [], after: settings.timeout) {
          output.tell(failure, about: "\(name): \(type.heading)")
        }
      }
    }

    private func write(_ picture: PixelBuffer, to path: String) throws {
      try output.write(try PNGEncoder().encode(picture), to: path, kind: "picture") {
        $0.add("at", nil as String?)
        $0.add("width", picture.size.width)
        $0.add("height", picture.size.height)
      }
    }

    private func film<Renderer>(_ feed: DrawnFeed<Renderer>, into folder: String) async throws {
      var index = FilmIndex(
        framesPerSecond: Self.framesPerSecond,
        size: (feed.canvas.pixelSize.width, feed.canvas.pixelSize.height), scale: settings.scale,
        orientation: feed.orientation)
      func frame() throws {
        try Task.checkCancellation()
        let name = Text.leftPadded("\(index.frames.count)", to: 4, with: "0") + ".png"
        let file = try PNGEncoder().encode(try feed.canvas.render())
        index.frames.append(feed.frame)
        try output.writeQuietly(file, to: Folder.path(folder, name))
      }
      let step = Duration.seconds(1) / Self.framesPerSecond
      let fling = Fling(
        from: 0, to: min(Self.flingDistance, feed.list.maximumOffset), deceleration: .normal)
      try frame()
      for number in 1...max(1, Int((fling.duration * Double(Self.framesPerSecond)).rounded(.up))) {
        await feed.watch.wait(atMost: step) { false }
        feed.list.contentOffset = fling.offset(at: Double(number) / Double(Self.framesPerSecond))
        try frame()
      }
      await feed.waitUntilSeenIsSettled(atMost: settings.timeout)
      try frame()
      try output.write(index.json, to: Folder.path(folder, "frames.json"), kind: "frames") {
        $0.add("frames", index.frames.count)
      }
    }
  }
#endif
