internal import CEpoll
import Glibc
import Locking

/// What other threads ask the origin's thread to do.
enum Command: Sendable {
  /// A gate let the response of a connection go.
  case passGate(connection: Int)
  case setLink(bytesPerSecond: Int?)
  case addWaiter(Waiter)
  case closeConnections(withReset: Bool)
  case stop
}

/// A condition that somebody waits for.
struct Waiter: Sendable {
  var deadline: Nanoseconds
  var condition: @Sendable (OriginStatistics) -> Bool
  /// Called once, on the origin's thread.
  var finish: @Sendable (Result<Void, OriginError>) -> Void
}

/// Carries commands to the origin's thread and wakes it. Owns the descriptor that wakes.
final class Mailbox: Sendable {
  private struct State {
    var commands: [Command] = []
    var isClosed = false
  }

  let wakeDescriptor: Int32
  private let state = Lock(State())

  init() throws(OriginError) {
    wakeDescriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    if wakeDescriptor < 0 { throw .systemCall("eventfd", code: errno) }
  }

  deinit { close(wakeDescriptor) }

  /// Leaves a command; false where the origin has stopped.
  @discardableResult
  func post(_ command: Command) -> Bool {
    let (isOpen, isFirst) = state.withLock { state in
      if state.isClosed { return (false, false) }
      state.commands.append(command)
      return (true, state.commands.count == 1)
    }
    if isFirst {
      var one: UInt64 = 1
      _ = write(wakeDescriptor, &one, 8)
    }
    return isOpen
  }

  /// Takes all commands; wake-ups until now are answered by it.
  func take() -> [Command] {
    var count: UInt64 = 0
    _ = read(wakeDescriptor, &count, 8)
    return state.withLock { state in
      let commands = state.commands
      state.commands = []
      return commands
    }
  }

  /// Takes no more commands; what was left is returned.
  func shut() -> [Command] {
    state.withLock { state in
      state.isClosed = true
      let commands = state.commands
      state.commands = []
      return commands
    }
  }
}
