public import LazyMedia

/// What a toolkit implements so that an overlay can be seen, over the whole of the ad's view, with something that closes
/// it. It is commanded, not observed: every call comes on the main actor, in the turn of what caused it.
@MainActor public protocol AdOverlayDisplay: AnyObject {
  /// Shows the icon of the overlay shown last; `nil` shows none.
  var iconDisplay: (any MediaDisplay)? { get }
  /// Covers the ad; `nil` uncovers it.
  func show(_ overlay: AdOverlay?)
}
