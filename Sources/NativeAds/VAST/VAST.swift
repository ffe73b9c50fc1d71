/// A VAST document (IAB Tech Lab, Digital Video Ad Serving Template), versions 2.0 to 4.x, as it was read.
///
/// Text is trimmed, adjacent CDATA sections are joined. What is not understood is left out, not an error.
public struct VAST: Hashable, Sendable {
  /// A video file (`MediaFile`).
  public struct MediaFile: Hashable, Sendable {
    /// How it is delivered.
    public enum Delivery: String, Hashable, Sendable {
      /// One file over HTTP.
      case progressive
      /// A stream, such as HLS.
      case streaming
    }

    /// Where it is; empty where the element holds no URI.
    public var url = ""
    /// `progressive` or `streaming`; `nil` where missing or unknown.
    public var delivery: Delivery?
    /// The MIME type, as given.
    public var type = ""
    /// Width in pixels; 0 where missing, absurd (see ``VAST/MediaFileChoice/largestDimension``), or for audio.
    public var width = 0
    /// Height in pixels; 0 where missing, absurd, or for audio.
    public var height = 0
    /// Kilobits a second (the average of a progressive file); `nil` where missing or absurd.
    public var bitrate: Int?
    /// Kilobits a second of the slowest rendition.
    public var minBitrate: Int?
    /// Kilobits a second of the fastest rendition.
    public var maxBitrate: Int?
    /// The interactive framework that the file needs, such as `VPAID`.
    public var apiFramework: String?
    /// The codec (RFC 4281), such as `avc1.42E01E`.
    public var codec: String?
    /// Bytes of the file (4.1 on).
    public var fileSize: Int?
    /// `2D`, `3D` or `360` (4.x); `2D` by default.
    public var mediaType = "2D"

    /// Creates a file of which nothing is known.
    public init() {}
  }

  /// Something to be told of an event.
  public struct Tracking: Hashable, Sendable {
    /// The name of the event, such as `firstQuartile`; unknown names are kept.
    public var event: String
    /// What is pinged.
    public var url: String
    /// When, for `progress`: a time (`00:00:05`) or a share (`25%`), as given.
    public var offset: String?

    /// Creates a tracker.
    public init(event: String, url: String, offset: String? = nil) {
      self.event = event
      self.url = url
      self.offset = offset
    }
  }

  /// A linear creative: a video with its trackers.
  public struct Linear: Hashable, Sendable {
    /// How long it is; `nil` where missing or unreadable.
    public var duration: Duration?
    /// When it may be skipped: a time or a share, as given.
    public var skipOffset: String?
    /// The files, in document order; empty in a wrapper. Mezzanine files are not among them.
    public var mediaFiles: [MediaFile] = []
    /// Trackers, in document order.
    public var trackings: [Tracking] = []
    /// Where a click leads.
    public var clickThrough: String?
    /// Pinged on a click.
    public var clickTrackings: [String] = []

    /// Creates a creative without files.
    public init() {}
  }

  /// Where a wrapper leads.
  public struct Wrapper: Hashable, Sendable {
    /// The next document (`VASTAdTagURI`).
    public var adTagURL: String
    /// Whether wrappers may follow; `true` by default.
    public var followsAdditionalWrappers = true
    /// Whether pods may follow; `false` by default.
    public var allowsMultipleAds = false
    /// Whether another ad of the pod may stand in where nothing follows; `false` by default.
    public var fallsBackOnNoAd = false

    /// Creates a wrapper.
    public init(adTagURL: String) { self.adTagURL = adTagURL }
  }

  /// An ad.
  public struct Ad: Hashable, Sendable {
    /// The ad's id.
    public var id: String?
    /// The place in a pod, from 1; `nil` outside a pod.
    public var sequence: Int?
    /// Where a wrapper leads; `nil` of an `InLine`.
    public var wrapper: Wrapper?
    /// The name of the server.
    public var adSystem: String?
    /// The title.
    public var title: String?
    /// The advertiser.
    public var advertiser: String?
    /// Pinged on an impression.
    public var impressions: [String] = []
    /// Pinged on an error, with the macro `[ERRORCODE]`.
    public var errors: [String] = []
    /// Linear creatives, in document order.
    public var linears: [Linear] = []
    /// How many `NonLinear` elements there are; they are not played here.
    public var nonLinearCount = 0
    /// Trackers of what is not played here: non-linear creatives, companions, verification.
    public var otherTrackings: [Tracking] = []
    /// Pinged on the events `viewable`, `notViewable` and `viewUndetermined` (`ViewableImpression`, 4.x).
    public var viewable: [Tracking] = []

    /// Creates an ad without creatives.
    public init() {}
  }

  /// The version as given, such as `4.2`.
  public var version: String
  /// The ads, in document order.
  public var ads: [Ad] = []
  /// Pinged where there is no ad (`Error` under the root).
  public var errors: [String] = []

  /// Creates a document without ads.
  public init(version: String) { self.version = version }
}
