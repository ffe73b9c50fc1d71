/// What covers an ad's view once the person is back from its landing page, such as a word of thanks.
public struct AdOverlay: Hashable, Sendable {
  /// What it says.
  public var text: String
  /// The URL of its icon; `nil` shows none.
  public var iconURL: String?
  /// The page that a click on it opens; `nil` opens none.
  public var link: String?

  /// Creates an overlay.
  public init(text: String, iconURL: String? = nil, link: String? = nil) {
    self.text = text
    self.iconURL = iconURL
    self.link = link
  }
}
