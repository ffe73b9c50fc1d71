import Dispatch
import Locking
import MediaTransport

/// A receiver that keeps all it is told, and checks that it is told no more than the contract allows.
final class Recorder: TransportReceiver {
  struct Record: Sendable {
    var responses: [TransportResponse] = []
    var bytes: [UInt8] = []
    var pieces = 0
    var summary: TransportSummary?
    var error: TransportError?
    var terminals = 0
    var callsAfterEnd = 0
  }

  private let record = Lock(Record())
  private let ended = DispatchSemaphore(value: 0)
  private let keepsBytes: Bool
  private let onResponse: @Sendable (TransportResponse) -> Void
  private let onBytes: @Sendable (Int) -> Void
  private let onEnd: @Sendable () -> Void

  init(
    keepsBytes: Bool = true, onResponse: @escaping @Sendable (TransportResponse) -> Void = { _ in },
    onBytes: @escaping @Sendable (Int) -> Void = { _ in }, onEnd: @escaping @Sendable () -> Void = {}
  ) {
    self.keepsBytes = keepsBytes
    self.onResponse = onResponse
    self.onBytes = onBytes
    self.onEnd = onEnd
  }

  var now: Record { record.withLock { $0 } }

  /// Waits for the end; traps neither on time-out, which shows as a record without a terminal.
  func result(within seconds: Int = 20) -> Record {
    _ = ended.wait(timeout: .now() + .seconds(seconds))
    return now
  }

  func transportDidReceive(_ response: TransportResponse) {
    record.withLock {
      if $0.terminals > 0 { $0.callsAfterEnd += 1 }
      $0.responses.append(response)
    }
    onResponse(response)
  }

  func transportDidReceive(_ bytes: RawSpan) {
    let copy = keepsBytes ? bytes.withUnsafeBytes { [UInt8]($0) } : []
    record.withLock {
      if $0.terminals > 0 { $0.callsAfterEnd += 1 }
      $0.pieces += 1
      $0.bytes += copy
    }
    onBytes(bytes.byteCount)
  }

  func transportDidFinish(_ summary: TransportSummary) {
    record.withLock {
      $0.terminals += 1
      $0.summary = summary
    }
    onEnd()
    ended.signal()
  }

  func transportDidFail(_ error: TransportError) {
    record.withLock {
      $0.terminals += 1
      $0.error = error
    }
    onEnd()
    ended.signal()
  }
}
