#if Canvas
  public import NativeAds

  /// Draws a `NativeAdView` whose program has placed its parts itself: the areas of the pictures, the texts of the ad that
  /// is bound, and the AdChoices mark in the corner that the ad was asked for with, if it has a privacy page to lead to.
  ///
  /// ```swift
  /// let mirror = CanvasAdView(view, frame: LayoutRect(x: 0, y: 0, width: 320, height: 240), scale: 2)
  /// mirror.place(.media, in: LayoutRect(x: 0, y: 0, width: 320, height: 180), cornerRadius: 8)
  /// mirror.place(.title, in: LayoutRect(x: 0, y: 190, width: 320, height: 20), as: CardText("", isBold: true))
  /// view.nativeAd = ad
  /// canvas.add(mirror)
  /// ```
  @MainActor public final class CanvasAdView: CanvasItem {
    /// The view.
    public let view: NativeAdView
    /// Where it stands on the canvas, in points.
    public var frame: LayoutRect
    /// Its colors; light by default.
    public var palette: CardPalette
    /// The direction of its texts; left to right by default.
    public var direction: LayoutDirection
    /// The area of the main media; `nil` in a view without one. Its frame is relative to the view.
    public let mediaArea: CanvasMediaArea?
    /// The area of the icon; `nil` in a view without one. Its frame is relative to the view.
    public let iconArea: CanvasMediaArea?

    private var texts: [NativeAdComponent: (frame: LayoutRect, style: CardText)] = [:]

    /// A side of the AdChoices mark, in points.
    private static let markSide = 16.0

    /// Creates a mirror, which becomes the display of the view's areas. Nothing of it is placed yet.
    /// - Parameters:
    ///   - frame: where the view stands on the canvas, in points.
    ///   - scale: pixels a point, as pictures are decoded for: that of the canvas; 1 by default.
    public init(
      _ view: NativeAdView, frame: LayoutRect, scale: Double = 1, palette: CardPalette = .light,
      direction: LayoutDirection = .leftToRight
    ) {
      self.view = view
      self.frame = frame
      self.palette = palette
      self.direction = direction
      mediaArea = view.mediaView.map { _ in CanvasMediaArea(scale: scale) }
      iconArea = view.iconView.map { _ in CanvasMediaArea(scale: scale) }
      view.mediaView?.display = mediaArea
      view.iconView?.display = iconArea
    }

    /// Places a part, relative to the view, in points. To be called before an ad is bound: pictures are decoded for the
    /// size of their area.
    /// - Parameters:
    ///   - style: how a text looks; its string is the ad's. The default style of `CardText` by default.
    ///   - cornerRadius: of the area of a picture, in points; 0 by default.
    public func place(
      _ component: NativeAdComponent, in frame: LayoutRect, as style: CardText = CardText(""),
      cornerRadius: Double = 0
    ) {
      switch component {
      case .media: place(mediaArea, frame, cornerRadius)
      case .icon: place(iconArea, frame, cornerRadius)
      default: texts[component] = (frame, style)
      }
    }

    private func place(_ area: CanvasMediaArea?, _ frame: LayoutRect, _ cornerRadius: Double) {
      area?.frame = frame
      area?.cornerRadius = cornerRadius
    }

    /// See ``CanvasItem``.
    public func draw(on painter: CanvasPainter) {
      for (area, model) in [(mediaArea, view.mediaView), (iconArea, view.iconView)] {
        guard let area, let model else { continue }
        area.contentMode = model.contentMode
        area.draw(on: painter, x: frame.x, y: frame.y)
      }
      guard let ad = view.nativeAd else { return }
      for (component, place) in texts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        guard let string = ad.text(of: component) else { continue }
        var text = place.style
        text.string = string
        painter.text(
          text, in: place.frame.offset(x: frame.x, y: frame.y), color: palette[text.color],
          direction: direction)
      }
      if ad.response.privacyURL != nil {
        painter.adChoicesMark(in: markFrame(ad.adChoicesPosition))
      }
    }

    private func markFrame(_ position: AdChoicesViewPosition) -> LayoutRect {
      let side = Self.markSide
      let isLeft = position == .topLeft || position == .bottomLeft
      let isTop = position == .topLeft || position == .topRight
      return LayoutRect(
        x: isLeft ? frame.x : frame.maxX - side, y: isTop ? frame.y : frame.maxY - side, width: side,
        height: side)
    }
  }
#endif
