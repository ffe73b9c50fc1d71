import JSON

extension OpenRTBNative {
  /// A campaign that pays people for taking part: pass-through data of reward networks, from `ext.campaign`.
  public struct Campaign: Hashable, Sendable {
    /// How far a person is with a campaign.
    public struct Status: RawRepresentable, Hashable, Sendable {
      /// The network's own word, in lower case, without `_`, `-` and blanks.
      public var rawValue: String
      /// Creates a status.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// Begun, not ended.
      public static let inProgress = Status(rawValue: "inprogress")
      /// Done, and paid for.
      public static let completed = Status(rawValue: "completed")
      /// Ended, whether done or not.
      public static let closed = Status(rawValue: "closed")
    }

    /// How many times the usual the reward is (`promoRatio`).
    public var promoRatio: Double?
    /// How far the person is (`status`).
    public var status: Status?
    /// The reward (`reward`, else `totalConvertedValue`), in ``currency``.
    public var reward: Double?
    /// What the reward is counted in (`currency`), such as `coins`.
    public var currency: String?

    /// Asked for the reward (`rewardURL`), see ``TransportRewardRequester``.
    public var rewardURL: String?

    /// Creates a campaign that tells nothing.
    public init() {}

    /// Whether there is a reward to ask for.
    public var paysReward: Bool { rewardURL != nil || (reward ?? 0) > 0 }
    /// Whether the reward is raised: a ratio above 1.
    public var hasPromo: Bool { promoRatio.map { $0 > 1 } ?? false }
    /// Whether the person has begun: a status other than completed and closed.
    public var isInProgress: Bool { status.map { $0 != .completed && $0 != .closed } ?? false }
  }
}

extension OpenRTBNative.Campaign {
  /// An object, whatever of it can be read; `nil` of anything else.
  init?(_ value: JSONValue) {
    guard case .object = value else { return nil }
    promoRatio = value["promoRatio"]?.decimal
    status = value["status"]?.text.map(Status.init(word:))
    reward = value["reward"]?.decimal ?? value["totalConvertedValue"]?.decimal
    currency = value["currency"]?.text
    rewardURL = value["rewardURL"]?.url
  }
}

extension OpenRTBNative.Campaign.Status {
  fileprivate init(word: String) {
    self.init(rawValue: word.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " })
  }
}
