internal import Locking

/// Reads local sources, one after the other by priority, on a thread that lives while there is something to read.
/// So a slow disk holds up no transfer of the network.
final class LocalReader: Sendable {
  private struct State {
    var queue: AdmissionQueue<LocalTransfer>
    var tickets: [ObjectIdentifier: AdmissionQueue<LocalTransfer>.Ticket] = [:]
    var isRunning = false
    // The place of the transfer that is being read.
    var place: AdmissionQueue<LocalTransfer>.Place?

    init() {
      var limits = TransportLimits()
      limits.connectionsPerHost = 1
      limits.totalConnections = 1
      limits.smallTransfersPerHost = 0
      queue = AdmissionQueue(limits: limits)
    }

    /// Whether a thread must begin; the caller begins it.
    mutating func mustBegin() -> Bool {
      guard !isRunning, queue.isOpen, queue.waitingCount > 0 else { return false }
      isRunning = true
      return true
    }
  }

  private let state = Lock(State())

  // MARK: - Any thread

  /// Reads the source of `transfer` when its turn comes.
  func add(_ transfer: LocalTransfer) {
    begin(
      if: state.withLock { state in
        state.tickets[ObjectIdentifier(transfer)] =
          state.queue.add(transfer, host: "", priority: transfer.request.priority, at: .now())
        return state.mustBegin()
      })
  }

  /// Takes a transfer that still waits out of the queue.
  func remove(_ transfer: LocalTransfer) {
    state.withLock { state in
      guard let ticket = state.tickets.removeValue(forKey: ObjectIdentifier(transfer)) else { return }
      state.queue.remove(ticket)
    }
  }

  func setPriority(_ priority: TransportPriority, of transfer: LocalTransfer) {
    state.withLock { state in
      guard let ticket = state.tickets[ObjectIdentifier(transfer)] else { return }
      state.queue.setPriority(priority, of: ticket, at: .now())
    }
  }

  func setAdmission(isOpen: Bool) {
    begin(
      if: state.withLock { state in
        state.queue.isOpen = isOpen
        return state.mustBegin()
      })
  }

  private func begin(if mustBegin: Bool) {
    guard mustBegin, !DetachedThread.begin(name: "media-file", { self.readAll() }) else { return }
    // There is no thread to do it on.
    while let transfer = next() { transfer.fail(.other, .request, "no thread could be started") }
  }

  // MARK: - The reader's thread

  private func readAll() {
    var file = LocalFile()
    while let transfer = next() { transfer.read(with: &file) }
  }

  // The one that was read before has left its place.
  private func next() -> LocalTransfer? {
    state.withLock { state in
      if let place = state.place.take() { state.queue.leave(place) }
      guard let (transfer, place) = state.queue.next() else {
        state.isRunning = false
        return nil
      }
      state.tickets[ObjectIdentifier(transfer)] = nil
      state.place = place
      return transfer
    }
  }
}
