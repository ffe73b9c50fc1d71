import Glibc

/// The job: 400 pictures fetched and decoded at the size they are shown, all pixels in memory.
struct FetchBenchmark {
  static let defaultRounds = 15

  private struct Case {
    let latency: Int
    let connections: Int
    /// Compared with what the latency alone takes: each connection answers one request after the other.
    let isLatencyBound: Bool

    static let all = [
      Case(latency: 0, connections: 16, isLatencyBound: false),
      Case(latency: 50, connections: 16, isLatencyBound: false),
      Case(latency: 50, connections: 6, isLatencyBound: true),
    ]

    var name: String { "400 pictures, \(connections) connections, \(latency) ms" }

    var floor: Double {
      let count = PictureSet.mediaCount + PictureSet.iconCount
      return Double((count + connections - 1) / connections * latency)
    }
  }

  /// What one program spent on the job.
  private struct Cost {
    var wall: Double
    var cpu: Double
    var peak: Double
    var processWall: Double
    var processCPU: Double
    var originCPU: Double
    var pixels: ResultLine
  }

  let options: BenchmarkOptions
  let pictures: PictureSet

  func run() throws {
    for subject in Case.all where options.includes(subject.name) { try compare(subject) }
  }

  private func compare(_ subject: Case) throws {
    let origin = try OriginProcess(pictures, latency: subject.latency)
    let list = pictures.folder + ".list.\(getpid())"
    try pictures.writeList(origin: origin.url, to: list)
    defer { unlink(list) }

    let name = "fetch, \(subject.name)"
    let usual: Goal? = subject.isLatencyBound ? nil : .atMost(1.10)
    var wall = Comparison("wall", "ms", goal: usual)
    var cpu = Comparison("CPU", "ms", goal: usual)
    var peak = Comparison("peak memory", "MiB", goal: .atMost(1.15))
    var processWall = Comparison("wall, whole process", "ms")
    var processCPU = Comparison("CPU, whole process", "ms")
    var originCPU = Comparison("CPU of the origin", "ms")
    var floor = Comparison("wall", "ms", goal: .atMost(1.05))
    var limitFloor = Comparison("wall of the limit", "ms")
    // Round 0 warms the origin and the page cache up and is not counted.
    for round in 0...options.rounds(orDefault: Self.defaultRounds) {
      let connections = String(subject.connections)
      let (ours, limit) = try alternating(
        round,
        { try measure(try Programs.worker("fetch", list, connections), origin) },
        { try measure(try Programs.limit("fetch", list, connections), origin) })
      var checked = EqualPixels(name)
      try checked.add("ours", ours.pixels)
      try checked.add("the limit", limit.pixels)
      guard round > 0 else { continue }
      wall.append(ours.wall, limit.wall)
      cpu.append(ours.cpu, limit.cpu)
      peak.append(ours.peak, limit.peak)
      processWall.append(ours.processWall, limit.processWall)
      processCPU.append(ours.processCPU, limit.processCPU)
      originCPU.append(ours.originCPU, limit.originCPU)
      floor.append(ours.wall, subject.floor)
      limitFloor.append(limit.wall, subject.floor)
    }
    try origin.finish()
    try ComparisonTable(name, [wall, cpu, peak, processWall, processCPU, originCPU])
      .print(asJSON: options.printsJSON)
    if subject.isLatencyBound {
      try ComparisonTable(name + ", latency alone", right: "floor", [floor, limitFloor])
        .print(asJSON: options.printsJSON)
    }
  }

  private func measure(_ process: ChildProcess, _ origin: OriginProcess) throws -> Cost {
    let before = try origin.cpu()
    let result = try process.readResult()
    let processWall = Measure.now - process.started
    let originCPU = try origin.cpu() - before
    let pixels = try process.readResult()
    try process.finish()
    return Cost(
      wall: try result.number("wall_ms"), cpu: try result.number("cpu_ms"),
      peak: try result.number("peak_kib") / 1024, processWall: processWall,
      processCPU: try result.number("process_cpu_ms"), originCPU: originCPU, pixels: pixels)
  }
}
