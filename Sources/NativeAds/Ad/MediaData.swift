import LazyMedia

/// What is known of an ad's main media. Before it has loaded, only the preferred size is of use.
public struct MediaData: Sendable {
  /// What the main media is.
  public enum MediaType: String, Hashable, Sendable {
    /// A still picture.
    case image
    /// An outstream video.
    case video
  }

  /// Where the preferred size comes from.
  public enum SizeSource: String, Hashable, Sendable {
    /// The ad response.
    case response
    /// The chosen file of the VAST document.
    case vast
    /// Another file of the VAST document, as the chosen one tells no size.
    case vastEstimate
    /// The first bytes of the file.
    case probe
    /// The file itself, which has loaded.
    case file
  }

  /// What the main media is.
  public var mediaType: MediaType
  /// Where the preferred size comes from; `nil` while there is none.
  public var sizeSource: SizeSource?
  /// The width that the media asks for, in pixels; 0 while unknown.
  public var preferredMediaWidth: Double
  /// The height that the media asks for, in pixels; 0 while unknown.
  public var preferredMediaHeight: Double
  /// Controls the video; `nil` until the main media has loaded, and for images always.
  public var videoController: VideoController?

  init(mediaType: MediaType) {
    self.mediaType = mediaType
    preferredMediaWidth = 0
    preferredMediaHeight = 0
  }

  /// Whether the preferred size can be used: both sides above 0.
  public var hasPreferredSize: Bool { preferredMediaWidth > 0 && preferredMediaHeight > 0 }

  /// The height at a given width, so that the aspect is kept: in the unit of `fixedWidth`, unrounded. 0 while the
  /// preferred size is unknown, and for a width that is not above 0 or not finite.
  public func preferredHeight(fixedWidth: Double) -> Double {
    guard hasPreferredSize, fixedWidth.isFinite, fixedWidth > 0 else { return 0 }
    let height = fixedWidth * preferredMediaHeight / preferredMediaWidth
    return height.isFinite ? height : 0
  }

  /// The height of the area that a renderer keeps free at a given width, rounded to whole units: 16:9 while the
  /// preferred size is unknown.
  public func layoutHeight(fixedWidth: Double) -> Double {
    guard fixedWidth.isFinite, fixedWidth > 0 else { return 0 }
    let height = preferredHeight(fixedWidth: fixedWidth)
    return (height > 0 ? height : fixedWidth * 9 / 16).rounded()
  }

  mutating func setSize(_ size: PixelSize, from source: SizeSource) {
    guard CreativeSize(width: size.width, height: size.height) != nil else { return }
    preferredMediaWidth = Double(size.width)
    preferredMediaHeight = Double(size.height)
    sizeSource = source
  }
}
