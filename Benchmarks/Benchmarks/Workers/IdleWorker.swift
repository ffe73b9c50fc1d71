import LazyMedia

/// Loads a list, so that all threads of a pipeline have started, says so, and then does nothing until its standard
/// input ends.
enum IdleWorker {
  static func run(_ arguments: [String]) async throws {
    guard arguments.count == 1 else { throw Failure("usage: worker idle LIST") }
    let pipeline = FetchWorker.pipeline(connections: 6)
    let images = try await FetchWorker.load(FetchWorker.requests(in: arguments[0]), with: pipeline)
    try Report.answer("images=\(images.count)")
    while readLine() != nil {}
    withExtendedLifetime((pipeline, images)) {}
  }
}
