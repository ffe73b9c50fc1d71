#if Canvas
  public import NativeAds

  /// Draws a `NativeAdView` whose program has placed its parts itself: the areas of the pictures, the texts of the ad that
  /// is bound, and the AdChoices mark in the corner that the ad was asked for with, if it has a privacy page to lead to;
  /// over all of them an overlay, while there is one, with a mark that closes it in the corner at the end of its first line.
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

    /// The icon of an overlay.
    private let overlayIcon: CanvasMediaArea
    private var texts: [NativeAdComponent: (frame: LayoutRect, style: CardText)] = [:]

    /// A side of the AdChoices mark, in points.
    private static let markSide = 16.0
    /// A side of an overlay's icon, in points, and what it and the text stand apart.
    private static let overlayIconSide = 32.0
    private static let overlaySpacing = 8.0
    /// A side of the mark that closes an overlay, in points.
    private static let closeMarkSide = 24.0

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
      overlayIcon = CanvasMediaArea(
        frame: LayoutRect(x: 0, y: 0, width: Self.overlayIconSide, height: Self.overlayIconSide), scale: scale
      )
      view.mediaView?.display = mediaArea
      view.iconView?.display = iconArea
      view.overlayDisplay = self
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

    /// A person has clicked at a point of the view: the foremost of what stands there receives it, see
    /// `NativeAdView.receiveClick(on:)`. A click on the AdChoices mark opens the privacy page, one on the mark of an overlay
    /// closes that, and one beside that mark is a click on the overlay.
    public func click(at point: LayoutPoint) {
      guard LayoutRect(x: 0, y: 0, width: frame.width, height: frame.height).contains(point) else { return }
      if view.overlay != nil {
        return closeMarkFrame.contains(point) ? view.closeOverlay() : view.clickOverlay()
      }
      if let ad = view.nativeAd, let mark = markFrame(of: ad), mark.contains(point) {
        return ad.openPrivacyPage()
      }
      view.receiveClick(on: component(at: point))
    }

    private func component(at point: LayoutPoint) -> NativeAdComponent? {
      // Texts are drawn after pictures, and in this order.
      let text = sortedTexts.last { $0.value.frame.contains(point) }?.key
      if let text { return text }
      if let iconArea, iconArea.frame.contains(point) { return .icon }
      return mediaArea?.frame.contains(point) == true ? .media : nil
    }

    private var sortedTexts: [(key: NativeAdComponent, value: (frame: LayoutRect, style: CardText))] {
      texts.sorted { $0.key.rawValue < $1.key.rawValue }
    }

    /// See ``CanvasItem``.
    public func draw(on painter: CanvasPainter) {
      drawAd(on: painter)
      if let overlay = view.overlay { draw(overlay, on: painter) }
    }

    private func draw(_ overlay: AdOverlay, on painter: CanvasPainter) {
      painter.fill(frame, palette[.surface])
      let side = Self.overlayIconSide
      let hasIcon = overlay.iconURL != nil
      let top = frame.y + max(0, frame.height - side - (hasIcon ? side + Self.overlaySpacing : 0)) / 2
      if hasIcon { overlayIcon.draw(on: painter, x: frame.x + (frame.width - side) / 2, y: top) }
      let text = CardText(overlay.text, isBold: true, alignment: .center, maximumLines: 2)
      painter.text(
        text,
        in: LayoutRect(
          x: frame.x, y: hasIcon ? top + side + Self.overlaySpacing : top, width: frame.width, height: side),
        color: palette[text.color], direction: direction)
      painter.closeMark(in: closeMarkFrame.offset(x: frame.x, y: frame.y), palette[text.color])
    }

    /// Where the mark that closes an overlay stands in the view.
    private var closeMarkFrame: LayoutRect {
      let side = min(Self.closeMarkSide, frame.width, frame.height)
      let isLeft = direction == .rightToLeft
      return LayoutRect(x: isLeft ? 0 : frame.width - side, y: 0, width: side, height: side)
    }

    private func drawAd(on painter: CanvasPainter) {
      for (area, model) in [(mediaArea, view.mediaView), (iconArea, view.iconView)] {
        guard let area, let model else { continue }
        area.contentMode = model.contentMode
        area.draw(on: painter, x: frame.x, y: frame.y)
      }
      guard let ad = view.nativeAd else { return }
      for (component, place) in sortedTexts {
        guard let string = ad.text(of: component) else { continue }
        var text = place.style
        text.string = string
        painter.text(
          text, in: place.frame.offset(x: frame.x, y: frame.y), color: palette[text.color],
          direction: direction)
      }
      if let mark = markFrame(of: ad) { painter.adChoicesMark(in: mark.offset(x: frame.x, y: frame.y)) }
    }

    /// Where the AdChoices mark stands in the view; `nil` where there is none.
    private func markFrame(of ad: NativeAd) -> LayoutRect? {
      guard ad.response.privacyURL != nil else { return nil }
      let position = ad.adChoicesPosition
      let side = Self.markSide
      let isLeft = position == .topLeft || position == .bottomLeft
      let isTop = position == .topLeft || position == .topRight
      return LayoutRect(
        x: isLeft ? 0 : frame.width - side, y: isTop ? 0 : frame.height - side, width: side, height: side)
    }
  }

  extension CanvasAdView: AdOverlayDisplay {
    /// See `AdOverlayDisplay`.
    public var iconDisplay: (any MediaDisplay)? { overlayIcon }

    /// See `AdOverlayDisplay`. It is read from the view when it is drawn.
    public func show(_ overlay: AdOverlay?) {}
  }
#endif
