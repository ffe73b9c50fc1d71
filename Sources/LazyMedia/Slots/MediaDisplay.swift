public import MediaCodecs

/// What a toolkit implements so that a ``MediaSlot`` can be seen: an area that shows one content, and over it at most
/// one placeholder. It is commanded, not observed: every call comes on the main actor, in the turn of what caused it.
@MainActor public protocol MediaDisplay: AnyObject {
  /// The size of the area in pixels (points times the scale factor); `nil` while it has not been laid out. Pictures are
  /// decoded for it.
  var pixelSize: PixelSize? { get }
  /// Shows `content` in place of what was shown.
  func show(_ content: MediaContent)
  /// Puts a placeholder over the content.
  func install(_ placeholder: PlaceholderView)
  /// Something about an installed placeholder has changed: its content, its alpha.
  func update(_ placeholder: PlaceholderView)
  /// Takes a placeholder away.
  func uninstall(_ placeholder: PlaceholderView)
}

/// What a ``MediaDisplay`` shows under its placeholder.
public enum MediaContent: Sendable {
  /// Nothing.
  case empty
  /// An early, coarse form of the picture.
  case preview(MediaPreview)
  /// The picture.
  case image(MediaImage)
  /// A video, whole and checked, for a player that the toolkit brings.
  case video(MediaFile)
}
