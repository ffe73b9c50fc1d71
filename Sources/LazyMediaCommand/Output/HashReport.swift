import JSON
import LazyMedia

/// What `hash` reports of one source.
struct HashOutcome: Equatable, Sendable {
  /// As given.
  var source: String
  var blurHash: BlurHash?
  var thumbHash: ThumbHash?
  /// Of the picture, as displayed.
  var size: PixelSize?
  var warnings: [String] = []
  /// Bytes of the body received.
  var bytesRead: Int?
  var failure: Failure?

  init(source: String) {
    self.source = source
  }
}

extension HashOutcome: Outcome {
  /// The fields that the help of `hash` lists.
  var json: [UInt8] {
    var object = JSONWriter()
    object.add("source", source)
    object.add("state", failure == nil ? "loaded" : "failed")
    object.add("blurhash", blurHash?.text)
    object.add("thumbhash", thumbHash?.base64)
    object.add("width", size?.width)
    object.add("height", size?.height)
    object.add(failure)
    return object.finished()
  }

  /// Aligned: BlurHash (as long for every picture of a run), ThumbHash, size; then the source.
  var line: String {
    [
      blurHash?.text ?? "-",
      Text.rightPadded(thumbHash?.base64 ?? "-", to: 36),
      Text.leftPadded(size?.description ?? "-", to: 11),
      Text.source(source),
    ].joined(separator: "  ")
  }
}
