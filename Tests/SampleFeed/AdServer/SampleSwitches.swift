/// What goes wrong with a sample ad server, and how slow it is. Nothing is left to chance: what goes wrong, and when, is
/// counted.
public struct SampleSwitches: Hashable, Sendable {
  /// A fault, and how often.
  public struct Rule: Hashable, Sendable {
    /// What goes wrong.
    public var fault: SampleFault
    /// With which of the requests that follow the change: 1 with all, 2 with every second, and so on.
    public var every: Int

    /// Creates a rule.
    public init(_ fault: SampleFault, every: Int = 1) {
      self.fault = fault
      self.every = max(1, every)
    }
  }

  /// The time from a request to its answer; none by default.
  public var latency: Duration = .zero
  /// What goes wrong; nothing by default.
  public var rules: [SampleEndpoint: Rule] = [:]

  /// Creates switches that are off.
  public init() {}

  /// The longest ``latency`` that ``set(_:to:)`` takes, in milliseconds.
  public static let maximumLatency = 60_000

  /// Why a switch was not set.
  public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is allowed.
    public var description: String

    /// Creates a refusal.
    public init(description: String) { self.description = description }
  }

  /// Sets one switch by name: `latency` to milliseconds; `ads`, `media`, `trackers` or `reward` to a fault, to a fault of
  /// every so-manieth request such as `500/2`, or to `off`.
  public mutating func set(_ name: String, to value: String) throws(Refusal) {
    if name == "latency" {
      guard let milliseconds = Int(value), (0...Self.maximumLatency).contains(milliseconds) else {
        throw Refusal(
          description: "latency must be a number of milliseconds from 0 to \(Self.maximumLatency)")
      }
      latency = .milliseconds(milliseconds)
      return
    }
    guard let endpoint = SampleEndpoint(rawValue: name) else {
      throw Refusal(description: "there is no switch '\(name)': there are latency, \(SampleEndpoint.names)")
    }
    if value == "off" {
      rules[endpoint] = nil
      return
    }
    let parts = value.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let every = parts.count == 2 ? Int(parts[1]) : 1
    guard let fault = SampleFault(String(parts[0])), fault.applies(to: endpoint), let every,
      (1...1_000_000).contains(every)
    else { throw Refusal(description: "\(name) must be \(Self.values(of: endpoint))") }
    rules[endpoint] = Rule(fault, every: every)
  }

  /// The value of a switch, as ``set(_:to:)`` reads it.
  public func value(of endpoint: SampleEndpoint) -> String {
    guard let rule = rules[endpoint] else { return "off" }
    return rule.every == 1 ? "\(rule.fault)" : "\(rule.fault)/\(rule.every)"
  }

  /// What can go wrong with an endpoint, in words.
  public static func values(of endpoint: SampleEndpoint) -> String {
    let own =
      switch endpoint {
      case .ads: "no-fill, fewer, duplicates, "
      case .reward: "the name of a result such as tooShortToParticipate, "
      case .media, .trackers: ""
      }
    return
      "off, \(own)a status (204, 400 to 599), stall, truncated or slow, each with /N for every Nth request"
  }
}
