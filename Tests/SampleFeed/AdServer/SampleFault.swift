public import NativeAds

/// A kind of answer of a sample ad server that can be made to go wrong.
public enum SampleEndpoint: String, CaseIterable, Sendable {
  /// Ad responses.
  case ads
  /// Pictures, videos, and the VAST documents that lead to them.
  case media
  /// Trackers.
  case trackers
  /// Rewards.
  case reward

  /// All of them, in words.
  public static let names = allCases.map(\.rawValue).joined(separator: ", ")
}

/// What goes wrong with an answer.
public enum SampleFault: Hashable, Sendable {
  /// A bid response without a bid. Of ads.
  case noFill
  /// Half as many bids as asked for, at least one. Of ads.
  case fewer
  /// Every second bid is the one before it once more. Of ads.
  case duplicates
  /// Another result than that of the reward. Of rewards.
  case result(RewardResult)
  /// An HTTP status instead of an answer: 204, or 400 to 599.
  case status(Int)
  /// No answer at all; the connection stays open.
  case stall
  /// Half of the body, then the end of the connection.
  case truncated
  /// 10,000 bytes a second.
  case slow

  /// Reads `no-fill`, `fewer`, `duplicates`, a status, `stall`, `truncated`, `slow`, or one of ``RewardResult``.
  public init?(_ word: String) {
    if let (fault, _) = Self.words.first(where: { $0.word == word }) {
      self = fault
    } else if let result = RewardResult(rawValue: word) {
      self = .result(result)
    } else if let status = Int(word), status == 204 || (400...599).contains(status) {
      self = .status(status)
    } else {
      return nil
    }
  }

  private static let words: [(fault: SampleFault, word: String)] = [
    (.noFill, "no-fill"), (.fewer, "fewer"), (.duplicates, "duplicates"), (.stall, "stall"),
    (.truncated, "truncated"), (.slow, "slow"),
  ]

  /// Whether the answers of an endpoint can go wrong in this way.
  public func applies(to endpoint: SampleEndpoint) -> Bool {
    switch self {
    case .noFill, .fewer, .duplicates: endpoint == .ads
    case .result: endpoint == .reward
    case .status, .stall, .truncated, .slow: true
    }
  }
}

extension SampleFault: CustomStringConvertible {
  /// The word that ``init(_:)`` reads.
  public var description: String {
    switch self {
    case .status(let status): String(status)
    case .result(let result): result.rawValue
    default: Self.words.first { $0.fault == self }?.word ?? ""
    }
  }
}
