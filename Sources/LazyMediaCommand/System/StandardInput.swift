import Dispatch
import Glibc
import Locking

/// Reads a file descriptor without holding up the threads that Swift's tasks share.
final class StandardInput: Sendable {
  private struct State {
    var reader: CheckedContinuation<[UInt8], Never>?
    var isOver = false
  }

  private let descriptor: Int32
  private let queue = DispatchQueue(label: "standard-input")
  private let state = Lock(State())

  init(descriptor: Int32 = STDIN_FILENO) {
    self.descriptor = descriptor
  }

  /// The next bytes; none at the end, on an error, or once the Swift task is cancelled, even while a read is under
  /// way (whose bytes are lost then). For one reader at a time.
  func read() async -> [UInt8] {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if !state.isOver { state.reader = continuation }
          return state.isOver
        }
        if isOver { return continuation.resume(returning: []) }
        queue.async { self.resume(with: self.readNow()) }
      }
    } onCancel: {
      state.withLock { $0.isOver = true }
      resume(with: [])
    }
  }

  private func resume(with bytes: [UInt8]) {
    let reader = state.withLock { state in
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: bytes)
  }

  private func readNow() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
      while true {
        let result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if result < 0, errno == EINTR { continue }
        if result < 0, errno == EAGAIN {
          // The other end of a terminal or socket may have made it non-blocking.
          var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          _ = poll(&request, 1, -1)
          continue
        }
        count = max(0, result)
        return
      }
    }
  }
}
