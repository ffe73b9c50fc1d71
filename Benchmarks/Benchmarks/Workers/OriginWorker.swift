import OriginServer

/// The origin of a benchmark: `worker origin FOLDER LATENCY BYTES_PER_SECOND`.
enum OriginWorker {
  static func run(_ arguments: [String]) throws {
    throw Failure("the origin is not there yet")
  }
}
