/// The rules of a waterfall: whom to ask next, how long, and that it ends once.
struct AdChainMachine {
  /// What is to be done, in order.
  enum Action: Equatable {
    /// Tell that the direct network has no ad, for this reason, and that a backfill is asked.
    case tellBackfill(NativeAdLoaderError)
    /// Ask the network with that index, for at most so long.
    case ask(Int, limit: Duration)
    /// Hand the ad over that came last.
    case handOver
    /// Tell that there is no ad.
    case fail(NativeAdUnitError)
  }

  private let limits: [Duration?]
  private let totalLimit: Duration
  private var asked: Int?
  private var errors: [NativeAdLoaderError] = []
  private(set) var isOver = false

  /// - Parameters:
  ///   - limits: the time of each network, the direct one first.
  ///   - totalLimit: the time of all together.
  init(limits: [Duration?], totalLimit: Duration) {
    self.limits = limits
    self.totalLimit = totalLimit
  }

  /// Begins; only the first call does.
  mutating func begin() -> [Action] {
    guard asked == nil, !isOver else { return [] }
    return [ask(0, remaining: totalLimit)]
  }

  /// A network has given an ad, or has not. What comes from one that is not asked any more says nothing.
  /// - Parameter elapsed: the time since ``begin()``.
  mutating func settle(_ index: Int, _ error: NativeAdLoaderError?, elapsed: Duration) -> [Action] {
    guard !isOver, index == asked else { return [] }
    guard let error else {
      isOver = true
      return [.handOver]
    }
    errors.append(error)
    let remaining = totalLimit - elapsed
    guard index + 1 < limits.count, remaining > .zero else {
      isOver = true
      return [.fail(index == 0 ? .direct(error) : .backfillNoFill(errors))]
    }
    let next = ask(index + 1, remaining: remaining)
    return index == 0 ? [.tellBackfill(error), next] : [next]
  }

  /// Nobody waits any more.
  mutating func cancel() { isOver = true }

  private mutating func ask(_ index: Int, remaining: Duration) -> Action {
    asked = index
    return .ask(index, limit: min(limits[index] ?? remaining, remaining))
  }
}
