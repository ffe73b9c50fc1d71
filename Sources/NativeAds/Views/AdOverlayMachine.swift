/// The rules by which an overlay comes and goes: once the person is back and the ad has done its part, until it is closed,
/// or the person is back from where it leads.
struct AdOverlayMachine {
  /// What is to be done.
  enum Action: Equatable {
    case nothing
    /// Ask for an overlay, and show it if there is one.
    case ask
    /// Take it away.
    case close
  }

  private enum State: Equatable {
    case none
    /// The person is back, and it is being checked whether the ad is paid.
    case waiting
    case shown
    /// The page that it leads to is open.
    case left
  }

  private var state = State.none

  /// Whether anything is under way.
  var isIdle: Bool { state == .none }

  /// The person is back from the landing page.
  mutating func `return`(_ participation: ParticipationState) -> Action {
    switch state {
    case .shown, .left: return .nothing
    case .none, .waiting:
      state = participation == .checking ? .waiting : .none
      return participation.isDone ? .ask : .nothing
    }
  }

  /// It is known whether the ad is paid.
  mutating func settle(_ participation: ParticipationState) -> Action {
    guard state == .waiting, participation != .checking else { return .nothing }
    state = .none
    return participation.isDone ? .ask : .nothing
  }

  /// There is an overlay.
  mutating func show() { state = .shown }

  /// The overlay was clicked.
  mutating func leave() { if state == .shown { state = .left } }

  /// The person is back from where it leads.
  mutating func comeBack() -> Action {
    guard state == .left else { return .nothing }
    state = .none
    return .close
  }

  /// Where it leads could not be opened.
  mutating func stay() { if state == .left { state = .shown } }

  /// It is closed, or nobody waits for it any more.
  mutating func close() { state = .none }
}

extension ParticipationState {
  /// Whether nothing is left to take part in.
  fileprivate var isDone: Bool { self == .none || self == .participated }
}
