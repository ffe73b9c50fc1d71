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

  /// Whether this is the stored key of `request`: the same as to compare them, without a key of its own.
  @inline(__always) func isStoredKey(of request: borrowing MediaRequest) -> Bool {
    hash == request.decodeHash && fetch.policy == .normal && isResource(of: request)
      && pixelFormat == request.pixelFormat && alphaMode == request.alphaMode
      && appliesOrientation == request.appliesOrientation && allowsPartial == request.allowsPartial
      && target == request.target
      && (fetch.headers.isEmpty && request.headers.isEmpty || fetch.headers == request.headers)
  }

  @inline(__always) private func isResource(of request: borrowing MediaRequest) -> Bool {
    if let identifier = request.identifier { return identifier == fetch.resource }
    return request.url == fetch.resource
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
