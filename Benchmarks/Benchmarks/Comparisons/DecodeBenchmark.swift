/// Decoding alone, one thread, files in memory.
struct DecodeBenchmark {
  static let defaultRounds = 40

  private struct Case {
    let name: String
    let file: String
    let target: String
    let pixels: Double
    /// Decodes in one measurement, so that it lasts some tens of milliseconds.
    let iterations: Int

    static let all: [Case] = [
      Case(name: "JPEG 1200x627", file: "media-004.jpg", target: "full", pixels: 752_400, iterations: 12),
      Case(
        name: "JPEG 1200x627 at 4/8", file: "media-004.jpg", target: "600x314", pixels: 752_400,
        iterations: 16),
      Case(
        name: "progressive 1200x627", file: "media-023.jpg", target: "full", pixels: 752_400, iterations: 6),
      Case(
        name: "progressive 1200x627 at 4/8", file: "media-023.jpg", target: "600x314", pixels: 752_400,
        iterations: 6),
      Case(name: "JPEG 12 MP", file: "large-baseline.jpg", target: "full", pixels: 12e6, iterations: 1),
      Case(
        name: "JPEG 12 MP at 2/8", file: "large-baseline.jpg", target: "1000x750", pixels: 12e6, iterations: 2
      ),
      Case(
        name: "progressive 12 MP", file: "large-progressive.jpg", target: "full", pixels: 12e6, iterations: 1),
      Case(
        name: "progressive 12 MP at 2/8", file: "large-progressive.jpg", target: "1000x750", pixels: 12e6,
        iterations: 1),
      Case(name: "PNG icon 80x80", file: "icon-000.png", target: "full", pixels: 6400, iterations: 100),
      Case(name: "PNG 1200x627", file: "media.png", target: "full", pixels: 752_400, iterations: 3),
    ]
  }

  let options: BenchmarkOptions
  let pictures: PictureSet

  func run() throws {
    let ours = try Programs.worker("decode")
    let limit = try Programs.limit("decode")
    var table = ComparisonTable("decode, one thread, source pixels", [])
    for subject in Case.all where options.includes(subject.name) {
      table.comparisons.append(try compare(subject, ours, limit))
    }
    try ours.finish()
    try limit.finish()
    try table.print(asJSON: options.printsJSON)
  }

  private func compare(_ subject: Case, _ ours: ChildProcess, _ limit: ChildProcess) throws -> Comparison {
    let job = "\(subject.iterations) \(subject.target) \(pictures.path(subject.file))"
    var comparison = Comparison(subject.name, "MP/s", goal: .atLeast(0.97))
    // Round 0 warms both up and is not counted.
    for round in 0...options.rounds(orDefault: Self.defaultRounds) {
      var checked = EqualPixels(subject.name)
      let (left, right) = try alternating(round, { try ours.ask(job) }, { try limit.ask(job) })
      try checked.add("ours", left)
      try checked.add("the limit", right)
      guard round > 0 else { continue }
      let megapixels = subject.pixels * Double(subject.iterations) / 1e6
      comparison.append(
        megapixels / (try left.number("wall_ms") / 1e3), megapixels / (try right.number("wall_ms") / 1e3))
    }
    return comparison
  }
}
