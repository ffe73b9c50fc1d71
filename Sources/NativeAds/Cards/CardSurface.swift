public import LazyMedia

/// What a toolkit implements so that the ready cells can be seen: it draws a ``Card`` and has an area for each picture.
/// It is commanded, not observed: every call comes on the main actor, in the turn of what caused it.
@MainActor public protocol CardSurface: AnyObject {
  /// Shows the main media where the card has an element of that role. Its pixel size is that of the card shown last.
  var mediaDisplay: any MediaDisplay { get }
  /// Shows the icon in the same way.
  var iconDisplay: any MediaDisplay { get }
  /// Lays out and draws a card in place of the one before; `nil` empties the surface. Pictures and placeholders come
  /// through the displays, afterwards.
  func show(_ card: Card?)
}
