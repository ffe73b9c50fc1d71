/// Networks that are asked one after another (a waterfall): the direct one, then those that stand in for it.
///
/// Whatever keeps the direct network from giving an ad leads to the first backfill, and so on: it has none, it fails, its
/// time is over; in eager mode also a main media that does not load. All together have
/// ``NativeAdOptions/requestTimeoutInterval``; a network that is not to use up the time of those after it gets a
/// ``NativeAdNetwork/timeLimit``.
public struct NativeAdSourceChain: Sendable {
  /// Asked first.
  public var direct: NativeAdNetwork
  /// Asked in order, each where those before had no ad; none by default.
  public var backfills: [NativeAdNetwork]

  /// Creates a chain.
  public init(direct: NativeAdNetwork, backfills: [NativeAdNetwork] = []) {
    self.direct = direct
    self.backfills = backfills
  }

  var networks: [NativeAdNetwork] { [direct] + backfills }
}
