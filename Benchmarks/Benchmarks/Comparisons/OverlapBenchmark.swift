/// Large pictures over a slow link: what is left to do after the last byte.
struct OverlapBenchmark {
  static let defaultRounds = 15
  private static let linkBytesPerSecond = 20_000_000

  private struct Case {
    let name: String
    let file: String
    let target: String
    let tailGoal: Double

    static let all = [
      Case(name: "12 MP baseline", file: "large-baseline.jpg", target: "full", tailGoal: 0.03),
      Case(name: "12 MP baseline at 2/8", file: "large-baseline.jpg", target: "1000x750", tailGoal: 0.03),
      Case(name: "12 MP progressive", file: "large-progressive.jpg", target: "full", tailGoal: 0.55),
      Case(
        name: "12 MP progressive at 2/8", file: "large-progressive.jpg", target: "1000x750", tailGoal: 0.55),
    ]
  }

  /// What one picture took.
  private struct Cost {
    let download: Double
    let finished: Double
    let cpu: Double
    let pixels: ResultLine

    var tail: Double { finished - download }

    init(_ result: ResultLine) throws {
      download = try result.number("download_ms")
      finished = try result.number("finished_ms")
      cpu = try result.number("cpu_ms")
      pixels = result
    }
  }

  let options: BenchmarkOptions
  let pictures: PictureSet

  func run() throws {
    let origin = try OriginProcess(pictures, linkBytesPerSecond: Self.linkBytesPerSecond)
    let during = try Programs.worker("overlap", "during")
    let after = try Programs.worker("overlap", "after")
    let limit = try Programs.limit("overlap")
    for subject in Case.all where options.includes(subject.name) {
      try compare(subject, origin, during, after, limit)
    }
    for process in [during, after, limit] { try process.finish() }
    try origin.finish()
  }

  private func compare(
    _ subject: Case, _ origin: OriginProcess, _ during: ChildProcess, _ after: ChildProcess,
    _ limit: ChildProcess
  ) throws {
    let name = "overlap, \(subject.name), 20 MB/s"
    let job = "\(subject.target) \(origin.url)/\(subject.file)"
    var tail = Comparison("tail after the last byte", "ms", goal: .atMost(subject.tailGoal))
    var finished = Comparison("request to picture", "ms")
    var spent = Comparison("CPU", "ms")
    var limitTail = Comparison("tail after the last byte", "ms")
    var limitAfterTail = Comparison("tail, ours after the download", "ms")
    var limitFinished = Comparison("request to picture", "ms")
    var limitDownload = Comparison("download", "ms")
    var limitSpent = Comparison("CPU", "ms")
    // Round 0 warms all up and is not counted.
    for round in 0...options.rounds(orDefault: Self.defaultRounds) {
      let ((streamed, plain), bound) = try alternating(
        round / 2,
        {
          try alternating(round, { try Cost(during.ask(job)) }, { try Cost(after.ask(job)) })
        }, { try Cost(limit.ask(job)) })
      var checked = EqualPixels(name)
      try checked.add("ours, during the download,", streamed.pixels)
      try checked.add("ours, after the download,", plain.pixels)
      try checked.add("the limit", bound.pixels)
      guard round > 0 else { continue }
      tail.append(streamed.tail, plain.tail)
      finished.append(streamed.finished, plain.finished)
      spent.append(streamed.cpu, plain.cpu)
      limitTail.append(streamed.tail, bound.tail)
      limitAfterTail.append(plain.tail, bound.tail)
      limitFinished.append(streamed.finished, bound.finished)
      limitDownload.append(streamed.download, bound.download)
      limitSpent.append(streamed.cpu, bound.cpu)
    }
    try ComparisonTable(name, left: "during", right: "after", [tail, finished, spent])
      .print(asJSON: options.printsJSON)
    try ComparisonTable(name, [limitTail, limitAfterTail, limitFinished, limitDownload, limitSpent])
      .print(asJSON: options.printsJSON)
  }
}
