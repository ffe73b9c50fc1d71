internal import CCurlOptions
internal import Glibc
internal import Locking

/// libcurl as a whole, and the loops that use it.
///
/// At `exit` OpenSSL frees what it holds while threads still run, and a loop in the middle of TLS would then use
/// freed memory. So the loops are ended before: functions given to `atexit` run in reverse order, and ours is given
/// after OpenSSL's.
enum CurlLibrary {
  private struct Loops {
    var running: [Int: (mailbox: Mailbox, thread: pthread_t)] = [:]
    var lastKey = 0
    var isExiting = false
  }

  private static let loops = Lock(Loops())

  // Set up once; whether that worked.
  private static let isReady: Bool = {
    guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK else { return false }
    atexit { CurlLibrary.endLoops() }
    return true
  }()

  /// Sets libcurl up where it is not, and runs `body` as the loop of `mailbox`. Returns `nil` where that cannot be.
  static func runLoop<Result>(of mailbox: Mailbox, _ body: () -> Result) -> Result? {
    guard isReady else { return nil }
    let thread = pthread_self()
    // A mailbox's next loop may begin while the one before it still cleans up: the key is the loop's.
    let key = loops.withLock { loops -> Int? in
      guard !loops.isExiting else { return nil }
      loops.lastKey += 1
      loops.running[loops.lastKey] = (mailbox, thread)
      return loops.lastKey
    }
    guard let key else { return nil }
    let result = body()
    loops.withLock { _ = $0.running.removeValue(forKey: key) }
    return result
  }

  // The process exits. A receiver that blocks its loop must not block the exit too: the wait is bounded.
  private static func endLoops() {
    let caller = pthread_self()
    let mailboxes = loops.withLock { loops in
      loops.isExiting = true
      return loops.running.values.filter { $0.thread != caller }.map(\.mailbox)
    }
    for mailbox in mailboxes { mailbox.halt() }
    for _ in 0..<1_000 {
      let isOver = loops.withLock { loops in loops.running.values.allSatisfy { $0.thread == caller } }
      if isOver { return }
      usleep(1_000)
    }
  }
}
