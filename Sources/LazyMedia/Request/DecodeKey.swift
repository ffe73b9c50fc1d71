import MediaCodecs

/// The identity of a decode: that of its fetch, and all that changes the pixels.
struct DecodeKey: Hashable, Sendable {
  let fetch: FetchKey
  let target: DecodeTarget?
  let pixelFormat: PixelFormat
  let alphaMode: AlphaMode
  let appliesOrientation: Bool
  let allowsPartial: Bool
  /// Of all but the policy: taken once, when the request is made.
  let hash: Int

  /// The key that caches know: whatever the policy of those that ask, they fill and find the same.
  var stored: DecodeKey {
    DecodeKey(
      fetch: fetch.stored, target: target, pixelFormat: pixelFormat, alphaMode: alphaMode,
      appliesOrientation: appliesOrientation, allowsPartial: allowsPartial, hash: hash)
  }

  static func == (left: Self, right: Self) -> Bool {
    left.hash == right.hash && left.target == right.target
      && left.pixelFormat == right.pixelFormat && left.alphaMode == right.alphaMode
      && left.appliesOrientation == right.appliesOrientation && left.allowsPartial == right.allowsPartial
      && left.fetch == right.fetch
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
