import MediaCodecs
import MediaTransport
import MediaTransportTesting
import Testing

@testable import LazyMedia
import LazyMediaTesting

@Suite(.timeLimit(.minutes(2))) struct CoalescingTests {
  private let small = DecodeTarget(size: PixelSize(width: 16, height: 16))

  // FAULTS 11
  // M12
  @Test func equalRequestsShareOneTransferAndOneDecode() async throws {
    let fixture = PipelineFixture()
    let tasks = (0..<5).map { _ in fixture.pipeline.task(for: .example()) }
    #expect(fixture.transport.transfers.count == 1)
    fixture.serve(SampleFile.jpeg32x16)
    #expect(fixture.executor.submissions == 1)
    var buffers: Set<ObjectIdentifier> = []
    for task in tasks { buffers.insert(ObjectIdentifier(try await task.value.pixels)) }
    #expect(buffers.count == 1)
  }

  // FAULTS 11
  @Test func requestsFromManyThreadsAtOnceShareOneTransferAndAllEnd() async throws {
    let fixture = PipelineFixture()
    await withTaskGroup(of: Int.self) { group in
      let started = (0..<16).map { _ in
        Task.detached { fixture.pipeline.task(for: .example()) }
      }
      var tasks: [MediaTask] = []
      for start in started { tasks.append(await start.value) }
      fixture.serve(SampleFile.jpeg32x16)
      for task in tasks { group.addTask { (try? await task.value.size.width) ?? 0 } }
      for await width in group { #expect(width == 32) }
    }
    #expect(fixture.transport.transfers.count == 1)
  }

  @Test func anotherSizeSharesTheTransferButHasItsOwnDecode() async throws {
    let fixture = PipelineFixture()
    let full = fixture.pipeline.task(for: .example())
    let scaled = fixture.pipeline.task(for: .example(target: small))
    #expect(fixture.transport.transfers.count == 1)
    fixture.serve(SampleFile.jpeg32x16)
    #expect(try await full.value.size == PixelSize(width: 32, height: 16))
    #expect(try await scaled.value.size == PixelSize(width: 16, height: 8))
  }

  @Test func aSizeThatJoinsLateReadsTheBytesThatCameBefore() async throws {
    let fixture = PipelineFixture()
    let file = SampleFile.padded(SampleFile.jpeg32x16, toAtLeast: 300 << 10)
    let first = fixture.pipeline.task(for: .example())
    let transfer = try #require(fixture.transport.transfers.first)
    transfer.respond(expectedBytes: file.count)
    transfer.send(Array(file[..<200_000]))
    fixture.executor.runAll()
    let late = fixture.pipeline.task(for: .example(target: small))
    transfer.send(Array(file[200_000...]))
    transfer.finish()
    fixture.executor.runAll()
    #expect(try await first.value.size.width == 32)
    #expect(try await late.value.size.width == 16)
    #expect(fixture.transport.transfers.count == 1)
  }

  @Test func aSizeThatJoinsAfterTheLastByteNeedsNoSecondTransfer() async throws {
    let fixture = PipelineFixture()
    let first = fixture.pipeline.task(for: .example())
    fixture.transport.transfers.first?.complete(SampleFile.jpeg32x16)
    let late = fixture.pipeline.task(for: .example(target: small))
    fixture.executor.runAll()
    #expect(try await first.value.size.width == 32)
    #expect(try await late.value.size.width == 16)
    #expect(fixture.transport.transfers.count == 1)
  }

  @Test func differentHeadersAreDifferentTransfers() {
    let fixture = PipelineFixture()
    fixture.pipeline.task(for: .example())
    fixture.pipeline.task(for: .example { $0.headers = [HTTPField("Accept-Language", "ko")] })
    #expect(fixture.transport.transfers.count == 2)
  }

  // FAULTS 39
  @Test func anIdentifierStandsForURLsWhoseSignatureChanges() async throws {
    let fixture = PipelineFixture()
    let first = fixture.pipeline.task(for: .example("a.jpg?token=1") { $0.identifier = "a" })
    fixture.serve(SampleFile.jpeg32x16)
    _ = try await first.value
    let second = fixture.pipeline.task(for: .example("a.jpg?token=2") { $0.identifier = "a" })
    #expect(try await second.value.size.width == 32)
    #expect(second.metrics.source == .memory)
    #expect(fixture.transport.transfers.count == 1)
  }

  // FAULTS 39
  @Test func aRedirectedPictureIsFiledUnderTheURLThatWasAskedFor() async throws {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example("a.jpg"))
    fixture.transport.transfers.first?.complete(
      SampleFile.jpeg32x16, effectiveURL: "http://origin.example/b.jpg")
    fixture.executor.runAll()
    _ = try await task.value
    #expect(fixture.pipeline.cachedImage(for: .example("a.jpg")) != nil)
    #expect(fixture.pipeline.cachedImage(for: .example("b.jpg")) == nil)
  }

  // FAULTS "prefetch inversion"
  @Test func joiningRaisesThePriorityOfTransferAndDecode() throws {
    let fixture = PipelineFixture()
    fixture.pipeline.task(for: .example { $0.priority = .veryLow })
    let transfer = try #require(fixture.transport.transfers.first)
    let urgent = fixture.pipeline.task(for: .example { $0.priority = .veryHigh })
    #expect(transfer.priority == .veryHigh)
    transfer.complete(SampleFile.jpeg32x16)
    #expect(fixture.executor.priorities == [.veryHigh])
    urgent.cancel()
    #expect(fixture.executor.priorities == [.veryLow])
  }

  @Test func changingATaskChangesTheTransferOnlyWhereItIsTheMostUrgent() throws {
    let fixture = PipelineFixture()
    let first = fixture.pipeline.task(for: .example { $0.priority = .high })
    let second = fixture.pipeline.task(for: .example(target: small) { $0.priority = .low })
    let transfer = try #require(fixture.transport.transfers.first)
    second.priority = .normal
    #expect(transfer.priority == .high)
    first.priority = .veryLow
    #expect(transfer.priority == .normal)
  }

  // FAULTS 9, 10
  @Test func aFailureReachesEveryWaiterOnce() async {
    let fixture = PipelineFixture()
    let tasks = [
      fixture.pipeline.task(for: .example()), fixture.pipeline.task(for: .example()),
      fixture.pipeline.task(for: .example(target: small)),
    ]
    fixture.transport.transfers.first?.fail(.connectionFailed)
    for task in tasks {
      #expect(await task.failure()?.code == "connectionFailed")
      #expect(await task.eventNames() == [.failed])
    }
    // The key is free again.
    fixture.pipeline.task(for: .example())
    #expect(fixture.transport.transfers.count == 2)
  }

  @Test func leavingLowersThePriorityOfTransferAndDecode() throws {
    let fixture = PipelineFixture()
    fixture.pipeline.task(for: .example { $0.priority = .low })
    let urgent = fixture.pipeline.task(for: .example(target: small) { $0.priority = .veryHigh })
    let transfer = try #require(fixture.transport.transfers.first)
    #expect(transfer.priority == .veryHigh)
    urgent.cancel()
    #expect(transfer.priority == .low)
  }

  @Test func aSmallBodyIsDecodedOnceItIsWholeAndALargeOneWhileItArrives() throws {
    let fixture = PipelineFixture()
    let large = SampleFile.padded(SampleFile.jpeg32x16, toAtLeast: 300 << 10)
    fixture.pipeline.task(for: .example("small.jpg"))
    let small = try #require(fixture.transport.transfers.last)
    small.respond(expectedBytes: 200 << 10)
    small.send(Array(large[..<(100 << 10)]))
    #expect(fixture.executor.submissions == 0)
    fixture.pipeline.task(for: .example("large.jpg"))
    let other = try #require(fixture.transport.transfers.last)
    other.respond(expectedBytes: large.count)
    other.send(Array(large[..<(100 << 10)]))
    #expect(fixture.executor.submissions == 1)
  }

  @Test func whoJoinsLateIsNotToldOlderThingsAfterNewerOnes() async throws {
    let fixture = PipelineFixture()
    fixture.pipeline.task(for: .example())
    let transfer = try #require(fixture.transport.transfers.first)
    transfer.respond(expectedBytes: 1_000)
    transfer.send(Array(SampleFile.jpeg32x16[..<100]))
    let late = fixture.pipeline.task(for: .example())
    late.receive(.progress(received: 200, expected: 1_000))
    late.receive(.progress(received: 100, expected: 1_000), isPast: true)
    var events = late.events.makeAsyncIterator()
    guard case .progress(200, 1_000)? = await events.next() else {
      Issue.record("the newest progress is told")
      return
    }
    late.cancel()
  }

  @Test func aPictureThatBecomesReadyBetweenLookAndJoinIsNotFetchedAgain() async throws {
    let clock = InterruptingClock()
    let fixture = PipelineFixture { $0.now = clock.now }
    let first = fixture.pipeline.task(for: .example())
    clock.interrupt { fixture.serve(SampleFile.jpeg32x16) }
    let second = fixture.pipeline.task(for: .example())
    try #require(second.metrics.source == .memory)
    #expect(try await first.value.size.width == 32)
    #expect(try await second.value.size.width == 32)
    #expect(fixture.transport.transfers.count == 1)
  }
}
