import Dispatch
import LazyMedia
import Locking
import OriginServer
import Testing

@testable import LazyMediaCommand

@Suite(.timeLimit(.minutes(1))) struct StoringTests {
  /// A store that takes nothing until it is let go.
  private final class HeldStore: MediaStore {
    let level = MediaStoreLevel.disk
    private let gate = DispatchSemaphore(value: 0)
    private let count = Lock(0)

    /// Files that it has taken.
    var inserts: Int { count.withLock { $0 } }

    func letGo() { gate.signal() }

    func entry(for key: String) -> StoredEntry? { nil }
    func insert(head: [UInt8], body: MediaBody, for key: String) {
      gate.wait()
      count.withLock { $0 += 1 }
    }
    func replaceHead(with head: [UInt8], for key: String, tag: StoredEntryTag) {}
    func remove(_ key: String, tag: StoredEntryTag?) {}
  }

  private let store = HeldStore()
  private let origin: OriginServer
  private let pipeline: MediaPipeline

  init() throws {
    origin = try OriginServer()
    var response = OriginResponse(bytes: try SamplePicture.png(width: 8, height: 8))
    response.fields = [OriginField("Cache-Control", "max-age=60")]
    origin.route("/a.png", response)
    var configuration = MediaPipelineConfiguration()
    configuration.stores = [store]
    pipeline = MediaPipeline(configuration: configuration)
  }

  @Test func itReturnsWhenEverythingIsStored() async throws {
    _ = try await pipeline.image(for: MediaRequest(url: origin.url("/a.png")))
    Task { [store] in
      for _ in 0..<1_000 { await Task.yield() }
      store.letGo()
    }
    await Storing.finish(pipeline)
    #expect(store.inserts == 1)
  }

  @Test func onceInterruptedAStoreThatHangsIsNotWaitedForLong() async throws {
    _ = try await pipeline.image(for: MediaRequest(url: origin.url("/a.png")))
    let finishing = Task { [pipeline] in await Storing.finish(pipeline, limit: .milliseconds(10)) }
    finishing.cancel()
    await finishing.value
    #expect(store.inserts == 0)
    store.letGo()
    await pipeline.finishStoring()
  }
}
