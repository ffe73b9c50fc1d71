import Glibc

/// The job of ``FetchBenchmark`` again, with caches that have the pictures already: what they spare.
struct WarmBenchmark {
  private static let connections = 16

  /// What a program finds.
  private enum Way: String, CaseIterable {
    case fetching = "fetched"
    case filling = "fetched and stored"
    case revalidating = "warm disk cache, revalidated"
    case disk = "warm disk cache"
    case memory = "warm memory cache"
  }

  private struct Cost {
    var wall: Double
    var cpu: Double
  }

  let options: BenchmarkOptions
  let pictures: PictureSet

  private var folder: String { Files.programFolder + "/benchmark-warm.\(getpid())" }

  func run() throws {
    for latency in [0, 50] where options.includes(name(latency)) {
      Files.removeFolder(folder)
      defer { Files.removeFolder(folder) }
      try compare(latency: latency)
    }
  }

  private func name(_ latency: Int) -> String {
    "warm, 400 pictures, \(Self.connections) connections, \(latency) ms"
  }

  private func compare(latency: Int) throws {
    let name = name(latency)
    let origin = try OriginProcess(pictures, latency: latency)
    let list = pictures.folder + ".warm.\(getpid())"
    let staleList = pictures.folder + ".stale.\(getpid())"
    try pictures.writeList(origin: origin.url + "/fresh", to: list)
    try pictures.writeList(origin: origin.url, to: staleList)
    defer {
      unlink(list)
      unlink(staleList)
    }
    var checked = EqualPixels(name)
    func measure(_ way: Way) throws -> Cost {
      switch way {
      case .fetching: return try cost(way, list, "fetch", &checked, fetches: true)
      case .memory: return try cost(way, list, "memory", &checked, hits: "memory")
      case .disk: return try cost(way, list, folder + "/fresh", &checked, hits: "disk")
      case .revalidating:
        return try cost(way, staleList, folder + "/stale", &checked, hits: "revalidations")
      case .filling:
        defer { Files.removeFolder(folder + "/cold") }
        return try cost(way, list, folder + "/cold", &checked, fetches: true)
      }
    }
    // The caches are filled, the origin and the page cache warmed up.
    _ = try cost(.filling, list, folder + "/fresh", &checked, fetches: true)
    _ = try cost(.filling, staleList, folder + "/stale", &checked, fetches: true)

    var walls: [Way: Comparison] = [:]
    var cpus: [Way: Comparison] = [:]
    let ways = Way.allCases
    for round in 0..<options.rounds(orDefault: FetchBenchmark.defaultRounds) {
      var costs: [Way: Cost] = [:]
      // Each is first in turn.
      for place in ways.indices {
        let way = ways[(place + round) % ways.count]
        costs[way] = try measure(way)
      }
      guard let fetched = costs[.fetching] else { continue }
      for way in ways where way != .fetching {
        guard let cost = costs[way] else { continue }
        walls[way, default: Comparison("wall", "ms")].append(fetched.wall, cost.wall)
        cpus[way, default: Comparison("CPU", "ms")].append(fetched.cpu, cost.cpu)
      }
    }
    try origin.finish()
    for way in ways {
      guard let wall = walls[way], let cpu = cpus[way] else { continue }
      try ComparisonTable("\(name), \(way.rawValue)", left: "fetching", right: "this", [wall, cpu])
        .print(asJSON: options.printsJSON)
    }
  }

  /// What one program spent; fails where it did not come by its pictures in the way that is meant.
  private func cost(
    _ way: Way, _ list: String, _ cache: String, _ checked: inout EqualPixels, hits: String? = nil,
    fetches: Bool = false
  ) throws -> Cost {
    let process = try Programs.worker("warm", list, String(Self.connections), cache)
    let result = try process.readResult()
    try checked.add(way.rawValue, try process.readResult())
    try process.finish()
    let count = Double(PictureSet.mediaCount + PictureSet.iconCount)
    guard try result.number("fetches") == (fetches ? count : 0), try result.number("failures") == 0,
      try result.number("skipped") == 0
    else { throw Failure("\(way.rawValue): not as it is meant: \(result)") }
    if let hits, try result.number(hits) != count {
      throw Failure("\(way.rawValue): not from there: \(result)")
    }
    return Cost(wall: try result.number("wall_ms"), cpu: try result.number("cpu_ms"))
  }
}
