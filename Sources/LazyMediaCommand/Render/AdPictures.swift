#if Canvas
  import JSON
  import LazyMedia
  import MediaCanvas
  import NativeAds

  /// Draws one ad, as it is seen at given moments.
  @MainActor struct AdPictures {
    let settings: Settings
    let transport: any Transport
    let output: RenderOutput

    /// Returns once the pictures are written.
    func draw(_ source: CreativeSource) async throws {
      let pipeline = MediaSetup.pipeline(
        for: settings, over: MeteredTransport(transport, headers: settings.headers))
      let ad: NativeAd
      do {
        ad = try await source.load(options: settings.drawnAdOptions(isLocal: source.isLocal), from: pipeline)
      } catch let failure as Failure {
        return output.tell(failure, about: Text.source(source.text))
      }
      let style = DrawingStyle(settings)
      let width = Double(settings.canvasWidth) - 2 * DrawingStyle.margin
      let card = CardLayout.single(CardContent(ad), width: width, direction: style.direction)
      let canvas = try style.canvas(
        LayoutSize(width: Double(settings.canvasWidth), height: card.size.height + 2 * DrawingStyle.margin))
      let surface = style.makeSurface()
      (surface.x, surface.y) = (DrawingStyle.margin, DrawingStyle.margin)
      canvas.add(surface)

      let watch = LoadWatch()
      watch.watch(ad)
      let cell = CardCell(surface: surface)
      cell.defaultPlaceholder = .color(style.palette[.placeholder])
      let window = ViewContainer(isWindow: true)
      cell.show(ad, card: card)
      cover(ad, in: cell)
      cell.adView?.attach(to: window)
      try await draw(ad, card, canvas, surface, watch)
      // What was not waited for has not failed.
      let waited = moments.contains(.loaded) ? card.shownAssets : []
      for (type, failure) in ad.failures(of: waited, after: settings.timeout) {
        output.tell(failure, about: "\(Text.source(source.text)): \(type.heading)")
      }
      cell.prepareForReuse()
      withExtendedLifetime(window) {}
    }

    private var moments: [Moment] { settings.moments ?? [.loaded] }

    private func draw(
      _ ad: NativeAd, _ card: Card, _ canvas: MediaCanvas, _ surface: CanvasCard, _ watch: LoadWatch
    ) async throws {
      let start = ContinuousClock.now
      let path = settings.outputPath ?? ""
      for moment in moments.sorted(by: { $0.order < $1.order }) {
        let limit = moment.time ?? settings.timeout
        await watch.wait(atMost: limit - (ContinuousClock.now - start)) { ad.isSettled(card.shownAssets) }
        try Task.checkCancellation()
        let picture = try canvas.render()
        let frame = surface.mediaArea.frame
        let file = try PNGEncoder().encode(picture)
        try output.write(file, to: moments.count == 1 ? path : moment.path(beside: path), kind: "picture") {
          $0.add("at", moment.name)
          $0.add("width", picture.size.width)
          $0.add("height", picture.size.height)
          $0.add(
            "mediaFrame",
            LayoutRect(
              x: surface.x + frame.x, y: surface.y + frame.y, width: frame.width, height: frame.height))
          $0.add("mediaState", ad.mediaLoadingState.rawValue)
          $0.add("iconState", ad.iconLoadingState.rawValue)
        }
      }
    }

    /// Puts the placeholder that was asked for over what is loading.
    private func cover(_ ad: NativeAd, in cell: CardCell) {
      guard let placeholder = settings.placeholder, let view = cell.adView else { return }
      for (type, area) in [(MediaAssetType.media, view.mediaView), (.icon, view.iconView)]
      where ad.loadingState(of: type) == .loading {
        area?.showPlaceholder { $0.content = placeholder.content(of: type, in: ad) }
      }
    }
  }

  extension Moment {
    /// `nil` where it depends on what loads.
    fileprivate var time: Duration? { if case .after(let time) = self { time } else { nil } }

    /// By time, then what depends on what loads.
    fileprivate var order: Duration { time ?? .seconds(86_400) }
  }
#endif
