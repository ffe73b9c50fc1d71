public import MediaCodecs

/// What a task tells while it runs.
public enum MediaEvent: Sendable {
  /// The head of the file is read: the size is known. Once, before any pixels.
  case size(ImageInfo)
  /// So many bytes of the body have come, of so many expected (`nil` where unknown).
  /// Only the latest is kept for a reader that is slow.
  case progress(received: Int, expected: Int?)
  /// An early form of the picture, where the request asked for previews. Only the latest is kept.
  case preview(MediaPreview)
  /// The picture. Last.
  case finished(MediaImage)
  /// The failure. Last.
  case failed(MediaError)
}
