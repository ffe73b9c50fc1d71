import Glibc
import Locking

/// A scripted HTTP/1.1 origin on 127.0.0.1, for tests, demos and benchmarks.
///
/// Each path has a script (``OriginResponse``) that says what is sent, how fast, and how it goes wrong.
/// All connections are served by one thread, which sleeps while there is nothing to do. Every method may be called
/// from any thread, at any time. The origin stops with the last reference to it.
///
/// ```swift
/// let origin = try OriginServer()
/// origin.route("/a.jpg", OriginResponse(bytes: jpeg, contentType: "image/jpeg"))
/// origin.route("/b.jpg", sequence: [.status(503), .status(503), OriginResponse(bytes: jpeg)])
/// // ... fetch origin.url("/a.jpg") ...
/// try await origin.wait { $0.requests(for: "/a.jpg") == 1 }
/// ```
///
/// - note: A client that closes its sending side is taken to have left, as a browser's or libcurl's closed
///   connection cannot be told from it.
public final class OriginServer: Sendable {
  /// The port on 127.0.0.1.
  public let port: UInt16
  private let state: OriginState
  private let mailbox: Mailbox
  private let thread: Lock<pthread_t?>

  /// Starts an origin that knows no path yet.
  public init(_ configuration: OriginConfiguration = OriginConfiguration()) throws(OriginError) {
    let state = OriginState(requestsPerConnection: configuration.requestsPerConnection)
    let mailbox = try Mailbox()
    let (listener, port) = try Socket.listen(port: configuration.port)
    let loop = try EventLoop(listener: listener, state: state, mailbox: mailbox, configuration: configuration)
    self.state = state
    self.mailbox = mailbox
    self.port = port
    thread = Lock(try Self.start(loop))
  }

  deinit { stop() }

  /// Starts the thread that owns the loop from then on.
  private static func start(_ loop: sending EventLoop) throws(OriginError) -> pthread_t {
    // Signals are for the program's threads.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let retained = Unmanaged.passRetained(loop)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, retained.toOpaque())
    guard code == 0 else {
      retained.release()
      throw .systemCall("pthread_create", code: code)
    }
    return thread
  }

  /// Closes all connections and the port. When it returns nothing is served any more; who waits gets
  /// ``OriginError/stopped``. Idempotent.
  public func stop() {
    guard
      let thread = self.thread.withLock({ thread in
        defer { thread = nil }
        return thread
      })
    else { return }
    mailbox.post(.stop)
    // From a handler, on the origin's own thread, there is nothing to wait for.
    if pthread_equal(thread, pthread_self()) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
  }

  // MARK: - Addresses

  /// `http://127.0.0.1:<port>`, without a slash at its end.
  public var baseURL: String { "http://127.0.0.1:\(port)" }

  /// The URL of a path (which starts with a slash).
  public func url(_ path: String) -> String { baseURL + path }

  // MARK: - Routes

  /// Answers a path, from now on, always the same way. A path with a query is matched first with it, then without.
  public func route(_ path: String, _ response: OriginResponse) {
    state.guarded.withLock { $0.routes.set(path, .fixed(response)) }
  }

  /// Answers a path, from now on, with one response after the other; the last one is repeated. An empty sequence
  /// is answered with 404.
  public func route(_ path: String, sequence: [OriginResponse]) {
    state.guarded.withLock { $0.routes.set(path, .sequence(sequence, next: 0)) }
  }

  /// Answers a path, from now on, with what a function says. It is called on the origin's thread and must not block.
  public func route(_ path: String, handler: @escaping @Sendable (OriginRequest) -> OriginResponse) {
    state.guarded.withLock { $0.routes.set(path, .handler(handler)) }
  }

  /// Answers all paths that begin with a prefix and have no route of their own, from now on, with what a function says; of
  /// several prefixes the longest counts. It is called on the origin's thread and must not block.
  public func route(below prefix: String, handler: @escaping @Sendable (OriginRequest) -> OriginResponse) {
    state.guarded.withLock { $0.routes.setPrefix(prefix, handler) }
  }

  /// Answers a path, from now on, with 404 or from a folder.
  public func removeRoute(_ path: String) {
    state.guarded.withLock { $0.routes.set(path, nil) }
  }

  /// Serves the regular files of a folder, and of the folders in it, below a path. Hidden files, symbolic links
  /// and anything outside are refused. `template` is the script that each file's response starts from: its body
  /// is replaced by the file, content type and validator are added where it has none.
  public func mount(
    _ prefix: String, folder: String, template: OriginResponse = OriginResponse(ranges: .honoured)
  ) throws(OriginError) {
    guard let mount = FolderMount(prefix: prefix, folder: folder, template: template) else {
      throw .unreadableFolder(folder)
    }
    state.guarded.withLock { $0.routes.mount(mount) }
  }

  /// Serves the folder below a path no more.
  public func unmount(_ prefix: String) {
    state.guarded.withLock { $0.routes.unmount(prefix.hasSuffix("/") ? prefix : prefix + "/") }
  }

  // MARK: - Behaviour of all connections

  /// Changes ``OriginConfiguration/linkBytesPerSecond``.
  public func setLink(bytesPerSecond: Int?) { mailbox.post(.setLink(bytesPerSecond: bytesPerSecond)) }

  /// Changes ``OriginConfiguration/requestsPerConnection``.
  public func setRequestsPerConnection(_ limit: Int?) {
    state.guarded.withLock { $0.requestsPerConnection = limit }
  }

  /// Closes all open connections at once, whatever they do: in order, or with a reset.
  public func closeConnections(withReset: Bool = false) {
    mailbox.post(.closeConnections(withReset: withReset))
  }

  // MARK: - Accounting

  /// What was counted so far.
  public var statistics: OriginStatistics { state.statistics }

  /// Sets the counts of the past to zero and forgets recorded requests.
  public func resetStatistics() { state.count { $0.reset() } }

  /// Waits until a condition is true of what is counted, at most `timeout` long. The condition is asked after each
  /// change, on the origin's thread; it may also look at gates.
  ///
  /// - throws: ``OriginError/timedOut(_:)``, ``OriginError/stopped``
  public func wait(
    timeout: Duration = .seconds(10), until condition: @escaping @Sendable (OriginStatistics) -> Bool
  ) async throws(OriginError) {
    let result = await withCheckedContinuation { continuation in
      addWaiter(timeout, condition) { continuation.resume(returning: $0) }
    }
    try result.get()
  }

  /// As ``wait(timeout:until:)``, but blocks the calling thread.
  public func blockingWait(
    timeout: Duration = .seconds(10), until condition: @escaping @Sendable (OriginStatistics) -> Bool
  ) throws(OriginError) {
    let outcome = BlockingOutcome()
    addWaiter(timeout, condition) { outcome.set($0) }
    try outcome.wait().get()
  }

  private func addWaiter(
    _ timeout: Duration, _ condition: @escaping @Sendable (OriginStatistics) -> Bool,
    _ finish: @escaping @Sendable (Result<Void, OriginError>) -> Void
  ) {
    let deadline = Nanoseconds.now + Nanoseconds(timeout)
    let waiter = Waiter(deadline: deadline, condition: condition, finish: finish)
    if !mailbox.post(.addWaiter(waiter)) { finish(.failure(.stopped)) }
  }
}
