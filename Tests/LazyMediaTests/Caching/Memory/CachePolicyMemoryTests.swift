import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

/// How the policy of a request meets the caches in memory.
@Suite(.timeLimit(.minutes(1))) struct CachePolicyMemoryTests {
  private let fixture = PipelineFixture()

  private func load(_ request: MediaRequest, _ bytes: [UInt8]) async throws -> MediaImage {
    let task = fixture.pipeline.task(for: request)
    fixture.serve(bytes)
    return try await task.value
  }

  @Test func aReloadFetchesThoughThePictureIsThereAndReplacesIt() async throws {
    _ = try await load(.example(), SampleFile.jpeg32x16)
    let reload = MediaRequest.example { $0.cachePolicy = .reload }
    #expect(fixture.pipeline.cachedImage(for: reload) == nil)
    #expect(try await load(reload, SampleFile.png4x2).size.width == 4)
    #expect(fixture.transport.transfers.count == 2)
    #expect(fixture.pipeline.cachedImage(for: .example())?.size.width == 4)
    #expect(fixture.cache.count == 1)
  }

  @Test func aReloadFetchesThoughTheFileIsThereAndReplacesIt() async throws {
    func keep(_ policy: CachePolicy) -> MediaRequest {
      .example {
        $0.keepsData = true
        $0.usesMemoryCache = false
        $0.cachePolicy = policy
      }
    }
    _ = try await load(keep(.normal), SampleFile.jpeg32x16)
    _ = try await load(keep(.reload), SampleFile.png4x2)
    #expect(fixture.transport.transfers.count == 2)
    #expect(try await load(keep(.normal), []).size.width == 4)
    #expect(fixture.transport.transfers.count == 2)
  }

  @Test(arguments: [CachePolicy.cacheFirst, .onlyIfCached])
  func otherPoliciesFindThePicture(_ policy: CachePolicy) async throws {
    _ = try await load(.example(), SampleFile.jpeg32x16)
    let request = MediaRequest.example { $0.cachePolicy = policy }
    #expect(fixture.pipeline.cachedImage(for: request)?.size.width == 32)
  }

  @Test func aReloadDoesNotJoinTheTransferOfOthers() async throws {
    let normal = fixture.pipeline.task(for: .example())
    let reload = fixture.pipeline.task(for: .example { $0.cachePolicy = .reload })
    let again = fixture.pipeline.task(for: .example { $0.cachePolicy = .reload })
    #expect(fixture.transport.transfers.count == 2)
    fixture.serve(SampleFile.png4x2)
    #expect(try await reload.value.size.width == 4)
    #expect(try await again.value.size.width == 4)
    fixture.serve(SampleFile.jpeg32x16)
    #expect(try await normal.value.size.width == 32)
  }
}
