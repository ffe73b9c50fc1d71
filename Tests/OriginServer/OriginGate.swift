import Locking

/// Holds responses back until a test lets them go, so that the test needs no sleep. Thread-safe; one gate may
/// serve many routes.
public final class OriginGate: Sendable {
  private struct State {
    var isOpen = false
    var permits = 0
    var arrivals = 0
    var waiting: [(token: Int, pass: @Sendable () -> Void)] = []
    var nextToken = 0
  }

  private let state = Lock(State())

  /// Creates a closed gate.
  public init() {}

  /// Lets all that wait go, and all that come later.
  public func open() {
    let passing = state.withLock { state in
      state.isOpen = true
      let passing = state.waiting.map(\.pass)
      state.waiting = []
      return passing
    }
    for pass in passing { pass() }
  }

  /// Lets the next `count` responses go, in the order in which they came; those not there yet will not wait.
  public func release(_ count: Int = 1) {
    let passing = state.withLock { state in
      state.permits += Swift.max(0, count)
      let ready = Swift.min(state.permits, state.waiting.count)
      state.permits -= ready
      let passing = state.waiting.prefix(ready).map(\.pass)
      state.waiting.removeFirst(ready)
      return passing
    }
    for pass in passing { pass() }
  }

  /// Responses that are held now.
  public var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Responses that have come to the gate so far, held or not.
  public var arrivalCount: Int { state.withLock { $0.arrivals } }

  /// Comes to the gate: `nil` if it may pass at once, else a token; `pass` is then called once, on the thread
  /// that releases.
  func enter(_ pass: @escaping @Sendable () -> Void) -> Int? {
    state.withLock { state in
      state.arrivals += 1
      if state.isOpen { return nil }
      if state.permits > 0 {
        state.permits -= 1
        return nil
      }
      state.nextToken += 1
      state.waiting.append((state.nextToken, pass))
      return state.nextToken
    }
  }

  /// Goes away without passing, as the client has.
  func leave(_ token: Int) {
    state.withLock { state in state.waiting.removeAll { $0.token == token } }
  }
}

extension OriginGate: Equatable {
  /// Whether both are the same gate.
  public static func == (left: OriginGate, right: OriginGate) -> Bool { left === right }
}
