import LazyMedia

/// Ours in `fetch`: loads all pictures of a list at once through a pipeline and keeps their pixels, as
/// `media-limit fetch` does.
enum FetchWorker {
  static func run(_ arguments: [String]) async throws {
    guard arguments.count == 2, let connections = Int(arguments[1]) else {
      throw Failure("usage: worker fetch LIST CONNECTIONS")
    }
    let requests = try requests(in: arguments[0])
    let cpu = Measure.cpu
    let start = Measure.now
    let pipeline = Self.pipeline(connections: connections)
    let images = try await load(requests, with: pipeline)
    let wall = Measure.now - start
    let wholeCPU = Measure.cpu
    try Report.answer(
      "wall_ms=\(wall) cpu_ms=\(wholeCPU - cpu) process_cpu_ms=\(wholeCPU) peak_kib=\(Measure.peakKiB)"
        + " images=\(images.count)")
    // The reader takes the time of that line; checking comes after what is measured.
    try Report.answer("checksum=\(Checksum(of: images.lazy.map(\.pixels)).text)")
  }

  static func pipeline(
    connections: Int, _ change: (inout MediaPipelineConfiguration) -> Void = { _ in }
  ) -> MediaPipeline {
    var transport = HTTPTransportConfiguration()
    transport.limits.connectionsPerHost = connections
    transport.limits.totalConnections = connections
    transport.proxy = ""
    var configuration = MediaPipelineConfiguration(transport: HTTPTransport(configuration: transport))
    // A transfer that fails must show, not cost time.
    configuration.retryPolicy = .never
    change(&configuration)
    return MediaPipeline(configuration: configuration)
  }

  static func load(_ requests: [MediaRequest], with pipeline: MediaPipeline) async throws -> [MediaImage] {
    let tasks = requests.map { pipeline.task(for: $0) }
    var images: [MediaImage] = []
    images.reserveCapacity(tasks.count)
    for task in tasks { images.append(try await task.value) }
    return images
  }

  static func requests(in list: String) throws -> [MediaRequest] {
    let requests = try Files.lines(of: list).map { line in
      let words = line.split(separator: " ")
      guard words.count == 2 else { throw Failure("a line is TARGET URL, not \(line)") }
      return MediaRequest(url: String(words[1]), target: try WorkTarget(words[0]).target)
    }
    guard !requests.isEmpty else { throw Failure("cannot read a list from \(list)") }
    return requests
  }
}
