import LazyMedia
import LazyMediaTesting
import Locking
import MediaTransportTesting

/// A feed of any length on a virtual clock: flung at full speed, with a rest of a second after each few hundred cells, over
/// a network that answers after 80 ms, every third time after 20, in two halves a frame apart. Tells what is held at each rest, and the most that was held in between.
@MainActor public final class VirtualFeed {
  /// What is held at a moment.
  public struct Holdings: Hashable, Sendable {
    /// Of the pipeline.
    public var fetches = 0, decodes = 0, heldBytes = 0
    /// Of the memory cache.
    public var cachedPictures = 0, cachedBytes = 0, pinnedBytes = 0
    /// Of the feed model: items whose requests it knows, and requests that it has begun.
    public var knownItems = 0, begunRequests = 0
    /// Cells, and turns that wait for the main actor.
    public var cells = 0, turns = 0

    /// The larger of each.
    mutating func formMaximum(_ other: Self) {
      fetches = max(fetches, other.fetches)
      decodes = max(decodes, other.decodes)
      heldBytes = max(heldBytes, other.heldBytes)
      cachedPictures = max(cachedPictures, other.cachedPictures)
      cachedBytes = max(cachedBytes, other.cachedBytes)
      pinnedBytes = max(pinnedBytes, other.pinnedBytes)
      knownItems = max(knownItems, other.knownItems)
      begunRequests = max(begunRequests, other.begunRequests)
      cells = max(cells, other.cells)
      turns = max(turns, other.turns)
    }
  }

  /// What a run has shown.
  public struct Outcome: Sendable {
    /// The most of each while the first tenth of the list was scrolled through.
    public var early = Holdings()
    /// The most of each in the last tenth.
    public var late = Holdings()
    /// Requests that reached the network.
    public var requests = 0
    /// Cells that have shown their picture.
    public var shown = 0
    /// Loads that were cancelled, and bytes that had come for those.
    public var cancellations = 0, bytesWasted = 0
    /// Rests at whose end a cell had none.
    public var incompleteRests = 0
  }

  /// An answer on its way.
  private struct Answer {
    let transfer: ScriptedTransfer
    let due: Duration
    var hasBegun = false
  }

  private static let latency = Duration.milliseconds(80)
  private static let shortLatency = Duration.milliseconds(20)
  /// Cells between two rests.
  private static let fling = 200
  private static let restFrames = FeedScroll.framesPerSecond

  private let scheduler = ManualMainScheduler(now: .seconds(1))
  private let started = Started()
  private let transport: ScriptedTransport
  private let executor = ManualExecutor()
  private let cache = MemoryCache(byteLimit: 1 << 20)
  private let pipeline: MediaPipeline
  private let cells: RecycledCells
  private let feed: FeedModel
  private let itemCount: Int
  private var running: [Answer] = []
  private var outcome = Outcome()

  private init(itemCount: Int) {
    self.itemCount = itemCount
    let (started, scheduler) = (started, scheduler)
    transport = ScriptedTransport { transfer in started.add(transfer) }
    var configuration = MediaPipelineConfiguration(transport: transport)
    configuration.decodeExecutor = executor
    configuration.mainScheduler = scheduler
    configuration.memoryCache = cache
    configuration.now = { scheduler.now }
    let pipeline = MediaPipeline(configuration: configuration)
    self.pipeline = pipeline
    let request: @MainActor (Int) -> MediaRequest = { MediaRequest(url: "http://origin.example/\($0).jpg") }
    cells = RecycledCells(pipeline: pipeline, now: { scheduler.now }, request: request)
    feed = FeedModel(pipeline: pipeline) { [request($0)] }
    feed.reload(itemCount: itemCount)
  }

  /// Flings through a list of `itemCount` cells.
  /// - Parameter onStep: called at the end of each tenth of the list.
  public static func play(itemCount: Int, onStep: @MainActor (Int) -> Void = { _ in }) -> Outcome {
    let feed = VirtualFeed(itemCount: itemCount)
    var start = 0
    var tenths = 0
    while start + fling + 5 * FeedScroll.cellsPerScreen <= itemCount {
      feed.flingAndRest(from: start)
      start += fling
      while tenths < start * 10 / itemCount {
        tenths += 1
        onStep(tenths)
      }
    }
    feed.outcome.cancellations = feed.pipeline.metrics.cancellations
    feed.outcome.bytesWasted = feed.pipeline.metrics.bytesWasted
    return feed.outcome
  }

  private func flingAndRest(from start: Int) {
    let scroll = FeedScroll(itemCount: itemCount, stop: Self.fling)
    var frame = 0
    while true {
      let visible = scroll.visible(after: FeedScroll.time(ofFrame: frame))
      draw(visible.lowerBound + start..<visible.upperBound + start)
      frame += 1
      if visible.lowerBound == scroll.stop { break }
    }
    for _ in 0..<Self.restFrames { draw(cells.visible) }
    if !cells.missing.isEmpty { outcome.incompleteRests += 1 }
    outcome.shown += cells.shown.count
    cells.forgetShown()
  }

  /// One frame: the list moves, then everything goes on until the next.
  private func draw(_ visible: Range<Int>) {
    cells.show(visible)
    feed.visibleRange = visible
    scheduler.runAll()
    note()
    scheduler.advance(by: FeedScroll.time(ofFrame: 1))
    for transfer in started.take() {
      outcome.requests += 1
      let latency = outcome.requests.isMultiple(of: 3) ? Self.shortLatency : Self.latency
      running.append(Answer(transfer: transfer, due: scheduler.now + latency))
    }
    running = running.compactMap(goOn)
    executor.runAll()
    scheduler.runAll()
    transport.forgetEndedTransfers()
  }

  /// Sends what is due of an answer. Returns what is left of it.
  private func goOn(_ answer: Answer) -> Answer? {
    guard answer.transfer.isActive else { return nil }
    guard answer.due <= scheduler.now else { return answer }
    let file = SampleFile.jpeg32x16
    let half = file.count / 2
    guard answer.hasBegun else {
      answer.transfer.respond(expectedBytes: file.count)
      answer.transfer.send(Array(file[..<half]))
      return Answer(transfer: answer.transfer, due: answer.due, hasBegun: true)
    }
    answer.transfer.send(Array(file[half...]))
    answer.transfer.finish()
    return nil
  }

  private func note() {
    let metrics = pipeline.metrics
    let held = feed.holdings
    let holdings = Holdings(
      fetches: metrics.fetchesNow, decodes: metrics.decodesNow, heldBytes: metrics.bytesHeldNow,
      cachedPictures: cache.count, cachedBytes: cache.byteCount, pinnedBytes: cache.pinnedByteCount,
      knownItems: held.items, begunRequests: held.requests, cells: cells.cellCount, turns: scheduler.queued)
    // Before the end of the first tenth of a long list the cache is full.
    if visibleShare < 0.1 { outcome.early.formMaximum(holdings) }
    if visibleShare > 0.9 { outcome.late.formMaximum(holdings) }
  }

  private var visibleShare: Double { Double(cells.visible.lowerBound) / Double(itemCount) }

  /// Transfers that were started since the last look.
  private final class Started: Sendable {
    private let transfers = Lock<[ScriptedTransfer]>([])

    func add(_ transfer: ScriptedTransfer) { transfers.withLock { $0.append(transfer) } }

    func take() -> [ScriptedTransfer] {
      transfers.withLock { transfers in
        defer { transfers = [] }
        return transfers
      }
    }
  }
}
