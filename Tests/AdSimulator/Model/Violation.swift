/// A rule that did not hold.
public struct Violation: Error, Hashable, Sendable, CustomStringConvertible {
  /// The rules that hold after every step.
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    /// A display shows nothing but what its present occupant asked for.
    case noWrongPicture
    /// What is loaded is shown in the same turn, and stays.
    case noFlash
    /// Nothing is told after a cancel.
    case silenceAfterCancel
    /// A request for an ad ends once, by an ad or an error.
    case oneAnswer
    /// A lazy ad waits neither for its icon nor for its media.
    case handOverFirst
    /// Nothing is told of an ad before it has been handed over, and nothing inside a callback of its own.
    case oneAtATime
    /// States change along legal edges, each is told, and what is told holds.
    case legalStates
    /// An asset fails only where its bytes did.
    case honestFailure
    /// An attempt ends by one event, the right one.
    case oneTerminalEvent
    /// Placeholders come and go as ruled.
    case placeholders
    /// A transfer runs only while somebody wants its bytes, and once for all of them.
    case noLeakedTransfer
    /// What is wanted comes to an end.
    case noStarvation
    /// What nobody holds is gone.
    case noLeakedObject
    /// A view tells whether it shows the ad.
    case rendering
    /// An ad is viewable once, after its media was in view for a second.
    case viewability
    /// The preferred size is that of the response, then that of the file.
    case preferredSize
    /// Clicks, landing pages and returns are told as they happen; a request for a reward has one result.
    case engagement
    /// A unit's ad is replaced when it has done its part, and only then; a failed refresh changes nothing.
    case refresh
    /// The ads of a group are different, in order, and all that came.
    case group
    /// Trackers hear of what has happened, once, and of nothing else.
    case trackers
  }

  /// The rule.
  public var rule: Rule
  /// What was seen.
  public var text: String

  /// For example `noFlash: ad 1 is bound, its icon is there but not shown`.
  public var description: String { "\(rule.rawValue): \(text)" }
}
