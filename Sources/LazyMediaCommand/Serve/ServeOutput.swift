import Glibc
import Locking
import SampleFeed

/// What `lazymedia serve` prints, and its log. Lines are written before the request is answered, by the thread that
/// serves, so that who has an answer finds its line.
final class ServeOutput: Sendable {
  private struct State {
    var console = Console(progress: .never)
    var requests = 0
    var logFailure: SystemError?
  }

  private let isJSON: Bool
  private let logPath: String
  private let log: FileWriter?
  private let state = Lock(State())
  /// Ends when standard output does.
  private let (lines, continuation) = AsyncStream.makeStream(of: Never.self)

  init(isJSON: Bool, logPath: String?) throws(UsageError) {
    self.isJSON = isJSON
    self.logPath = logPath ?? ""
    guard let logPath else {
      log = nil
      return
    }
    do throws(SystemError) {
      log = FileWriter(descriptor: try Self.openToAppend(logPath))
    } catch {
      throw UsageError(
        message: "cannot write to '\(Text.printable(logPath))': \(error)", concernsSystem: true)
    }
  }

  /// Not a file alone: a log may well be a pipe or a terminal.
  private static func openToAppend(_ path: String) throws(SystemError) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
    var descriptor = open(path, flags, 0o644)
    if descriptor < 0, errno == ENOENT {
      try Folder.make(Folder.parent(of: path))
      descriptor = open(path, flags, 0o644)
    }
    guard descriptor >= 0 else { throw SystemError(errno) }
    return descriptor
  }

  deinit { if let log { close(log.descriptor) } }

  /// Says where the server is, and how to try it.
  func begin(at url: String) {
    if isJSON {
      print([ServeReport.listening(at: url)])
    } else {
      print(ServeReport.welcome(at: url).map { Array($0.utf8) })
    }
  }

  func tell(_ request: ServedRequest) {
    state.withLock { $0.requests += 1 }
    if let hit = request.hit { append(hit) }
    print([isJSON ? ServeReport.json(request) : Array(ServeReport.line(request).utf8)])
  }

  /// Returns when nobody reads any more, or the Swift task is cancelled.
  func waitForEnd() async {
    for await _ in lines {}
  }

  /// Prints the summary.
  func conclude(_ server: SampleAdServer) -> ExitStatus {
    let requests = state.withLock { $0.requests }
    print([
      isJSON
        ? ServeReport.ended(server, requests: requests)
        : Array(ServeReport.summary(server, requests: requests).utf8)
    ])
    return state.withLock { state in
      state.console.status(after: state.logFailure == nil ? .success : .someFailed)
    }
  }

  private func print(_ lines: [[UInt8]]) {
    let isCut = state.withLock { state in
      for line in lines { state.console.print(line) }
      return state.console.outputFailure != nil
    }
    if isCut { continuation.finish() }
  }

  private func append(_ hit: SampleTrackerHit) {
    guard let log else { return }
    do throws(SystemError) {
      try log.write(hit.json + [0x0A])
    } catch {
      state.withLock { state in
        if state.logFailure == nil {
          state.console.complain("cannot write to '\(Text.printable(logPath))': \(error)")
        }
        state.logFailure = error
      }
    }
  }
}
