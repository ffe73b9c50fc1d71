import LazyMedia

/// Puts a card together, from left to right; ``card`` mirrors it where it runs the other way.
///
/// Whatever the size, no frame leaves the card, and no text or badge stands in the corner of the AdChoices mark.
struct CardBuilder {
  /// The size of the card, without what is no size.
  let size: LayoutSize
  /// The corner of the mark, before mirroring: it stays where it was asked for.
  private let corner: AdChoicesViewPosition
  private let direction: LayoutDirection
  private let hasMark: Bool
  private let hasPicture: Bool
  private let markInset: Double
  private var elements: [CardElement] = []

  /// A side of the mark.
  static let markSide = 16.0
  /// Between the mark and what stands beside it.
  private static let markSpacing = 4.0
  /// Beyond that no screen goes, and no arithmetic fails below it.
  static let largestSide = 1e6

  /// - Parameter topInset: from the edges to the mark in one of the upper corners.
  init(_ content: CardContent, size: LayoutSize, direction: LayoutDirection, topInset: Double = markInset) {
    self.size = LayoutSize(width: Self.side(size.width), height: Self.side(size.height))
    self.direction = direction
    let position = content.adChoicesPosition
    corner = direction == .rightToLeft ? position.mirrored : position
    hasMark = content.hasAdChoices
    hasPicture = content.hasIcon || content.hasMedia
    markInset = position.isTop ? topInset : Self.markInset
    elements.append(
      CardElement(
        role: .background, frame: bounds, content: .fill(.surface), cornerRadius: CardLayout.cornerRadius))
  }

  /// From the edges to the mark where nothing else is said.
  static let markInset = 6.0

  /// A length that can be laid out.
  static func side(_ length: Double) -> Double { length > 0 ? min(length, largestSide) : 0 }

  /// Whether the mark stands on the side where lines begin.
  var isMarkLeading: Bool { corner == .topLeft || corner == .bottomLeft }

  /// An area for a picture; an empty place where the content has none at all.
  mutating func picture(
    _ role: CardElement.Role, _ frame: LayoutRect, _ fit: ContentFit, cornerRadius: Double
  ) {
    guard let frame = frame.clipped(to: bounds) else { return }
    let radius = min(cornerRadius, min(frame.width, frame.height) / 2)
    elements.append(
      CardElement(
        role: role, frame: frame, content: hasPicture ? .picture(fit) : .fill(.placeholder),
        cornerRadius: radius))
  }

  /// A text; none where there is none, or no room for a line of it.
  mutating func text(
    _ role: CardElement.Role, _ text: CardText?, _ frame: LayoutRect, ground: CardColor? = nil
  ) {
    guard let text = text?.limited, !text.string.isEmpty,
      let frame = frame.clipped(to: bounds).map(besideMark),
      frame.width >= text.fontSize, frame.height >= text.fontSize
    else { return }
    let radius = ground == nil ? 0 : min(CardLayout.pictureRadius, frame.height / 2)
    elements.append(
      CardElement(role: role, frame: frame, content: .text(text, ground: ground), cornerRadius: radius))
  }

  /// The card.
  var card: Card {
    var all = elements
    if hasMark, let frame = markFrame.clipped(to: bounds) {
      all.append(CardElement(role: .adChoices, frame: frame, content: .adChoicesMark))
    }
    if direction == .rightToLeft {
      for index in all.indices { all[index].frame = all[index].frame.mirrored(in: size.width) }
    }
    return Card(size: size, elements: all, direction: direction)
  }

  private var bounds: LayoutRect { LayoutRect(x: 0, y: 0, width: size.width, height: size.height) }

  private var markFrame: LayoutRect {
    let side = Self.markSide
    return LayoutRect(
      x: isMarkLeading ? markInset : size.width - markInset - side,
      y: corner.isTop ? markInset : size.height - markInset - side, width: side, height: side)
  }

  /// What of a frame does not touch the corner.
  private func besideMark(_ frame: LayoutRect) -> LayoutRect {
    let mark = markFrame
    let spacing = Self.markSpacing
    let isBeside = corner.isTop ? frame.y < mark.maxY + spacing : frame.maxY > mark.y - spacing
    guard isBeside else { return frame }
    let x = isMarkLeading ? max(frame.x, mark.maxX + spacing) : frame.x
    let maxX = isMarkLeading ? frame.maxX : min(frame.maxX, mark.x - spacing)
    return LayoutRect(x: x, y: frame.y, width: max(0, maxX - x), height: frame.height)
  }
}

extension AdChoicesViewPosition {
  /// Whether it is one of the upper corners.
  var isTop: Bool { self == .topLeft || self == .topRight }

  /// The corner across.
  var mirrored: AdChoicesViewPosition {
    switch self {
    case .topLeft: .topRight
    case .topRight: .topLeft
    case .bottomLeft: .bottomRight
    case .bottomRight: .bottomLeft
    }
  }
}

extension CardText {
  /// Most Unicode scalars: more than any card has room for, and little enough for any toolkit to lay out.
  package static let limit = 2_000

  /// What of the text toolkits are given.
  fileprivate var limited: CardText {
    let scalars = string.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: Self.limit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return self }
    var limited = self
    limited.string = String(scalars[..<end]) + "…"
    return limited
  }
}

extension LayoutRect {
  /// What of it lies in another; `nil` where nothing does.
  fileprivate func clipped(to other: LayoutRect) -> LayoutRect? {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
    guard right > left, bottom > top else { return nil }
    return LayoutRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
