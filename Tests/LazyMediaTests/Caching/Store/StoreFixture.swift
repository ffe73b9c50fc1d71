import LazyMedia
import LazyMediaTesting
import Locking
import MediaTransport
import MediaTransportTesting

/// A pipeline with a store in memory, whose calls, network, decodes and clocks the test plays by hand.
final class StoreFixture: Sendable {
  let store: InMemoryStore
  let fixture: PipelineFixture
  private let clock: Clock

  private final class Clock: Sendable {
    let seconds = Lock(1_800_000_000)
  }

  init(
    store: InMemoryStore = InMemoryStore(), _ change: (inout MediaPipelineConfiguration) -> Void = { _ in }
  ) {
    self.store = store
    let clock = Clock()
    self.clock = clock
    fixture = PipelineFixture { configuration in
      configuration.stores = [store]
      configuration.memoryCache = nil
      configuration.unixTime = { clock.seconds.withLock { $0 } }
      change(&configuration)
    }
  }

  var pipeline: MediaPipeline { fixture.pipeline }
  var transport: ScriptedTransport { fixture.transport }
  /// The newest transfer.
  var transfer: ScriptedTransfer? { transport.transfers.last }

  /// Lets time pass.
  func advance(seconds count: Int) { clock.seconds.withLock { $0 += count } }

  /// Runs what waits for the store and the decoder.
  func settle() {
    while fixture.storeExecutor.runNext() || fixture.executor.runNext() {}
  }

  /// Starts a load, up to where it waits for the network.
  func load(_ request: MediaRequest = .example()) -> MediaTask {
    let task = pipeline.task(for: request)
    settle()
    return task
  }

  /// Answers the newest transfer, whole.
  func answer(_ bytes: [UInt8], status: Int = 200, _ fields: [HTTPField] = []) {
    transfer?.complete(bytes, status: status, headers: fields)
    settle()
  }

  /// Fetches and stores a file.
  func fill(_ bytes: [UInt8], _ fields: [HTTPField], _ request: MediaRequest = .example()) async throws {
    let task = load(request)
    answer(bytes, fields)
    _ = try await task.value
  }
}

extension HTTPField {
  static func cacheControl(_ value: String) -> HTTPField { HTTPField("Cache-Control", value) }
  static func etag(_ value: String) -> HTTPField { HTTPField("ETag", "\"\(value)\"") }
}
