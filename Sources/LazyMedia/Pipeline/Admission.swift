import Locking
import MediaTransport

/// Back-pressure: while more than a limit of bytes is held for decodes, no transfer starts and nothing is read from a
/// store. Those that run go on; none is paused.
final class Admission: Sendable {
  private struct State {
    var held = 0
    var isOpen = true
    var isApplying = false
  }

  private let transport: any Transport
  private let stores: StoreStack
  private let limit: Int
  private let state = Lock(State())

  init(transport: any Transport, stores: StoreStack, limit: Int) {
    self.transport = transport
    self.stores = stores
    self.limit = max(0, limit)
  }

  /// Bytes held now.
  var heldBytes: Int { state.withLock { $0.held } }

  /// Counts bytes that came (positive) or were let go (negative).
  func add(_ bytes: Int) {
    var next = state.withLock { state in
      state.held += bytes
      return state.isApplying ? nil : step(&state)
    }
    // One thread at a time tells the transport, so that what it heard last is what holds.
    while let isOpen = next {
      transport.setAdmission(isOpen: isOpen)
      stores.setAdmission(isOpen: isOpen)
      next = state.withLock { state in
        state.isApplying = false
        return step(&state)
      }
    }
  }

  private func step(_ state: inout State) -> Bool? {
    let isOpen = state.held <= limit
    guard isOpen != state.isOpen else { return nil }
    state.isOpen = isOpen
    state.isApplying = true
    return isOpen
  }
}
