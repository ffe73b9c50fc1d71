public import NativeAds
public import OriginServer

/// An ad server of this machine, with the units of ``SampleAdUnit``: any program can be tried with it.
///
/// ```swift
/// let samples = try SampleAdServer()
/// let request = NativeAdRequest(unitID: SampleAdUnit.native.rawValue)
/// let loader = NativeAdLoader(source: samples.source(for: request))
/// ```
///
/// It listens on 127.0.0.1 and serves, all by GET:
///
/// - `/ads?unit=…&context=…&count=…`: a bid response (OpenRTB) with `count` ads, 1 by default, that were not served before.
///   An unknown unit is answered with 404 and the names of those that there are;
/// - what the ads name: pictures, videos and their VAST documents, landing and privacy page, trackers below `/t/`, and the
///   rewards of every third ad, each paid once;
/// - `/log`: the hits of trackers, a JSON object a line;
/// - `/control?NAME=VALUE&…`: the switches, after those named were set; see ``SampleSwitches/set(_:to:)``.
///
/// May be used from any thread. It stops with the last reference to it.
public final class SampleAdServer: Sendable {
  /// What serves.
  public let origin: OriginServer
  private let desk: SampleAdDesk

  /// Starts a server.
  /// - Parameters:
  ///   - port: on 127.0.0.1; 0, the default, takes any free one.
  ///   - switches: what goes wrong; nothing by default.
  ///   - onRequest: called with each request before its answer is sent, on the server's thread, which waits for it.
  public init(
    port: UInt16 = 0, switches: SampleSwitches = SampleSwitches(),
    onRequest: (@Sendable (ServedRequest) -> Void)? = nil
  ) throws(OriginError) {
    var configuration = OriginConfiguration()
    configuration.port = port
    configuration.recordsRequests = false
    origin = try OriginServer(configuration)
    desk = SampleAdDesk(baseURL: origin.baseURL, switches: switches, onRequest: onRequest)
    origin.route(below: "/") { [desk] in desk.answer($0) }
  }

  /// Where an ad is asked for.
  public func url(for request: NativeAdRequest) -> String {
    var url = "\(origin.baseURL)/ads?unit=\(Self.encoded(request.unitID))&count=\(request.count)"
    if !request.contextID.isEmpty { url += "&context=\(Self.encoded(request.contextID))" }
    return url
  }

  /// Where a loader gets an ad.
  public func source(for request: NativeAdRequest) -> NativeAdSource { .url(url(for: request)) }

  /// What goes wrong. A change holds from the next request on; a rule that is new begins to count with it.
  public var switches: SampleSwitches {
    get { desk.switches }
    set { desk.switches = newValue }
  }

  /// The trackers that were fetched, in order; the last 50,000 at least.
  public var hits: [TrackerHit] { desk.hits }
  /// How many hits there were, and how many of them repeated one of the same event, ad and unit.
  public var hitCounts: (total: Int, repeated: Int) { desk.hitCounts }
  /// How many ads were served; they are numbered from 1.
  public var adCount: Int { desk.adCount }

  /// Ends the server. Idempotent; otherwise it ends with the last reference to it.
  public func stop() { origin.stop() }

  /// All but unreserved characters are encoded (RFC 3986, section 2.1).
  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-._~".utf8.contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }.joined()
  }
}
