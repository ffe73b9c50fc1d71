/// The two assets of an ad that load after its texts.
public enum MediaAssetType: String, Hashable, Sendable, CaseIterable {
  /// The main media: an image or a video.
  case media
  /// The icon.
  case icon
}
