import Glibc
public import LazyMedia
import MediaTransport

/// Delivers the tracker hits of ads, through the transport of a pipeline, behind everything that somebody may see.
///
/// A hit is delivered once a server has answered it with success (status 2xx, after redirects), whatever the body. Until
/// then it is sent again, after 1, 4, 16 and 64 seconds, each time with the same URL and the same `Idempotency-Key`; an
/// answer of status 4xx other than 408, 425 and 429 is final. Eight hits at most are in flight, 10,000 wait; of more, the
/// oldest are dropped.
///
/// Without a queue hits are kept in memory: a sender lives until its last hit is delivered or given up, however early its
/// ads and its program let go of it, and hits are lost with the process. With a ``TrackerQueue`` they are kept there
/// before the event is told to anybody, on the main actor, in one transaction of well under a millisecond, and ``resume()`` sends what an earlier run of the program left behind. That is
/// **at least once**: a process that is killed between an answer and its note sends a hit a second time in its next run,
/// at most eight hits for each time it is killed. A hit is given up after 20 attempts, or a week.
@MainActor public final class TrackerSender {
  /// Hears what becomes of each hit.
  public var onOutcome: (@MainActor (TrackerHit, TrackerOutcome) -> Void)?
  /// Hears that the queue has failed. A hit that it could not keep is sent all the same, from memory.
  public var onQueueFailure: (@MainActor (TrackerQueueError) -> Void)?

  private let pipeline: MediaPipeline
  private let unixTime: @Sendable () -> Duration
  private let queue: (any TrackerQueue)?
  private let limits: TrackerLimits
  private var random: any RandomNumberGenerator & Sendable
  private var machine: TrackerDeliveryMachine
  private lazy var worker = makeWorker()
  /// What the queue is to let go of, and has not: it is done with, whatever the queue still has.
  private var leaving: Set<TrackerHit.ID> = []
  private var timer: MainTimer?
  private var timerDue: Duration?

  /// Creates a sender.
  /// - Parameters:
  ///   - pipeline: whose transport and main scheduler it uses.
  ///   - queue: keeps hits beyond the life of the program; `nil`, the default, is none.
  public convenience init(pipeline: MediaPipeline = .shared, queue: (any TrackerQueue)? = nil) {
    self.init(pipeline: pipeline, queue: queue, limits: TrackerLimits())
  }

  /// - Parameter unixTime: the time since 1970-01-01 00:00 UTC.
  init(
    pipeline: MediaPipeline, queue: (any TrackerQueue)?, limits: TrackerLimits,
    unixTime: @escaping @Sendable () -> Duration = TrackerSender.wallClock,
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.pipeline = pipeline
    self.queue = queue
    self.limits = limits
    self.unixTime = unixTime
    self.random = random
    machine = TrackerDeliveryMachine(limits: limits)
  }

  // Transfers and the queue's worker may have it last, on their threads; what the program gave it is the main actor's.
  isolated deinit {}

  /// Hits that are neither delivered nor given up nor postponed.
  public var pendingCount: Int { machine.pendingCount }

  /// Sends what the queue has: of earlier runs of the program, and what was postponed in this one. To be called once the
  /// program has started, and when the network is back. Without a queue this does nothing.
  public func resume() {
    guard let worker else { return }
    // What the queue could not let go of before.
    for id in leaving { worker.remove(id, for: self) }
    worker.load(for: self)
  }

  // MARK: Hits

  /// Keeps a hit for each ping, in the queue if there is one, then sends them.
  /// - Parameter playhead: how much of the video has been played; `nil` without one.
  package func send(_ pings: [TrackerPing], playhead: Duration? = nil) {
    let time = unixTime()
    let hits = pings.map { hit(for: $0, time, playhead) }
    var dropped: [TrackerHit] = []
    var areKept = false
    if let queue {
      do throws(TrackerQueueError) {
        dropped = try queue.insert(hits)
        areKept = true
      } catch { onQueueFailure?(error) }
    }
    perform(machine.add(hits, areKept: areKept))
    for hit in dropped where !leaving.contains(hit.id) { perform(machine.drop(hit)) }
  }

  private func hit(for ping: TrackerPing, _ time: Duration, _ playhead: Duration?) -> TrackerHit {
    let macros = VASTMacros(
      unixTime: time, random: random.next(), errorCode: ping.errorCode, contentPlayhead: playhead)
    let id = (0..<2).map { _ in
      let digits = String(random.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    let milliseconds = time / .milliseconds(1)
    return TrackerHit(
      id: id.joined(), url: macros.expand(ping.url), event: ping.event,
      time: .milliseconds(Int64(exactly: milliseconds.rounded(.down)) ?? 0))
  }

  /// The time of day.
  nonisolated static let wallClock: @Sendable () -> Duration = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  // MARK: Delivery

  private func perform(_ actions: [TrackerDeliveryMachine.Action]) {
    for action in actions {
      switch action {
      case .send(let hit): start(hit)
      case .keep(let hit): worker?.keep(hit, for: self)
      case .end(let hit, let outcome): end(hit, outcome)
      }
    }
    setTimer()
  }

  private func start(_ hit: TrackerHit) {
    // Whoever is told of the transfer keeps the sender until then.
    let delivery = TrackerDelivery { [scheduler = pipeline.mainScheduler] event in
      scheduler.enqueue { self.take(event, of: hit.id) }
    }
    _ = pipeline.transport.start(TrackerDelivery.request(for: hit), receiver: delivery)
  }

  private func take(_ event: TrackerDelivery.Event, of id: TrackerHit.ID) {
    switch event {
    case .accepted: perform(machine.accept(id))
    case .closed(let error): perform(machine.close(id, error, at: pipeline.now))
    }
  }

  private func end(_ hit: TrackerHit, _ outcome: TrackerOutcome) {
    switch outcome {
    case .postponed: break
    case .delivered, .failed: letGo(of: hit)
    }
    onOutcome?(hit, outcome)
  }

  private func letGo(of hit: TrackerHit) {
    guard let worker else { return }
    leaving.insert(hit.id)
    worker.remove(hit.id, for: self)
  }

  /// One timer for all hits that are put off; it keeps the sender.
  private func setTimer() {
    guard machine.nextDue != timerDue else { return }
    timer.take()?.cancel()
    timerDue = machine.nextDue
    guard let due = timerDue else { return }
    timer = pipeline.mainScheduler.schedule(after: max(.zero, due - pipeline.now)) {
      self.timerDue = nil
      self.perform(self.machine.advance(to: self.pipeline.now))
    }
  }

  // MARK: From the queue

  private func makeWorker() -> TrackerQueueWorker? {
    guard let queue else { return nil }
    return TrackerQueueWorker(queue, executor: pipeline.storeExecutor) {
      [weak self, scheduler = pipeline.mainScheduler] report in
      guard let self else { return }
      scheduler.enqueue { self.take(report) }
    }
  }

  private func take(_ report: TrackerQueueWorker.Report) {
    if let loaded = report.loaded { resume(loaded) }
    for id in report.removed {
      if report.error == nil || leaving.count > limits.pending { leaving.remove(id) }
      perform(machine.forget(id))
    }
    if let error = report.error { onQueueFailure?(error) }
  }

  private func resume(_ loaded: [TrackerHit]) {
    let time = unixTime()
    // What has been delivered since it was read is on its way out.
    let left = loaded.filter { !machine.has($0.id) && !leaving.contains($0.id) }
    for hit in left where time - hit.time > limits.age { end(hit, .failed(.expired)) }
    perform(machine.add(left.filter { time - $0.time <= limits.age }, areKept: true))
  }
}
