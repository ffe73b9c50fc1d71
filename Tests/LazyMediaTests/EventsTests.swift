import LazyMedia
import LazyMediaTesting
import MediaCodecs
import MediaTransport
import MediaTransportTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct EventsTests {
  @Test func theSizeComesFromTheHeadBeforeAnyDecode() async throws {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example())
    var events = task.events.makeAsyncIterator()
    let transfer = try #require(fixture.transport.transfers.first)
    transfer.respond(expectedBytes: SampleFile.jpeg32x16.count)
    transfer.send(Array(SampleFile.jpeg32x16.prefix(400)), inPiecesOf: 7)
    guard case .size(let info)? = await events.next() else {
      Issue.record("the first event is the size")
      return
    }
    #expect(info.displaySize == PixelSize(width: 32, height: 16))
    #expect(fixture.executor.submissions == 0)
    task.cancel()
  }

  @Test func eventsComeInOrderAndEndWithThePicture() async throws {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example())
    var events = task.events.makeAsyncIterator()
    let transfer = try #require(fixture.transport.transfers.first)
    let file = SampleFile.jpeg32x16
    transfer.respond(expectedBytes: file.count)
    transfer.send(Array(file[..<300]))
    transfer.send(Array(file[300...]))
    var names: [EventName] = []
    if let event = await events.next() { names.append(EventName(event)) }
    guard case .progress(let received, let expected)? = await events.next() else {
      Issue.record("progress follows the size")
      return
    }
    #expect(received == file.count)
    #expect(expected == file.count)
    transfer.finish()
    fixture.executor.runAll()
    while let event = await events.next() { names.append(EventName(event)) }
    #expect(names == [.size, .finished])
  }

  // FAULTS 15
  @Test func aReaderThatComesAfterTheEndIsToldTheEnd() async throws {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example())
    fixture.serve(SampleFile.jpeg32x16)
    #expect(await task.eventNames() == [.size, .progress, .finished])
    let hit = fixture.pipeline.task(for: .example())
    #expect(await hit.eventNames() == [.size, .finished])
  }

  @Test func aTaskThatJoinsLateIsToldSizeProgressAndLastPreviewAtOnce() async throws {
    let fixture = PipelineFixture()
    let file = SampleFile.progressiveJPEG48x48
    let early = fixture.pipeline.task(for: .example { $0.makesPreviews = true })
    let transfer = try #require(fixture.transport.transfers.first)
    let padded = SampleFile.padded(file, toAtLeast: 40_000)
    transfer.respond(expectedBytes: padded.count)
    transfer.send(Array(padded[..<(padded.count - 60)]))
    fixture.executor.runAll()
    let late = fixture.pipeline.task(for: .example { $0.makesPreviews = true })
    var events = late.events.makeAsyncIterator()
    var names: [EventName] = []
    for _ in 0..<3 {
      if let event = await events.next() { names.append(EventName(event)) }
    }
    #expect(names == [.size, .progress, .preview])
    early.cancel()
    late.cancel()
    #expect(await events.next() == nil)
  }

  // FAULTS 13
  @Test func noPreviewFollowsThePicture() async throws {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example { $0.makesPreviews = true })
    fixture.serve(SampleFile.progressiveJPEG48x48)
    let names = await task.eventNames()
    #expect(names.last == .finished)
    #expect(names.filter { $0 == .finished }.count == 1)
    let cached = try #require(fixture.pipeline.cachedImage(for: .example()))
    #expect(cached.pixels === (try await task.value).pixels)
  }

  @Test func twoReadersOfOneTaskEachReadAllOfIt() async throws {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example())
    async let first = task.eventNames()
    async let second = task.eventNames()
    fixture.serve(SampleFile.jpeg32x16)
    let names = await (first, second)
    #expect(names.0.last == .finished)
    #expect(names.1.last == .finished)
  }

  @Test func metricsTellWhatTheLoadCost() async throws {
    let fixture = PipelineFixture { $0.now = { .seconds(3) } }
    let task = fixture.pipeline.task(for: .example())
    fixture.serve(SampleFile.jpeg32x16)
    _ = try await task.value
    #expect(task.metrics.bytes == SampleFile.jpeg32x16.count)
    #expect(task.metrics.status == 200)
    #expect(task.metrics.attempts == 1)
    #expect(task.metrics.source == .transport)
    #expect(task.metrics.decoded == .zero)
  }
}
