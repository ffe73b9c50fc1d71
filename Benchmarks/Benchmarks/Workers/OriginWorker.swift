import OriginServer

/// The origin of a benchmark: `worker origin FOLDER LATENCY_MS LINK_BYTES_PER_SECOND`, 0 for a link without limit. It
/// serves the folder below `/`, where files have validators and no time to live, and below `/fresh/` with one; it tells
/// its port, then, for each line on standard input, what it has used, what it is busy with and what it has counted;
/// the line `reset` makes it count from zero.
enum OriginWorker {
  static func run(_ arguments: [String]) throws {
    guard arguments.count == 3, let latency = Int(arguments[1]), let linkBytesPerSecond = Int(arguments[2])
    else {
      throw Failure("usage: worker origin FOLDER LATENCY_MS LINK_BYTES_PER_SECOND")
    }
    var configuration = OriginConfiguration()
    configuration.recordsRequests = false
    if linkBytesPerSecond > 0 { configuration.linkBytesPerSecond = linkBytesPerSecond }
    let origin = try OriginServer(configuration)
    try origin.mount("/", folder: arguments[0], template: OriginResponse(latency: .milliseconds(latency)))
    let fresh = [OriginField("Cache-Control", "max-age=86400")]
    try origin.mount(
      "/fresh/", folder: arguments[0],
      template: OriginResponse(fields: fresh, latency: .milliseconds(latency)))
    try Report.answer("port=\(origin.port)")
    while let line = readLine() {
      if line == "reset" { origin.resetStatistics() }
      let statistics = origin.statistics
      try Report.answer(
        "cpu_ms=\(Measure.cpu) in_flight=\(statistics.requestsInFlight) requests=\(statistics.requests)"
          + " written=\(statistics.bytesWritten) aborted=\(statistics.bytesAborted)"
          + " opened=\(statistics.connectionsOpened)")
    }
    origin.stop()
  }
}
