public import NativeAds
public import OriginServer

/// An ad server of this machine, with the units of ``SampleAdUnit``: any program can be tried with it.
///
/// ```swift
/// let samples = try SampleAdServer()
/// let unit = NativeAdUnit(
///   unitID: SampleAdUnit.native.rawValue, chain: NativeAdSourceChain(direct: samples.network))
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

  /// The server as a place that ads come from; it lives as long as this does.
  public var network: NativeAdNetwork {
    let endpoint = NativeAdNetwork.endpoint("\(origin.baseURL)/ads")
    return NativeAdNetwork { [self] request in
      withExtendedLifetime(self) { endpoint.source(request) }
    }
  }

  /// What goes wrong. A change holds from the next request on; a rule that is new begins to count with it.
  public var switches: SampleSwitches {
    get { desk.switches }
    set { desk.switches = newValue }
  }

  /// The trackers that were fetched, in order; the last 50,000 at least, unless their texts have more than 32 MiB.
  public var hits: [SampleTrackerHit] { desk.hits }
  /// How many hits there were, and how many of them repeated one of the same event, ad and unit.
  public var hitCounts: (total: Int, repeated: Int) { desk.hitCounts }
  /// How many ads were served; they are numbered from 1.
  public var adCount: Int { desk.adCount }

  /// Ends the server. Idempotent; otherwise it ends with the last reference to it.
  public func stop() { origin.stop() }
}
