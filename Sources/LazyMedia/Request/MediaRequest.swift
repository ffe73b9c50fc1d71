public import MediaCodecs
public import MediaTransport

/// How urgent a picture is: the same scale that transfers use, for the transfer and the decode.
///
/// - `high`, `veryHigh`: somebody sees it; the newest goes first. A ``MediaSlot`` asks with at least `high`.
/// - `normal`: in order, such as the pictures of a batch job.
/// - `low`, `veryLow`: fetched ahead; never in the last third of the places. A ``MediaPrefetcher`` asks with `low`.
public typealias MediaPriority = TransportPriority

/// A picture that is wanted: where its bytes are, how large it will be shown, how urgent it is.
///
/// Requests that differ in nothing but ``priority``, ``makesPreviews``, ``keepsData`` and ``maximumBytes`` share one
/// transfer and one decode. Those that differ in ``cachePolicy`` do not, but fill and find the same caches.
public struct MediaRequest: Hashable, Sendable {
  /// Where the bytes are: an `http:` or `https:` URL; also `file:`, `data:` or a path where the transport
  /// allows local sources.
  public var url: String { didSet { fetchChanged() } }
  /// The box that the picture is shown in, in pixels; `nil` (the default) decodes at full size.
  public var target: DecodeTarget? { didSet { decodeChanged() } }
  /// The channel order of the result; `rgba8` by default.
  public var pixelFormat: PixelFormat = .rgba8 { didSet { decodeChanged() } }
  /// The alpha mode of the result; `straight` by default.
  public var alphaMode: AlphaMode = .straight { didSet { decodeChanged() } }
  /// Whether EXIF orientation is applied; `true` by default.
  public var appliesOrientation = true { didSet { decodeChanged() } }
  /// Whether a truncated or damaged file gives its good rows instead of an error; `false` by default.
  /// A partial picture is never cached.
  public var allowsPartial = false { didSet { decodeChanged() } }
  /// Whether ``MediaEvent/preview(_:)`` is sent for progressive files; `false` by default.
  /// A request that joins a decode already begun without previews gets none.
  public var makesPreviews = false
  /// How it uses what the pipeline's stores have; `normal` by default.
  public var cachePolicy = CachePolicy.normal
  /// How urgent it is; `normal` by default.
  public var priority: MediaPriority = .normal
  /// Header fields to send. They are part of the identity of the fetch.
  public var headers: [HTTPField] = [] { didSet { fetchChanged() } }
  /// What stands for ``url`` in the identity of the fetch, for URLs whose signature changes; `nil` by default.
  public var identifier: String? { didSet { fetchChanged() } }
  /// Most bytes of the body, below the limit of the pipeline; `nil`, the default, is that limit. No part of the identity:
  /// who joins a transfer that others began keeps their limit.
  public var maximumBytes: Int?
  /// Whether the memory cache is asked and filled; `true` by default.
  public var usesMemoryCache = true
  /// Whether the file as it came is kept in the data cache once its decode, or for a video its check, has succeeded;
  /// `false` by default. What is kept there serves every request for the same bytes.
  public var keepsData = false

  // What caches look for, hashed whenever a part of it is set, so that a lookup need not read a long URL.
  private(set) var fetchHash = 0
  private(set) var decodeHash = 0

  /// Creates a request with the defaults above.
  public init(url: String, target: DecodeTarget? = nil) {
    self.url = url
    self.target = target
    fetchChanged()
  }

  private mutating func fetchChanged() {
    var hasher = Hasher()
    hasher.combine(identifier ?? url)
    hasher.combine(headers)
    fetchHash = hasher.finalize()
    decodeChanged()
  }

  private mutating func decodeChanged() {
    var hasher = Hasher()
    hasher.combine(fetchHash)
    hasher.combine(target)
    hasher.combine(pixelFormat)
    hasher.combine(alphaMode)
    hasher.combine(appliesOrientation)
    hasher.combine(allowsPartial)
    decodeHash = hasher.finalize()
  }
}

extension DecodeTarget {
  /// Whether both sides are at most 256 pixels, so that its file is expected to be small.
  var isIcon: Bool { size.width <= 256 && size.height <= 256 }
}

extension MediaRequest {
  /// The URL as it may stand in a message.
  var redactedURL: String { TransportRequest(url: url).redactedURL }

  var fetchKey: FetchKey {
    FetchKey(resource: identifier ?? url, headers: headers, policy: cachePolicy, hash: fetchHash)
  }

  var decodeKey: DecodeKey {
    DecodeKey(
      fetch: fetchKey, target: target, pixelFormat: pixelFormat, alphaMode: alphaMode,
      appliesOrientation: appliesOrientation, allowsPartial: allowsPartial, hash: decodeHash)
  }
}
