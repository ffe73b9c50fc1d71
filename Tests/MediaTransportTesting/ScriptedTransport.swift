import Locking
public import MediaTransport

/// A transport without a network: the test plays the server, one synchronous step at a time.
///
///     let transport = ScriptedTransport()
///     … code under test calls start …
///     let transfer = try #require(transport.transfers.last)
///     transfer.respond(expectedBytes: 3)
///     transfer.send([1, 2, 3])
///     transfer.finish()
///
/// Every step calls the receiver on the thread that made the step and returns after it. There is no queue:
/// each start is recorded at once, and whether one that came while admission was closed is served is up to the
/// test (``ScriptedTransfer/startedWhileClosed``). Thread-safe.
public final class ScriptedTransport: Transport {
  private struct State {
    var transfers: [ScriptedTransfer] = []
    var admission: [Bool] = []
    var onStart: (@Sendable (ScriptedTransfer) -> Void)?
  }

  private let state = Lock(State())

  /// Creates a transport that has served nothing.
  ///
  /// - Parameter onStart: called at the end of each `start`, still inside it, on the caller's thread. It must not
  ///   call the receiver from there (a transport never does); it may hand the transfer to another thread.
  public init(onStart: (@Sendable (ScriptedTransfer) -> Void)? = nil) {
    state.withLock { $0.onStart = onStart }
  }

  /// See ``Transport/start(_:receiver:)``.
  public func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTransfer {
    let (transfer, onStart) = state.withLock { state in
      let transfer = ScriptedTransfer(
        request, receiver: receiver, startedWhileClosed: state.admission.last == false)
      state.transfers.append(transfer)
      return (transfer, state.onStart)
    }
    onStart?(transfer)
    return transfer
  }

  /// See ``Transport/setAdmission(isOpen:)``.
  public func setAdmission(isOpen: Bool) {
    state.withLock { $0.admission.append(isOpen) }
  }

  // MARK: - What was asked

  /// Every transfer started, in order, ended and cancelled ones included.
  public var transfers: [ScriptedTransfer] { state.withLock { $0.transfers } }

  /// The transfers that have neither ended nor been cancelled, in order of their start.
  public var activeTransfers: [ScriptedTransfer] { transfers.filter { $0.isActive } }

  /// The newest transfer of `url`.
  public func transfer(for url: String) -> ScriptedTransfer? { transfers.last { $0.request.url == url } }

  /// Whether new transfers may leave the queue.
  public var isAdmissionOpen: Bool { state.withLock { $0.admission.last ?? true } }

  /// Every call of `setAdmission(isOpen:)`, in order.
  public var admissionChanges: [Bool] { state.withLock { $0.admission } }

  /// Forgets the transfers that have ended or were cancelled.
  public func forgetEndedTransfers() {
    state.withLock { state in state.transfers.removeAll { !$0.isActive } }
  }

  /// Forgets the transfers recorded so far, so that receivers they hold can go.
  public func forgetTransfers() {
    state.withLock { $0.transfers = [] }
  }
}
