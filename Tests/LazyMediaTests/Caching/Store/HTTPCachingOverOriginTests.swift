#if DiskCache
  import Foundation
  import LazyMediaTesting
  import Locking
  import MediaTransport
  import OriginServer
  import Testing

  @testable import LazyMedia

  /// The rules of HTTP caching over real connections, a real disk cache, and pipelines that come one after the other, as
  /// programs do.
  @Suite(.timeLimit(.minutes(2))) struct HTTPCachingOverOriginTests {
    private final class World: Sendable {
      let origin: OriginServer
      let folder = DiskFixture()
      private let now = Lock(1_800_000_000)

      init() throws { origin = try OriginServer() }

      func advance(seconds: Int) { now.withLock { $0 += seconds } }

      /// A program that starts with nothing in memory.
      func program() throws -> MediaPipeline {
        var configuration = MediaPipelineConfiguration()
        configuration.memoryCache = nil
        configuration.stores = [try folder.cache()]
        configuration.retryPolicy = .never
        configuration.unixTime = { [self] in now.withLock { $0 } }
        return MediaPipeline(configuration: configuration)
      }

      /// Loads a picture in a program of its own. Returns its width and where it came from.
      @discardableResult
      func load(_ path: String = "/a", _ fields: [HTTPField] = []) async throws -> (
        width: Int, source: MediaTaskMetrics.Source?
      ) {
        let program = try program()
        var request = MediaRequest(url: origin.url(path))
        request.headers = fields
        let task = program.task(for: request)
        let width = try await task.value.size.width
        await program.finishStoring()
        return (width, task.metrics.source)
      }
    }

    private func answer(_ bytes: [UInt8], _ control: String, _ tag: String? = "\"one\"") -> OriginResponse {
      OriginResponse(bytes: bytes).with { script in
        script.fields.append(OriginField("Cache-Control", control))
        script.entityTag = tag
        script.answersNotModified = true
      }
    }

    @Test func whatIsFreshIsServedFromDiskWithoutARequest() async throws {
      let world = try World()
      world.origin.route("/a", answer(SampleFile.jpeg32x16, "max-age=60"))
      #expect(try await world.load() == (32, .transport))
      #expect(try await world.load() == (32, .disk))
      #expect(world.origin.statistics.requests == 1)
    }

    // FAULTS 36
    @Test func whatIsStaleIsConfirmedWithoutABody() async throws {
      let world = try World()
      world.origin.route("/a", answer(SampleFile.jpeg32x16, "max-age=60, must-revalidate"))
      try await world.load()
      world.advance(seconds: 100)
      let written = world.origin.statistics.bytesWritten
      #expect(try await world.load() == (32, .disk))
      let last = try #require(world.origin.statistics.recorded.last)
      #expect(last.value(of: "If-None-Match") == "\"one\"")
      #expect(world.origin.statistics.bytesWritten - written < SampleFile.jpeg32x16.count)
      // Fresh again.
      #expect(try await world.load() == (32, .disk))
      #expect(world.origin.statistics.requests == 2)
    }

    @Test func whatChangedTakesThePlaceOfWhatWasStored() async throws {
      let world = try World()
      world.origin.route("/a", answer(SampleFile.jpeg32x16, "max-age=60"))
      try await world.load()
      world.advance(seconds: 100)
      world.origin.route("/a", answer(SampleFile.png4x2, "max-age=60", "\"two\""))
      #expect(try await world.load() == (4, .transport))
      #expect(try await world.load() == (4, .disk))
    }

    @Test func answersThatVaryAreKeptApart() async throws {
      let world = try World()
      let answers = (
        answer(SampleFile.jpeg32x16, "max-age=60").with { $0.fields.append(OriginField("Vary", "Accept")) },
        answer(SampleFile.png4x2, "max-age=60").with { $0.fields.append(OriginField("Vary", "Accept")) }
      )
      world.origin.route("/a") { $0.value(of: "Accept") == "image/png" ? answers.1 : answers.0 }
      let png = [HTTPField("Accept", "image/png")]
      let jpeg = [HTTPField("Accept", "image/jpeg")]
      try await world.load("/a", jpeg)
      try await world.load("/a", png)
      #expect(try await world.load("/a", jpeg) == (32, .disk))
      #expect(try await world.load("/a", png) == (4, .disk))
      #expect(world.origin.statistics.requests == 2)
    }

    @Test func whatIsStaleIsServedWhileTheServerIsAsked() async throws {
      let world = try World()
      let control = "max-age=60, stale-while-revalidate=600"
      world.origin.route("/a", answer(SampleFile.jpeg32x16, control))
      try await world.load()
      world.advance(seconds: 100)
      world.origin.route("/a", answer(SampleFile.png4x2, control, "\"two\""))
      let program = try world.program()
      let task = program.task(for: MediaRequest(url: world.origin.url("/a")))
      #expect(try await task.value.size.width == 32)
      #expect(task.metrics.source == .disk)
      while program.metrics.fetches == 0 { await Task.yield() }
      await program.finishStoring()
      #expect(try await world.load() == (4, .disk))
      #expect(world.origin.statistics.requests == 2)
    }

    @Test func whatIsStaleStandsForAServerThatFails() async throws {
      let world = try World()
      world.origin.route("/a", answer(SampleFile.jpeg32x16, "max-age=60, stale-if-error=600"))
      try await world.load()
      world.advance(seconds: 100)
      world.origin.route("/a", .status(503))
      #expect(try await world.load() == (32, .disk))
      world.advance(seconds: 600)
      await #expect(throws: MediaError.self) { try await world.load() }
    }

    @Test func whatMayNotBeStoredIsFetchedEachTime() async throws {
      let world = try World()
      world.origin.route("/a", answer(SampleFile.jpeg32x16, "no-store"))
      try await world.load()
      #expect(try await world.load() == (32, .transport))
    }

    // FAULTS 38
    @Test func aPageOfACaptivePortalIsNeverStored() async throws {
      let world = try World()
      world.origin.route("/a", OriginResponse(text: "<html>log in</html>", contentType: "image/jpeg"))
      await #expect(throws: MediaError.self) { try await world.load() }
      world.origin.route("/a", answer(SampleFile.jpeg32x16, "max-age=60"))
      #expect(try await world.load() == (32, .transport))
    }

    // FAULTS 40
    @Test func aFileThatTheDiskHarmedIsFetchedAgain() async throws {
      let world = try World()
      let file = SampleFile.padded(SampleFile.jpeg32x16, toAtLeast: 50_000)
      world.origin.route("/a", answer(file, "max-age=60"))
      try await world.load()
      let path = try #require(world.folder.bodyPath)
      var stored = try Data(contentsOf: URL(fileURLWithPath: path))
      stored[20_000] ^= 0xFF
      try stored.write(to: URL(fileURLWithPath: path))
      #expect(try await world.load() == (32, .transport))
      #expect(try await world.load() == (32, .disk))
      #expect(world.origin.statistics.requests == 2)
    }
  }
#endif
