import LazyMedia
import LazyMediaTesting
import MediaCodecs
import MediaTransport
import MediaTransportTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct CancellationTests {
  // FAULTS 6
  @Test func theOtherOfTwoTasksKeepsItsPictureWhenOneCancels() async throws {
    let fixture = PipelineFixture()
    let first = fixture.pipeline.task(for: .example())
    let second = fixture.pipeline.task(for: .example())
    first.cancel()
    #expect(fixture.transport.activeTransfers.count == 1)
    fixture.serve(SampleFile.jpeg32x16)
    #expect(try await second.value.size.width == 32)
    await #expect(throws: CancellationError.self) { try await first.value }
  }

  // FAULTS 6
  @Test func theTransferIsCancelledWithTheLastTask() throws {
    let fixture = PipelineFixture()
    let tasks = (0..<3).map { _ in fixture.pipeline.task(for: .example()) }
    let transfer = try #require(fixture.transport.transfers.first)
    for task in tasks.dropLast() { task.cancel() }
    #expect(!transfer.isCancelled)
    tasks.last?.cancel()
    #expect(transfer.cancelCount == 1)
  }

  // FAULTS 10
  @Test func theTaskThatStartedTheTransferCanLeaveWithoutASecondRequest() async throws {
    let fixture = PipelineFixture()
    let leader = fixture.pipeline.task(for: .example())
    let others = (0..<4).map { _ in fixture.pipeline.task(for: .example()) }
    leader.cancel()
    fixture.serve(SampleFile.jpeg32x16)
    for task in others { #expect(try await task.value.size.width == 32) }
    #expect(fixture.transport.transfers.count == 1)
  }

  // FAULTS 5
  @Test func theSameURLAskedForAgainAfterCancelLoads() async throws {
    let fixture = PipelineFixture()
    let first = fixture.pipeline.task(for: .example())
    let dying = try #require(fixture.transport.transfers.first)
    dying.respond(expectedBytes: SampleFile.jpeg32x16.count)
    first.cancel()
    let second = fixture.pipeline.task(for: .example())
    #expect(fixture.transport.transfers.count == 2)
    // What the dying transfer still brings must not reach the new one.
    dying.sendLate([0, 1, 2, 3])
    fixture.serve(SampleFile.jpeg32x16)
    #expect(try await second.value.size.width == 32)
  }

  // FAULTS 12
  @Test func aQueuedDecodeIsDroppedOnCancel() throws {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example())
    fixture.transport.transfers.first?.complete(SampleFile.jpeg32x16)
    #expect(fixture.executor.priorities.count == 1)
    task.cancel()
    #expect(fixture.executor.priorities.isEmpty)
    #expect(fixture.cache.count == 0)
  }

  @Test func oneSizeCancelledLeavesTheOtherSizeItsBytes() async throws {
    let fixture = PipelineFixture()
    let target = DecodeTarget(size: PixelSize(width: 16, height: 16))
    let full = fixture.pipeline.task(for: .example())
    let scaled = fixture.pipeline.task(for: .example(target: target))
    full.cancel()
    fixture.serve(SampleFile.jpeg32x16)
    #expect(try await scaled.value.size.width == 16)
    #expect(fixture.executor.submissions == 1)
  }

  // FAULTS 8
  @Test func cancelAfterTheEndChangesNothing() async throws {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example())
    fixture.serve(SampleFile.jpeg32x16)
    task.cancel()
    task.cancel()
    #expect(try await task.value.size.width == 32)
    #expect(!task.isCancelled)
  }

  // FAULTS 7
  @Test func everyoneWhoWaitsForACancelledTaskIsToldOnce() async {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example())
    let first = Task { try await task.value }
    let second = Task { await task.eventNames() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(await second.value == [])
  }

  @Test func cancellingTheSwiftTaskThatWaitsCancelsTheWork() async throws {
    let fixture = PipelineFixture()
    let waiting = Task { try await fixture.pipeline.image(for: .example()) }
    while fixture.transport.transfers.isEmpty { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(fixture.transport.activeTransfers.isEmpty)
  }

  @Test func cancellingOneOfTwoSwiftTasksThatWaitLeavesTheWorkRunning() async throws {
    let fixture = PipelineFixture()
    let first = Task { try await fixture.pipeline.image(for: .example()) }
    let second = Task { try await fixture.pipeline.image(for: .example()) }
    let task = fixture.pipeline.task(for: .example())
    while fixture.transport.transfers.isEmpty { await Task.yield() }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(fixture.transport.activeTransfers.count == 1)
    fixture.serve(SampleFile.jpeg32x16)
    #expect(try await second.value.size.width == 32)
    #expect(try await task.value.size.width == 32)
  }

  @Test func aSwiftTaskCancelledBeforeItWaitsDoesNotHang() async {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example())
    let waiting = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await task.value
    }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(task.isCancelled)
  }

  @Test func aReaderOfEventsThatIsCancelledCancelsTheWork() async throws {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example())
    let reading = Task { await task.eventNames() }
    reading.cancel()
    #expect(await reading.value == [])
    #expect(task.isCancelled)
    #expect(fixture.transport.activeTransfers.isEmpty)
  }

  // FAULTS 14
  @Test func nothingStaysInThePipelineAfterTheEnd() async throws {
    weak var finished: MediaTask?
    weak var hit: MediaTask?
    weak var refused: MediaTask?
    weak var cancelled: MediaTask?
    let fixture = PipelineFixture()
    do {
      let task = fixture.pipeline.task(for: .example())
      finished = task
      fixture.serve(SampleFile.jpeg32x16)
      _ = try await task.value
      hit = fixture.pipeline.task(for: .example())
      refused = fixture.pipeline.task(
        for: .example("b.jpg", target: DecodeTarget(size: PixelSize(width: 0, height: 0))))
      let other = fixture.pipeline.task(for: .example("c.jpg"))
      other.cancel()
      cancelled = other
    }
    fixture.transport.forgetTransfers()
    #expect(finished == nil)
    #expect(hit == nil)
    #expect(refused == nil)
    #expect(cancelled == nil)
  }

  @Test func bytesHeldForDecodingAreLetGoOnCancel() throws {
    let fixture = PipelineFixture { $0.heldBytesLimit = 1_000 }
    let task = fixture.pipeline.task(for: .example())
    let transfer = try #require(fixture.transport.transfers.first)
    transfer.respond()
    transfer.send([UInt8](SampleFile.padded(SampleFile.jpeg32x16, toAtLeast: 2_000)[..<2_000]))
    #expect(!fixture.transport.isAdmissionOpen)
    task.cancel()
    #expect(fixture.transport.isAdmissionOpen)
  }
}
