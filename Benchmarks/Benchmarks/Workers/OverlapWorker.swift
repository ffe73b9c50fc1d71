import LazyMedia

/// Ours in `overlap`: each line on standard input is a job `TARGET URL`, loaded alone; decoded while it arrives, or
/// after (`worker overlap after`).
enum OverlapWorker {
  static func run(_ arguments: [String]) async throws {
    guard let mode = arguments.first, ["during", "after"].contains(mode) else {
      throw Failure("usage: worker overlap during|after")
    }
    var http = HTTPTransportConfiguration()
    http.proxy = ""
    let transport = ObservedTransport(HTTPTransport(configuration: http), holdsBodies: mode == "after")
    var configuration = MediaPipelineConfiguration(transport: transport)
    configuration.memoryCache = nil
    configuration.retryPolicy = .never
    let pipeline = MediaPipeline(configuration: configuration)
    while let line = readLine() {
      let words = line.split(separator: " ")
      guard words.count == 2 else { throw Failure("a job is TARGET URL, not \(line)") }
      let request = MediaRequest(url: String(words[1]), target: try WorkTarget(words[0]).target)
      let cpu = Measure.cpu
      let start = Measure.now
      let image = try await pipeline.task(for: request).value
      let finished = Measure.now
      let spent = Measure.cpu - cpu
      guard let downloaded = transport.takeDownloadEnd() else { throw Failure("the download never ended") }
      try Report.answer(
        "download_ms=\(downloaded - start) finished_ms=\(finished - start) cpu_ms=\(spent)"
          + " checksum=\(Checksum(image.pixels).text)")
    }
  }
}
