import FeedSimulator
import Glibc
import LazyMedia

/// A program that shows a feed and flings it: `worker feed FOLDER ORIGIN ITEMS SEED cancel|keep`. Shows the first screen,
/// says so, waits for a line, flings, and answers once the list rests, its last visible cell shows its picture, and what
/// is prefetched after that has come.
///
/// - `cancel`: what a recycled cell was loading is cancelled, as ``MediaSlot`` does.
/// - `keep`: what was begun for a cell runs on when the cell is recycled; nothing else is different.
@MainActor final class FeedWorker {
  private let work: FeedWork
  private let scroll: FeedScroll
  private let pipeline: MediaPipeline
  private let cells: RecycledCells
  private let feed: FeedModel
  private let keepsTasks: Bool
  /// Loads that go on without their cells, while they run.
  private var kept: [Int: MediaTask] = [:]
  /// Items whose pictures were there before the fling.
  private var loadedBefore: Set<Int> = []
  /// Pictures that came when their cells had gone.
  private var unseen = 0

  static func run(_ arguments: [String]) throws {
    guard arguments.count == 5, let items = Int(arguments[2]), let seed = UInt64(arguments[3]),
      ["cancel", "keep"].contains(arguments[4])
    else { throw Failure("usage: worker feed FOLDER ORIGIN ITEMS SEED cancel|keep") }
    let work = try FeedWork(folder: arguments[0], origin: arguments[1])
    let worker = FeedWorker(
      work, FeedScroll(itemCount: items, seed: seed), keepsTasks: arguments[4] == "keep")
    try worker.run()
  }

  private init(_ work: FeedWork, _ scroll: FeedScroll, keepsTasks: Bool) {
    self.work = work
    self.scroll = scroll
    self.keepsTasks = keepsTasks
    let pipeline = FetchWorker.pipeline(connections: FeedWork.connections)
    self.pipeline = pipeline
    cells = RecycledCells(pipeline: pipeline, now: { Self.now }, request: work.request)
    feed = FeedModel(pipeline: pipeline) { [work.request($0)] }
    feed.reload(itemCount: scroll.itemCount)
    if keepsTasks { cells.onLoad = { [weak self] item, request in self?.keep(item, request) } }
  }

  private static var now: Duration { .seconds(Measure.now / 1000) }

  /// Waits for the same picture beside the slot, with the slot's priority.
  private func keep(_ item: Int, _ request: MediaRequest) {
    var request = request
    request.priority = .high
    // A picture that is there at once is handed over before `load` returns.
    var hasEnded = false
    let task = pipeline.load(request) { [weak self] event in
      switch event {
      case .size, .progress, .preview: break
      case .finished, .failed:
        hasEnded = true
        guard let self else { return }
        kept[item] = nil
        if case .finished = event, !cells.visible.contains(item), !cells.shown.contains(item) { unseen += 1 }
      }
    }
    if !hasEnded { kept[item] = task }
  }

  // MARK: The run

  private func run() throws {
    move(to: scroll.visible(after: .zero))
    try pass { self.isSettled }
    let decode = try work.decodeTime()
    try Report.answer("ready=1")
    guard readLine() != nil else { throw Failure("nobody waits for the feed") }

    cells.forgetShown()
    // What the fling passes first is there already.
    loadedBefore = Set((0..<min(scroll.itemCount, 5 * FeedScroll.cellsPerScreen)).filter(isCached))
    let before = pipeline.metrics
    let stop = try fling()
    let trace = cells.visible.filter { !isCached($0) }.map { item in
      let appeared = cells.appearance(of: item) ?? stop
      return IdealSchedule.Picture(bytes: work.bytes(item), release: min(0, (appeared - stop) / .seconds(1)))
    }
    try pass { self.cells.missing.isEmpty }
    let visible = cells.lastShown - stop
    for task in kept.values { task.cancel() }
    kept = [:]
    try pass { self.isSettled }
    try answer(visible, trace, decode: decode, before)
  }

  /// Scrolls to the stop, a frame each sixtieth of a second. Returns when the last one was.
  private func fling() throws -> Duration {
    let start = Self.now
    var frame = 0
    while true {
      let time = Self.now
      let visible = scroll.visible(after: time - start)
      move(to: visible)
      if visible.lowerBound == scroll.stop { return time }
      frame = max(frame + 1, Int((Self.now - start) / FeedScroll.time(ofFrame: 1)))
      let next = start + FeedScroll.time(ofFrame: frame)
      try pass(until: next) { false }
    }
  }

  private func move(to visible: Range<Int>) {
    cells.show(visible)
    feed.visibleRange = visible
  }

  /// Everything that is loaded for what is seen and what is ahead is there, and no timer of the feed is to open its window.
  private var isSettled: Bool {
    guard cells.missing.isEmpty, kept.isEmpty, pipeline.metrics.fetchesNow == 0,
      pipeline.metrics.decodesNow == 0
    else {
      return false
    }
    return ahead.allSatisfy(isCached)
  }

  /// What the feed prefetches where it rests.
  private var ahead: Range<Int> {
    let end = cells.visible.upperBound
    return end..<min(scroll.itemCount, end + 2 * cells.visible.count)
  }

  private func isCached(_ item: Int) -> Bool { pipeline.cachedImage(for: work.request(item)) != nil }

  /// Runs the main actor until something holds, or until a moment.
  private func pass(until end: Duration = .seconds(Int32.max), _ condition: () -> Bool) throws {
    let deadline = min(end, Self.now + .seconds(60))
    while !condition() {
      let left = deadline - Self.now
      guard left > .zero else {
        if deadline == end { return }
        throw Failure("the feed does not come to rest")
      }
      var descriptor = pollfd(fd: MainLoop.fileDescriptor, events: Int16(POLLIN), revents: 0)
      // What a thread of the pipeline does last tells nobody: it is looked at again.
      let milliseconds = min(5, Int32((min(left, .seconds(1)) / .milliseconds(1)).rounded(.up)))
      if poll(&descriptor, 1, milliseconds) > 0 { MainLoop.drain() }
    }
  }

  private func answer(
    _ visible: Duration, _ trace: [IdealSchedule.Picture], decode: Double, _ before: MediaMetrics
  ) throws {
    let after = pipeline.metrics
    let useful = cells.shown.union(cells.visible).union(ahead).subtracting(loadedBefore)
    let ideal = FeedWork.ideal.makespan(of: trace.map { .init(bytes: $0.bytes) }) * 1000 + decode
    let early = FeedWork.ideal.makespan(of: trace) * 1000 + decode
    try Report.answer(
      "visible_ms=\(visible / .milliseconds(1)) ideal_ms=\(ideal) early_ms=\(early) decode_ms=\(decode)"
        + " useful_bytes=\(useful.reduce(0) { $0 + work.bytes($1) }) missing=\(trace.count) stop=\(scroll.stop)"
        + " decodes_wasted=\(after.decodesWasted - before.decodesWasted + unseen)"
        + " decodes=\(after.decodes - before.decodes) shown=\(cells.shown.count)"
        + " bytes_fetched=\(after.bytesFetched - before.bytesFetched)"
        + " bytes_wasted=\(after.bytesWasted - before.bytesWasted)"
        + " cancellations=\(after.cancellations - before.cancellations) peak_kib=\(Measure.peakKiB)")
  }
}
