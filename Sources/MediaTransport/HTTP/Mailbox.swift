internal import CCurlOptions
internal import Glibc
internal import Locking

/// What other threads ask of the event loop, and the one place where the loop's thread begins and ends.
final class Mailbox: Sendable {
  enum Command {
    case start(HTTPTransfer)
    case cancel(HTTPTransfer)
    case setPriority(TransportPriority, HTTPTransfer)
    case setAdmission(isOpen: Bool)
  }

  private struct State {
    var commands: [Command] = []
    var isRunning = false
    var isClosed = false
    var isHalted = false
    // The multi handle while the loop sleeps on it; `nil` otherwise, as then no wake-up is needed.
    var sleeping: CurlMulti?
    // Kept for a thread that begins after the call.
    var isAdmissionOpen = true

    mutating func wake() {
      guard let multi = sleeping.take() else { return }
      curl_multi_wakeup(multi.handle)
    }
  }

  /// A multi handle, of which other threads may call `curl_multi_wakeup` only.
  struct CurlMulti: @unchecked Sendable {
    // @unchecked: the handle is used on the loop's thread; the wake-up is thread-safe by libcurl's contract.
    let handle: UnsafeMutableRawPointer
  }

  let configuration: HTTPTransportConfiguration
  private let state = Lock(State())

  init(configuration: HTTPTransportConfiguration) {
    self.configuration = configuration
  }

  // MARK: - Any thread

  /// Asks the loop for something. The first start begins its thread.
  func post(_ command: Command) {
    let mustBegin = state.withLock { state in
      var mustBegin = false
      switch command {
      case .start:
        mustBegin = !state.isRunning
        state.isRunning = true
      case .setAdmission(let isOpen):
        state.isAdmissionOpen = isOpen
        guard state.isRunning else { return false }
      case .cancel, .setPriority:
        guard state.isRunning else { return false }
      }
      state.commands.append(command)
      state.wake()
      return mustBegin
    }
    guard mustBegin, !DetachedThread.begin(name: "media-http", { EventLoop.run(self) }) else { return }
    failAll("no thread could be started")
  }

  /// Nobody can start anything any more: the loop ends with the last transfer.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.wake()
    }
  }

  /// The process exits: the loop lets go of libcurl and tells nobody.
  func halt() {
    state.withLock { state in
      state.isHalted = true
      state.wake()
    }
  }

  /// Fails what was asked for but cannot be done; the next start tries anew.
  func failAll(_ message: String) {
    let commands = state.withLock { state in
      state.sleeping = nil
      state.isRunning = false
      return state.commands.take()
    }
    for case .start(let transfer) in commands { transfer.fail(.other, message) }
  }

  // MARK: - The loop's thread

  /// What the loop does next.
  enum Turn {
    /// There are commands.
    case handle([Command])
    /// Nothing to do: sleep, then ask again.
    case sleep(isClosed: Bool)
    /// The thread's work is over; a later start begins another.
    case end
    /// Let go of everything at once.
    case halt
  }

  var isAdmissionOpen: Bool { state.withLock { $0.isAdmissionOpen } }

  /// Takes the commands that came while the loop works.
  func takeCommands() -> [Command] { state.withLock { $0.commands.take() } }

  /// Takes the commands; without any, `multi` is from now on woken by the next.
  ///
  /// - Parameters:
  ///   - isIdle: nothing is under way, so that a closed mailbox ends the loop.
  ///   - mayEnd: the loop has been idle for long enough to end without being closed.
  func nextTurn(sleepingOn multi: CurlMulti, isIdle: Bool, mayEnd: Bool) -> Turn {
    state.withLock { state in
      state.sleeping = nil
      guard !state.isHalted else { return .halt }
      guard state.commands.isEmpty else { return .handle(state.commands.take()) }
      if isIdle, state.isClosed || mayEnd {
        state.isRunning = false
        return .end
      }
      state.sleeping = multi
      return .sleep(isClosed: state.isClosed)
    }
  }
}

extension Array {
  /// Returns the elements and leaves none.
  mutating func take() -> [Element] {
    defer { self = [] }
    return self
  }
}
