import Locking
public import MediaCodecs
import MediaTransport

/// What ``MediaPipeline/probe(_:)`` found.
public struct MediaProbe: Hashable, Sendable {
  /// Format, size and orientation.
  public var info: ImageInfo
  /// Bytes of the file that were received to know.
  public var bytesRead: Int
}

/// Transfers of parts of a file, one after the other, until its head is known.
package final class Probing: Sendable {
  package typealias Completion = @Sendable (Result<MediaProbe, any Error>) -> Void

  private struct State {
    var machine: ProbeMachine
    var completion: Completion?
    var transfer: (any TransportTransfer)?
    var isOver = false
  }

  private let request: MediaRequest
  private let core: PipelineCore
  private let state: Lock<State>

  init(request: MediaRequest, core: PipelineCore) {
    self.request = request
    self.core = core
    state = Lock(State(machine: ProbeMachine(limits: core.configuration.decodeLimits)))
  }

  /// - Parameter completion: called once, on a thread of the transport's; inside this call after ``cancel()``.
  func start(_ completion: @escaping Completion) {
    let first = state.withLock { state -> Range<Int>? in
      guard !state.isOver else { return nil }
      state.completion = completion
      return state.machine.first
    }
    if let first { ask(first) } else { completion(.failure(CancellationError())) }
  }

  package func cancel() { end(.failure(CancellationError())) }

  private func ask(_ range: Range<Int>) {
    var wanted = core.transportRequest(for: request)
    wanted.byteRange = range
    let part = Part(probing: self)
    let transfer = core.configuration.transport.start(wanted, receiver: part)
    let isOver = state.withLock { state in
      if !state.isOver && !part.isOver { state.transfer = transfer }
      return state.isOver
    }
    if isOver { transfer.cancel() }
  }

  /// Lets the machine take a step; one part runs at a time, and tells one thing at a time.
  private func step(_ body: (inout ProbeMachine) -> ProbeMachine.Action) {
    guard var machine = state.withLock({ $0.isOver ? nil : $0.machine }) else { return }
    let action = body(&machine)
    let received = machine.received
    let stepped = machine
    state.withLock { $0.machine = stepped }
    switch action {
    case .wait: break
    case .ask(let range): ask(range)
    case .found(let info): end(.success(MediaProbe(info: info, bytesRead: received)))
    case .fail(let error): end(.failure(MediaError(error, url: request.redactedURL)))
    }
  }

  private func end(_ result: Result<MediaProbe, any Error>) {
    let (completion, transfer) = state.withLock { state in
      defer {
        state.isOver = true
        state.completion = nil
        state.transfer = nil
      }
      return state.isOver ? (nil, nil) : (state.completion, state.transfer)
    }
    transfer?.cancel()
    completion?(result)
  }

  /// What one transfer tells.
  private final class Part: TransportReceiver {
    private let probing: Probing
    private let over = Lock(false)

    init(probing: Probing) { self.probing = probing }

    /// Whether its transfer has ended, so that it need not be cancelled any more.
    var isOver: Bool { over.withLock { $0 } }

    func transportDidReceive(_ response: TransportResponse) {
      probing.step { machine in
        machine.begin(response)
        return .wait
      }
    }

    func transportDidReceive(_ bytes: RawSpan) {
      probing.step { $0.take(bytes) }
    }

    func transportDidFinish(_ summary: TransportSummary) {
      over.withLock { $0 = true }
      probing.step { $0.end() }
    }

    func transportDidFail(_ error: TransportError) {
      over.withLock { $0 = true }
      // Range not satisfiable (RFC 9110, section 15.5.17): the file ends before that part.
      if error.status == 416 { return probing.step { $0.endBefore() } }
      probing.end(.failure(MediaError(error)))
    }
  }
}
