/// What a toolkit implements so that a text of an ad can be seen: a label, a button's title. It is commanded, not
/// observed: each text comes on the main actor, in the turn of what caused it.
@MainActor public protocol TextDisplay: AnyObject {
  /// Shows a text in place of the one before; an empty one shows nothing. It may be of any length: what does not fit is cut
  /// off with an ellipsis.
  func show(_ text: String)
}

/// Where a text goes.
enum TextPlace {
  case display(Weak)
  case function(@MainActor (String) -> Void)

  /// Displays belong to their toolkit.
  struct Weak {
    weak var display: (any TextDisplay)?
  }

  @MainActor func show(_ text: String) {
    switch self {
    case .display(let held): held.display?.show(text)
    case .function(let function): function(text)
    }
  }
}
