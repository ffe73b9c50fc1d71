/// One thing that happens in a simulated program. Its numbers pick among what there is when it is played (modulo its
/// count), so that a step means something in whatever schedule it stands.
public struct Step: Hashable, Sendable, CustomStringConvertible {
  /// What happens.
  public enum Kind: UInt8, CaseIterable, Sendable {
    // Ads.
    case load, answer, cancelLoader, dropLoader, dropAd, retry
    // Views.
    case makeView, dropView, bind, unbind, showPlaceholder, removePlaceholders, removeLate, attach, detach,
      expose
    case takeSlot, replaceDisplay
    // Units and groups.
    case makeUnit, loadUnit, cancelUnit, showUnit, makeGroup, loadGroup
    // Clicks and what they lead to.
    case click, openPage, comeBack, answerReward
    // Cells and tasks that share the pipeline.
    case loadCell, reuseCell, coverCell, startTask, cancelTask
    // The world.
    case deliver, complete, fail, corrupt, decode, turn, turns, advance, warnOfMemory, behave
  }

  /// What happens.
  public let kind: Kind
  /// To which.
  public let target: UInt32
  /// With what.
  public let detail: UInt32

  /// Creates a step.
  public init(_ kind: Kind, _ target: UInt32 = 0, _ detail: UInt32 = 0) {
    self.kind = kind
    self.target = target
    self.detail = detail
  }

  /// For example `bind(2, 7)`.
  public var description: String { "\(kind)(\(target), \(detail))" }

  /// How often a kind happens, beside the others.
  static func weight(of kind: Kind) -> Int {
    switch kind {
    case .load: 10
    case .answer: 6
    case .cancelLoader, .dropLoader, .dropAd, .dropView, .detach: 1
    case .makeView, .attach, .expose, .takeSlot, .replaceDisplay: 2
    case .retry: 3
    case .bind: 12
    case .unbind: 4
    case .showPlaceholder: 11
    case .removePlaceholders: 7
    case .removeLate: 9
    case .loadCell: 4
    case .reuseCell, .coverCell: 1
    case .startTask, .cancelTask: 2
    case .makeUnit, .loadGroup: 2
    case .makeGroup, .cancelUnit: 1
    case .loadUnit, .showUnit: 4
    case .click: 10
    case .openPage: 2
    case .comeBack, .answerReward: 5
    case .deliver: 10
    case .complete: 12
    case .fail: 5
    case .corrupt: 2
    case .decode: 14
    case .turn: 16
    case .turns: 8
    case .advance: 4
    case .warnOfMemory: 1
    case .behave: 4
    }
  }

  static let wheel: [Kind] = Kind.allCases.flatMap { Array(repeating: $0, count: weight(of: $0)) }
}
