import LazyMedia
import LazyMediaTesting
import MediaTransport
import MediaTransportTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct MediaMetricsTests {
  @Test func eachLevelThatHasAPictureIsCounted() async throws {
    let world = StoreFixture { $0.memoryCache = MemoryCache(byteLimit: 1 << 20) }
    try await world.fill(SampleFile.jpeg32x16, [.cacheControl("max-age=60")])
    _ = try await world.load().value
    _ = try await world.load(.example { $0.usesMemoryCache = false }).value
    let metrics = world.pipeline.metrics
    #expect(metrics.memoryHits == 1)
    #expect(metrics.diskHits == 1)
    #expect(metrics.fetches == 1)
    #expect(metrics.decodes == 2)
    #expect(metrics.bytesFetched == SampleFile.jpeg32x16.count)
    #expect(metrics.bytesWasted == 0)
  }

  @Test func whatWasReceivedForNothingIsCounted() throws {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example())
    let transfer = try #require(fixture.transport.transfers.last)
    transfer.respond(expectedBytes: 1_000)
    transfer.send([UInt8](SampleFile.jpeg32x16.prefix(300)))
    #expect(fixture.pipeline.metrics.bytesHeldNow == 300)
    #expect(fixture.pipeline.metrics.fetchesNow == 1)
    #expect(fixture.pipeline.metrics.decodesNow == 1)
    task.cancel()
    let metrics = fixture.pipeline.metrics
    #expect(metrics.bytesFetched == 300)
    #expect(metrics.bytesWasted == 300)
    #expect(metrics.cancellations == 1)
    #expect(metrics.bytesHeldNow == 0)
  }

  @Test func aDecodeThatHadBegunAndIsGivenUpIsCounted() throws {
    let fixture = PipelineFixture()
    let file = SampleFile.padded(SampleFile.jpeg32x16, toAtLeast: 300 << 10)
    let task = fixture.pipeline.task(for: .example())
    let transfer = try #require(fixture.transport.transfers.last)
    transfer.respond(expectedBytes: file.count)
    transfer.send(Array(file[..<200_000]))
    fixture.executor.runAll()
    task.cancel()
    #expect(fixture.pipeline.metrics.decodesWasted == 1)
    #expect(fixture.pipeline.metrics.decodesNow == 0)
  }

  @Test func eachLoadThatEndsIsReported() async throws {
    let fixture = PipelineFixture()
    var reports = fixture.pipeline.reports.makeAsyncIterator()
    let good = fixture.pipeline.task(for: .example("good"))
    fixture.serve(SampleFile.jpeg32x16)
    _ = try await good.value
    let bad = fixture.pipeline.task(for: .example("bad"))
    fixture.transport.transfers.last?.fail(.badStatus, phase: .headers, status: 404)
    _ = await bad.failure()
    fixture.pipeline.task(for: .example("gone")).cancel()
    for (name, outcome) in [
      ("good", MediaReport.Outcome.finished), ("bad", .failed(code: "badStatus")), ("gone", .cancelled),
    ] {
      let report = await reports.next()
      #expect(report?.url == "http://origin.example/\(name)")
      #expect(report?.outcome == outcome)
    }
    #expect(fixture.pipeline.metrics.failures == 1)
    #expect(fixture.pipeline.metrics.cancellations == 1)
  }
}
