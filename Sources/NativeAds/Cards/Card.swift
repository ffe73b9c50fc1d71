public import LazyMedia

/// What a cell shows, laid out, as a value that any toolkit can draw: rectangles in points, texts, and areas for
/// pictures. It is complete before anything has loaded, and nothing that loads changes it.
public struct Card: Hashable, Sendable {
  /// The size of the card, in points.
  public var size: LayoutSize
  /// What it shows, the hindmost first; frames are relative to its upper left corner, mirrored already where it runs from
  /// right to left.
  public var elements: [CardElement]
  /// The direction of the texts.
  public var direction: LayoutDirection

  /// Creates a card.
  public init(size: LayoutSize, elements: [CardElement] = [], direction: LayoutDirection = .leftToRight) {
    self.size = size
    self.elements = elements
    self.direction = direction
  }

  /// The frame of the first element with a role; `nil` where there is none.
  public func frame(of role: CardElement.Role) -> LayoutRect? {
    elements.first { $0.role == role }?.frame
  }

  /// The role of the foremost element at a point; `nil` beside the card.
  public func role(at point: LayoutPoint) -> CardElement.Role? {
    elements.last { $0.frame.contains(point) }?.role
  }
}

/// A part of a ``Card``.
public struct CardElement: Hashable, Sendable {
  /// What the part is, for clicks and for screen readers.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// The ground of the card.
    case background
    /// The main media.
    case media
    /// The icon.
    case icon
    /// The title.
    case title
    /// The descriptive text.
    case body
    /// The advertiser.
    case advertiser
    /// The button.
    case callToAction
    /// The badge of a raised reward.
    case promoBadge
    /// The badge of a campaign that is under way.
    case progressBadge
    /// The reward, as text.
    case reward
    /// The AdChoices mark.
    case adChoices
  }

  /// How the part looks.
  public enum Content: Hashable, Sendable {
    /// A filled shape.
    case fill(CardColor)
    /// An area for a picture, filled by the ad. How the picture fills it.
    case picture(ContentFit)
    /// A text, over a filled shape where `ground` says so: then its one line stands in the middle of the frame, else its
    /// lines begin at the upper edge.
    case text(CardText, ground: CardColor?)
    /// The AdChoices mark: a drawn triangle with an i.
    case adChoicesMark
  }

  /// What the part is.
  public var role: Role
  /// Where it stands, in points.
  public var frame: LayoutRect
  /// How it looks.
  public var content: Content
  /// The radius of its corners, in points; 0 by default.
  public var cornerRadius: Double

  /// Creates a part.
  public init(role: Role, frame: LayoutRect, content: Content, cornerRadius: Double = 0) {
    self.role = role
    self.frame = frame
    self.content = content
    self.cornerRadius = cornerRadius
  }
}

/// A text of a ``Card``. What does not fit is cut off with an ellipsis.
public struct CardText: Hashable, Sendable {
  /// Where lines begin.
  public enum Alignment: String, Hashable, Sendable {
    /// At the side where the text's direction begins.
    case leading
    /// In the middle.
    case center
  }

  /// The text.
  public var string: String
  /// The height of the letters' em, in points.
  public var fontSize: Double
  /// Whether it is bold.
  public var isBold: Bool
  /// The color.
  public var color: CardColor
  /// Where its lines begin.
  public var alignment: Alignment
  /// Most lines.
  public var maximumLines: Int

  /// Creates a text.
  public init(
    _ string: String, fontSize: Double = 14, isBold: Bool = false, color: CardColor = .text,
    alignment: Alignment = .leading, maximumLines: Int = 1
  ) {
    self.string = string
    self.fontSize = fontSize
    self.isBold = isBold
    self.color = color
    self.alignment = alignment
    self.maximumLines = maximumLines
  }
}
