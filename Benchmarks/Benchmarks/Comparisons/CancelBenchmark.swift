import Glibc

/// Requests that nobody wants any more: what they cost, and that nothing of them is left.
struct CancelBenchmark {
  private static let requests = 10_000

  let options: BenchmarkOptions
  let pictures: PictureSet

  func run() throws {
    let origin = try OriginProcess(pictures, latency: 1)
    let list = pictures.folder + ".list.\(getpid())"
    try pictures.writeList(origin: origin.url, to: list)
    defer { unlink(list) }
    let worker = try Programs.worker("cancel", list, String(Self.requests))
    let spent = try worker.readResult()
    while try origin.requestsInFlight() > 0 { usleep(10_000) }
    // A decode that ran when it was cancelled ends at its next row group.
    usleep(200_000)
    let left = try worker.ask("settled")
    try worker.finish()
    try origin.finish()

    let wall = try spent.number("wall_ms") * 1000 / Double(Self.requests)
    let cpu = try spent.number("cpu_ms") * 1000 / Double(Self.requests)
    let finished = Int(try spent.number("finished"))
    let heap = try left.number("heap_bytes") / 1024
    let descriptors = Int(try left.number("descriptors"))
    if options.printsJSON {
      try Report.answer(
        "{\"benchmark\":\"cancel\",\"requests\":\(Self.requests),\"finished\":\(finished),"
          + "\"wallMicroseconds\":\(wall),\"cpuMicroseconds\":\(cpu),\"heapGrowthKiB\":\(heap),"
          + "\"descriptorGrowth\":\(descriptors)}")
    } else {
      try Report.answer(
        """
        cancel, \(Self.requests) requests, \(finished) of them finished before
          a request: \(wall.readable) us wall, pauses between requests included, \(cpu.readable) us CPU
          afterwards: heap \(heap.fixed(1)) KiB and \(descriptors) descriptors more than before

        """)
    }
  }
}
