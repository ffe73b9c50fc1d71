import LazyMedia
import LazyMediaTesting
import MediaCodecs
import MediaTransport
import MediaTransportTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct FailureTests {
  // FAULTS 38
  @Test func aPageInsteadOfAPictureFailsAtItsFirstBytesAndStopsTheTransfer() async throws {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example())
    let transfer = try #require(fixture.transport.transfers.first)
    transfer.respond(expectedBytes: 1_000_000)
    transfer.send(Array("<!DOCTYPE html><html><body>Bad gateway</body></html>".utf8))
    fixture.executor.runAll()
    let failure = try #require(await task.failure())
    #expect(failure.phase == .decode)
    #expect(failure.status == 200)
    #expect(transfer.isCancelled)
    #expect(fixture.cache.count == 0)
  }

  // FAULTS 28, 44
  @Test func aTruncatedPictureFailsAndIsNotCached() async throws {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example())
    fixture.serve(Array(SampleFile.jpeg32x16.dropLast(40)))
    #expect(await task.failure()?.code == "truncated")
    #expect(fixture.cache.count == 0)
  }

  // FAULTS 29
  @Test func aBrokenTransferIsNeverAPictureEvenWhenAllItsPixelsCame() async throws {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example())
    let transfer = try #require(fixture.transport.transfers.first)
    transfer.respond(expectedBytes: SampleFile.jpeg32x16.count + 100)
    transfer.send(SampleFile.jpeg32x16)
    fixture.executor.runAll()
    transfer.fail(.truncated, phase: .body, status: 200)
    fixture.executor.runAll()
    let failure = try #require(await task.failure())
    #expect(failure.phase == .body)
    #expect(failure.code == "truncated")
    #expect(fixture.cache.count == 0)
  }

  @Test func aPartialPictureIsGivenWhereAllowedAndNotCached() async throws {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example { $0.allowsPartial = true })
    fixture.serve(Array(SampleFile.jpeg16x96.dropLast(SampleFile.jpeg16x96.count / 4)))
    let image = try await task.value
    let goodRows = try #require(image.goodRows)
    #expect(goodRows > 0 && goodRows < 96)
    #expect(fixture.cache.count == 0)
  }

  // FAULTS "downsample target {0,0}"
  @Test(arguments: [(0, 10), (10, 0), (-1, 10), (0, 0)])
  func aTargetWithoutAreaIsRefusedBeforeAnyRequest(width: Int, height: Int) async {
    let fixture = PipelineFixture()
    let target = DecodeTarget(size: PixelSize(width: width, height: height))
    let task = fixture.pipeline.task(for: .example(target: target))
    let failure = await task.failure()
    #expect(failure?.phase == .request)
    #expect(failure?.cause == .codec(.invalidTarget(target.size)))
    #expect(fixture.transport.transfers.isEmpty)
  }

  @Test func anEmptyBodyIsAFailure() async {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example())
    fixture.serve([])
    #expect(await task.failure()?.cause == .codec(.empty))
  }

  @Test func aFailureNamesURLStatusPhaseAndAttempt() async throws {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example())
    fixture.transport.transfers.first?.fail(.badStatus, phase: .headers, status: 503, attempt: 3)
    let failure = try #require(await task.failure())
    #expect(failure.status == 503)
    #expect(failure.attempt == 3)
    #expect(failure.phase == .headers)
    #expect(failure.url == "http://origin.example/a.jpg")
    #expect(task.metrics.attempts == 3)
  }

  @Test func aDecodeFailureNamesTheURLWithoutCredentials() async throws {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: MediaRequest(url: "http://user:secret@origin.example/a.jpg"))
    fixture.serve([1, 2, 3, 4])
    let failure = try #require(await task.failure())
    #expect(!failure.description.contains("secret"))
    #expect(failure.url.contains("origin.example/a.jpg"))
  }
}
