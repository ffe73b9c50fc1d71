#if Canvas
  public import NativeAds

  /// Draws a `Card` on a ``MediaCanvas``.
  @MainActor public final class CanvasCard: CardSurface, CanvasItem {
    /// Where its left edge stands on the canvas, in points; 0 by default.
    public var x = 0.0
    /// Where its upper edge stands on the canvas, in points; 0 by default.
    public var y = 0.0
    /// Its colors; it is drawn with those that it has then.
    public var palette: CardPalette
    /// What it shows; `nil` while it is empty.
    public private(set) var card: Card?
    /// The area of the main media; its frame is relative to the card.
    public let mediaArea: CanvasMediaArea
    /// The area of the icon; its frame is relative to the card.
    public let iconArea: CanvasMediaArea

    /// Creates an empty card.
    /// - Parameters:
    ///   - scale: pixels a point, as pictures are decoded for: that of the canvas; 1 by default.
    ///   - palette: its colors; light by default.
    public init(scale: Double = 1, palette: CardPalette = .light) {
      self.palette = palette
      mediaArea = CanvasMediaArea(scale: scale)
      iconArea = CanvasMediaArea(scale: scale)
    }

    /// See `CardSurface`.
    public var mediaDisplay: any MediaDisplay { mediaArea }
    /// See `CardSurface`.
    public var iconDisplay: any MediaDisplay { iconArea }

    /// See `CardSurface`.
    public func show(_ card: Card?) {
      self.card = card
      for (role, area) in [(CardElement.Role.media, mediaArea), (.icon, iconArea)] {
        let element = card?.elements.first { $0.role == role }
        area.frame = element?.frame ?? LayoutRect(x: 0, y: 0, width: 0, height: 0)
        area.cornerRadius = element?.cornerRadius ?? 0
        if case .picture(let fit)? = element?.content { area.contentMode = fit }
      }
    }

    /// See ``CanvasItem``.
    public func draw(on painter: CanvasPainter) { draw(on: painter, x: x, y: y) }

    /// Draws it at another place.
    func draw(on painter: CanvasPainter, x: Double, y: Double) {
      guard let card else { return }
      let bounds = LayoutRect(x: x, y: y, width: card.size.width, height: card.size.height)
      guard let rect = painter.rect(bounds) else { return }
      painter.clipped(to: rect, cornerRadius: 0) {
        for element in card.elements {
          let frame = element.frame.offset(x: x, y: y)
          switch element.content {
          case .fill(let color): painter.fill(frame, palette[color], cornerRadius: element.cornerRadius)
          case .picture: area(of: element.role)?.draw(on: painter, x: x, y: y)
          case .text(let text, let ground):
            if let ground { painter.fill(frame, palette[ground], cornerRadius: element.cornerRadius) }
            painter.text(
              text, in: ground == nil ? frame : frame.narrowed, color: palette[text.color],
              direction: card.direction, isCentered: ground != nil)
          case .adChoicesMark: painter.adChoicesMark(in: frame)
          }
        }
      }
    }

    private func area(of role: CardElement.Role) -> CanvasMediaArea? {
      switch role {
      case .media: mediaArea
      case .icon: iconArea
      default: nil
      }
    }
  }

  extension LayoutRect {
    /// Letters do not touch the edges of their ground.
    fileprivate var narrowed: LayoutRect {
      let inset = min(5, width / 4)
      return LayoutRect(x: x + inset, y: y, width: width - 2 * inset, height: height)
    }
  }
#endif
