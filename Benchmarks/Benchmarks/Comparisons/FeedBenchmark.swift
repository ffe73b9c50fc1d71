import FeedSimulator
import Glibc

/// A feed that is flung and stops: how soon all that is seen then is there, and what was spent on what nobody saw. Beside
/// the same without cancelling, and beside the least that the link allows.
struct FeedBenchmark {
  private static let defaultRounds = 5
  private static let shortFeed = 1_000
  private static let longFeed = 10_000
  private static let quickFeed = 400
  private static let virtualFeed = 100_000

  /// What one run has shown.
  private struct Run {
    var result: ResultLine
    var origin: ResultLine

    /// What the origin wrote for pictures that no visible cell and no prefetch got, heads of all answers included.
    func wastedBytes() throws -> Double {
      try origin.number("written") - result.number("useful_bytes")
    }

    func peakMiB() throws -> Double { try result.number("peak_kib") / 1024 }
  }

  let options: BenchmarkOptions
  let pictures: PictureSet

  private var isQuick: Bool {
    options.rounds(orDefault: Self.defaultRounds + 1) == BenchmarkOptions.fewestRounds
  }

  func run() throws {
    if isQuick {
      _ = try compare(items: Self.quickFeed, rounds: BenchmarkOptions.fewestRounds)
    } else {
      let short = try compare(items: Self.shortFeed, rounds: options.rounds(orDefault: Self.defaultRounds))
      let long = try compare(items: Self.longFeed, rounds: 1)
      var flat = Comparison("peak memory", "MiB", goal: .atMost(1.1))
      flat.append(long.median, short.median)
      try ComparisonTable(
        "feed, memory and its length", left: "10,000 cells", right: "1,000 cells", [flat]
      ).print(asJSON: options.printsJSON)
    }
    try playVirtual()
  }

  /// Returns our peak memory.
  private func compare(items: Int, rounds: Int) throws -> Sample {
    let origin = try OriginProcess(
      pictures, latency: FeedWork.latencyMilliseconds, linkBytesPerSecond: FeedWork.linkBytesPerSecond)
    var ideal = Comparison("stop to last picture", "ms", goal: .atMost(1.2))
    var early = Comparison("the same, ideal from when cells appeared", "ms", goal: .atMost(1.2))
    var visible = Comparison("stop to last picture", "ms")
    var wasted = Comparison("bytes wasted", "KB", goal: .atMost(0.15))
    var aborted = Comparison("of these, of answers cut off", "KB")
    var decodes = Comparison("decodes wasted", "")
    var peak = Comparison("peak memory", "MiB")
    var opened = Comparison("connections opened", "")
    for round in 1...rounds {
      let (ours, kept) = try alternating(
        round,
        { try measure(items, seed: round, "cancel", origin) },
        { try measure(items, seed: round, "keep", origin) })
      let time = try ours.result.number("visible_ms")
      ideal.append(time, try ours.result.number("ideal_ms"))
      early.append(time, try ours.result.number("early_ms"))
      visible.append(time, try kept.result.number("visible_ms"))
      wasted.append(try ours.wastedBytes() / 1000, try kept.wastedBytes() / 1000)
      aborted.append(try ours.origin.number("aborted") / 1000, try kept.origin.number("aborted") / 1000)
      decodes.append(
        try ours.result.number("decodes_wasted"), try kept.result.number("decodes_wasted"))
      peak.append(try ours.peakMiB(), try kept.peakMiB())
      opened.append(try ours.origin.number("opened"), try kept.origin.number("opened"))
    }
    try origin.finish()
    let name = "feed of \(items) cells"
    try ComparisonTable(name, right: "ideal", [ideal, early]).print(asJSON: options.printsJSON)
    try ComparisonTable(name, right: "uncancelled", [visible, wasted, aborted, decodes, peak, opened])
      .print(asJSON: options.printsJSON)
    return peak.left
  }

  private func measure(_ items: Int, seed: Int, _ kind: String, _ origin: OriginProcess) throws -> Run {
    let worker = try Programs.worker("feed", pictures.folder, origin.url, String(items), String(seed), kind)
    _ = try worker.readResult()
    while try origin.requestsInFlight() > 0 { usleep(10_000) }
    try origin.reset()
    let result = try worker.ask("fling")
    // Cancelled requests end at the origin when their connections have been closed there.
    while try origin.requestsInFlight() > 0 { usleep(10_000) }
    let told = try origin.tell()
    try worker.finish()
    return Run(result: result, origin: told)
  }

  // MARK: On the virtual clock

  private func playVirtual() throws {
    let worker = try Programs.worker("virtual-feed", String(Self.virtualFeed))
    let (early, late) = (try worker.readResult(), try worker.readResult())
    let sums = try worker.readResult()
    try worker.finish()
    var comparisons: [Comparison] = []
    for (name, quantity, unit) in [
      ("fetches", "fetches", ""), ("decodes", "decodes", ""), ("held", "bytes held", "KB"),
      ("cached", "memory cache", "KB"), ("pinned", "pinned by slots", "KB"), ("known", "items known", ""),
      ("begun", "prefetches begun", ""), ("cells", "cells", ""),
    ] {
      var comparison = Comparison("most \(quantity) at once", unit, goal: .atMost(1.0))
      let scale = unit.isEmpty ? 1.0 : 1000
      comparison.append(try late.number(name) / scale, try early.number(name) / scale)
      comparisons.append(comparison)
    }
    var heap = Comparison("heap, after all and after a fifth", "KB", goal: .atMost(1.1))
    heap.append(try sums.number("heap_late") / 1000, try sums.number("heap_early") / 1000)
    try ComparisonTable(
      "feed of \(Self.virtualFeed) cells, virtual clock, \(Int(try sums.number("shown"))) pictures shown",
      left: "last tenth", right: "first tenth", comparisons + [heap]
    ).print(asJSON: options.printsJSON)
  }
}
