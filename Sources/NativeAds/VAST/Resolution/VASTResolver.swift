import Locking
public import MediaTransport

/// Finds the video ad that a VAST document leads to, fetching what its wrappers name.
public struct VASTResolver: Sendable {
  /// Where it begins.
  public enum Start: Hashable, Sendable {
    /// With a document, as ad responses hold it.
    case document([UInt8])
    /// With the address of one.
    case url(String)
  }

  /// How it ended.
  public typealias Outcome = Result<ResolvedVAST, VASTFailure>

  private let transport: any Transport
  private let hopTimeout: Duration
  private let maximumBytes: Int
  private let wrapperLimit: Int
  private let allowsLocalFiles: Bool

  /// Creates a resolver.
  ///
  /// - Parameters:
  ///   - hopTimeout: for each document, redirects included; 5 s by default. Nothing is tried again.
  ///   - maximumBytes: of each document; at most ``VAST/largestDocument``, the default.
  ///   - wrapperLimit: wrappers that are followed; at most 5, the default (VAST 4.3, section 2.4.3.4).
  ///   - allowsLocalFiles: whether `file:` addresses are asked of the transport, besides `http` and `https`.
  public init(
    transport: any Transport, hopTimeout: Duration = .seconds(5), maximumBytes: Int = VAST.largestDocument,
    wrapperLimit: Int = 5, allowsLocalFiles: Bool = false
  ) {
    self.transport = transport
    self.hopTimeout = hopTimeout
    self.maximumBytes = max(0, min(maximumBytes, VAST.largestDocument))
    self.wrapperLimit = wrapperLimit
    self.allowsLocalFiles = allowsLocalFiles
  }

  /// Begins. `completion` is called once, on the transport's thread, or, where nothing has to be fetched, on the
  /// caller's before this returns; not after ``Handle/cancel()``, but a call that was under way then may still end.
  @discardableResult
  public func resolve(_ start: Start, completion: @escaping @Sendable (Outcome) -> Void) -> Handle {
    let machine = VASTResolution(wrapperLimit: wrapperLimit, allowsLocalFiles: allowsLocalFiles)
    let handle = Handle(machine, resolver: self, completion: completion)
    handle.step { $0.begin(start) }
    return handle
  }

  /// Resolves `start`.
  ///
  /// - Throws: ``VASTFailure``, or `CancellationError` where the task was cancelled.
  public func resolve(_ start: Start) async throws -> ResolvedVAST {
    let waiter = VASTWaiter()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waiter.wait(with: continuation) { resolve(start, completion: waiter.end) }
      }
    } onCancel: {
      waiter.cancel()
    }
  }

  fileprivate func fetch(_ url: String) -> BodyFetch {
    var timeouts = TransportTimeouts()
    timeouts.total = hopTimeout
    // The ad is not told of before; asking twice could count as two requests for an ad.
    let request = TransportRequest(
      url: url, priority: .high, timeouts: timeouts, maximumBytes: maximumBytes, retryPolicy: .never)
    return BodyFetch(request, transport: transport)
  }

  /// A resolution under way. Thread-safe.
  public final class Handle: Sendable {
    private struct State {
      var machine: VASTResolution
      var fetch: BodyFetch?
      /// `nil` once it is over.
      var completion: (@Sendable (Outcome) -> Void)?
    }

    private let resolver: VASTResolver
    private let state: Lock<State>

    fileprivate init(
      _ machine: VASTResolution, resolver: VASTResolver, completion: @escaping @Sendable (Outcome) -> Void
    ) {
      self.resolver = resolver
      state = Lock(State(machine: machine, completion: completion))
    }

    /// Stops it. Idempotent.
    public func cancel() {
      let (fetch, completion) = state.withLock { ($0.fetch.take(), $0.completion.take()) }
      fetch?.cancel()
      // What it holds goes outside of the lock.
      _ = completion
    }

    /// Lets the machine take a step: one at a time, as one document is waited for at a time.
    fileprivate func step(_ body: (inout VASTResolution) -> VASTResolution.Action?) {
      guard var machine = state.withLock({ $0.completion == nil ? nil : $0.machine }) else { return }
      let action = body(&machine)
      let stepped = machine
      state.withLock { $0.machine = stepped }
      switch action {
      case .fetch(let url): fetch(url)
      case .resolved(let resolved): end(.success(resolved))
      case .failed(let failure): end(.failure(failure))
      case nil: break
      }
    }

    private func fetch(_ url: String) {
      let fetch = resolver.fetch(url)
      let isOver = state.withLock { state in
        state.fetch = state.completion == nil ? nil : fetch
        return state.completion == nil
      }
      guard !isOver else { return }
      fetch.start { result in
        self.step { machine in
          switch result {
          case .success(let body): machine.feed(body.bytes)
          case .failure(let error): machine.fail(VASTError(wrapper: error, limit: self.resolver.maximumBytes))
          }
        }
      }
    }

    private func end(_ outcome: Outcome) {
      let completion = state.withLock { state in
        state.fetch = nil
        return state.completion.take()
      }
      completion?(outcome)
    }
  }
}

/// Whoever waits for a resolution, in an `async` function.
private final class VASTWaiter: Sendable {
  private struct State {
    var continuation: CheckedContinuation<ResolvedVAST, any Error>?
    var handle: VASTResolver.Handle?
    var isOver = false
  }

  private let state = Lock(State())

  func wait(
    with continuation: CheckedContinuation<ResolvedVAST, any Error>, _ begin: () -> VASTResolver.Handle
  ) {
    let isOver = state.withLock { state in
      if !state.isOver { state.continuation = continuation }
      return state.isOver
    }
    guard !isOver else { return continuation.resume(throwing: CancellationError()) }
    let handle = begin()
    let isLate = state.withLock { state in
      if !state.isOver { state.handle = handle }
      return state.isOver
    }
    if isLate { handle.cancel() }
  }

  @Sendable func end(_ outcome: VASTResolver.Outcome) {
    let (continuation, _) = take()
    continuation?.resume(with: outcome.mapError { $0 as any Error })
  }

  func cancel() {
    let (continuation, handle) = take()
    handle?.cancel()
    continuation?.resume(throwing: CancellationError())
  }

  private func take() -> (CheckedContinuation<ResolvedVAST, any Error>?, VASTResolver.Handle?) {
    state.withLock { state in
      state.isOver = true
      return (state.continuation.take(), state.handle.take())
    }
  }
}
