/// The rules by which the one placeholder of a slot comes and goes. Tokens tell placeholders apart, so that a removal
/// that ends late touches nothing but its own.
struct PlaceholderMachine {
  /// Names one placeholder of this slot.
  struct Token: Hashable, Sendable {
    fileprivate var number: UInt64
  }

  /// What is to be done to remove a placeholder.
  enum Removal: Equatable {
    /// There is none, or its removal is under way already.
    case nothing
    /// Take it away.
    case now
    /// Hand it to the handler, which takes it away when it likes.
    case throughHandler(Token)
  }

  private enum State: Equatable {
    case none
    case shown
    case leaving
  }

  private var state = State.none
  private var current = Token(number: 0)

  /// Whether a handler has been asked to take it away and has not yet.
  var isLeaving: Bool { state == .leaving }

  /// A placeholder is shown. Returns whether it replaces another, which goes at once, without any handler.
  mutating func show() -> Bool {
    let replaces = state != .none
    current.number += 1
    state = .shown
    return replaces
  }

  /// The placeholder is to be removed.
  mutating func remove(hasHandler: Bool) -> Removal {
    guard state == .shown else { return .nothing }
    state = hasHandler ? .leaving : .none
    return hasHandler ? .throughHandler(current) : .now
  }

  /// The handler is done with the placeholder of `token`. Returns whether that is now taken away.
  mutating func finishRemoval(of token: Token) -> Bool {
    #if MUTANTS
      if Mutant.removesAnyPlaceholder.isOn { return drop() }
    #endif
    guard state == .leaving, token == current else { return false }
    state = .none
    return true
  }

  /// The slot is given up: whatever there is goes at once, without any handler. Returns whether there was one.
  mutating func drop() -> Bool {
    defer { state = .none }
    return state != .none
  }
}
