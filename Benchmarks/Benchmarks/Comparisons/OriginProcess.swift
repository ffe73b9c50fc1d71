/// The origin, in a process of its own, so that its work is nobody's else.
struct OriginProcess {
  private let process: ChildProcess
  /// Where the pictures are, without a slash at the end.
  let url: String

  /// - Parameters:
  ///   - latency: milliseconds from a request to its answer.
  ///   - linkBytesPerSecond: what the link carries; `nil` for as much as the system takes.
  init(_ pictures: PictureSet, latency: Int = 0, linkBytesPerSecond: Int? = nil) throws {
    process = try Programs.worker(
      "origin", pictures.folder, String(latency), String(linkBytesPerSecond ?? 0))
    url = "http://127.0.0.1:\(try process.readResult().text("port"))"
  }

  /// Processor time that it has used so far, in milliseconds.
  func cpu() throws -> Double { try process.ask("tell").number("cpu_ms") }

  /// Requests that it has not answered to the end.
  func requestsInFlight() throws -> Int { Int(try process.ask("tell").number("in_flight")) }

  /// What it has counted since it began or was last reset.
  func tell() throws -> ResultLine { try process.ask("tell") }

  /// Counts from zero.
  func reset() throws { _ = try process.ask("reset") }

  func finish() throws { try process.finish() }
}
