import AllocationCount
import LazyMedia

/// Counts what the library takes from the heap: `worker allocations decode TARGET PATH` for a decode,
/// `worker allocations fetch LIST CONNECTIONS` for a request with its decode.
enum AllocationsWorker {
  private static let decodes = 20

  static func run(_ arguments: [String]) async throws {
    guard allocation_count_is_available() != 0 else {
      throw Failure("allocations cannot be counted in a build with a sanitizer")
    }
    guard arguments.count == 3 else { throw Failure("usage: worker allocations decode TARGET PATH") }
    let (count, repetitions) =
      switch arguments[0] {
      case "decode": (try decode(target: arguments[1], path: arguments[2]), decodes)
      case "fetch": try await fetch(list: arguments[1], connections: Int(arguments[2]) ?? 16)
      default: throw Failure("unknown kind \(arguments[0])")
      }
    try Report.answer(
      "allocations=\(Double(count.allocations) / Double(repetitions))"
        + " bytes=\(Double(count.bytes) / Double(repetitions))")
  }

  private static func decode(target: String, path: String) throws -> allocation_count {
    guard let file = Files.bytes(of: path) else { throw Failure("cannot read \(path)") }
    let options = DecodeOptions(target: try WorkTarget(target).target)
    _ = try DecodeWorker.decode(file, options)
    allocation_count_start()
    for _ in 0..<decodes { _ = try DecodeWorker.decode(file, options) }
    return allocation_count_stop()
  }

  /// The second time the list is loaded is counted: connections, threads and the pool are there by then.
  private static func fetch(list: String, connections: Int) async throws -> (allocation_count, Int) {
    let requests = try FetchWorker.requests(in: list)
    let pipeline = FetchWorker.pipeline(connections: connections)
    let again = requests.map { request in
      var request = request
      request.usesMemoryCache = false
      return request
    }
    _ = try await FetchWorker.load(again, with: pipeline)
    allocation_count_start()
    _ = try await FetchWorker.load(again, with: pipeline)
    return (allocation_count_stop(), again.count)
  }
}
