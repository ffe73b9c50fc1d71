import LazyMedia
import LazyMediaTesting
import MediaCodecs
import MediaTransportTesting
import Testing

/// What a slot does beyond one request: fallbacks, failures, retries, transitions.
@MainActor @Suite struct SlotLoadTests {
  private let world = SlotFixture()
  private var scheduler: ManualMainScheduler { world.scheduler }
  private var fixture: PipelineFixture { world.pipeline }
  private var display: RecordingDisplay { world.display }
  private var slot: MediaSlot { world.slot }
  private let first = MediaRequest.example("a.jpg")
  private let second = MediaRequest.example("b.jpg")
  private let third = MediaRequest.example("c.jpg")

  private func settle() { world.settle() }

  private func serve(_ request: MediaRequest, _ bytes: [UInt8]) { world.serve(request, bytes) }

  private func fail(_ request: MediaRequest, status: Int = 404) {
    fixture.transport.transfer(for: request.url)?.fail(.badStatus, phase: .headers, status: status)
    settle()
  }

  private func image(_ request: MediaRequest, _ bytes: [UInt8]) throws -> MediaImage {
    try #require(world.fill(request, bytes))
  }

  // MARK: Priority

  @Test(arguments: MediaPriority.allCases)
  func whatIsSeenIsAskedForWithAtLeastHighPriority(priority: MediaPriority) {
    var request = first
    request.priority = priority
    slot.load(request)
    #expect(fixture.transport.transfers.map(\.priority) == [max(priority, .high)])
    #expect(slot.request == request)
    slot.load(request)
    #expect(fixture.transport.transfers.count == 1)
  }

  // MARK: Fallbacks

  @Test func fallbacksAreTriedInOrderAndTheFirstThatLoadsIsShown() {
    slot.load(first, fallbacks: [second, third])
    fail(first)
    #expect(slot.error == nil)
    #expect(fixture.transport.activeTransfers.map(\.request.url) == [second.url])
    serve(second, SampleFile.png4x2)
    #expect(display.lines == ["4x2"])
    #expect(slot.request == first)
    #expect(fixture.transport.transfers.count == 2)
  }

  @Test func oneFailureIsToldOnceAllHaveFailed() {
    slot.load(first, fallbacks: [second, MediaRequest(url: ""), third])
    fail(first, status: 404)
    fail(second, status: 410)
    #expect(slot.error == nil && !slot.canRetry)
    fail(third, status: 503)
    #expect(slot.error?.status == 503)
    #expect(slot.canRetry)
  }

  @Test func aFallbackInMemoryIsShownInTheTurnOfTheFailureWithoutATransition() throws {
    _ = try image(second, SampleFile.png4x2)
    var transitions = 0
    slot.transitionHandler = { _, _ in transitions += 1 }
    slot.load(first, fallbacks: [second])
    #expect(display.lines.isEmpty)
    fail(first)
    #expect(display.lines == ["4x2"])
    #expect(transitions == 0)
  }

  @Test func aFallbackOfAnEarlierRequestIsNotShown() {
    slot.load(first, fallbacks: [second])
    fail(first)
    slot.load(third)
    #expect(fixture.transport.activeTransfers.map(\.request.url) == [third.url])
    fixture.transport.transfer(for: second.url)?.complete(SampleFile.png4x2)
    serve(third, SampleFile.jpeg32x16)
    #expect(display.lines == ["32x16"])
  }

  @Test func theSameWithOtherFallbacksIsAnotherLoad() {
    slot.load(first, fallbacks: [second])
    slot.load(first, fallbacks: [second])
    #expect(fixture.transport.transfers.count == 1)
    slot.load(first, fallbacks: [third])
    fail(first)
    #expect(fixture.transport.activeTransfers.map(\.request.url) == [third.url])
  }

  // MARK: Failures

  @Test func theFailureContentIsShownInThePlaceholdersPlace() throws {
    slot.failureContent = .image(try image(third, SampleFile.jpeg16x96))
    slot.load(first)
    slot.showPlaceholder()
    fail(first)
    #expect(display.lines == ["placeholder", "16x96", "gone"])
    slot.load(second)
    #expect(display.lines == ["placeholder", "16x96", "gone", "empty"])
  }

  // FAULTS 22
  @Test func theFailureContentDoesNotTakeThePlaceOfAPreview() throws {
    slot.failureContent = .image(try image(third, SampleFile.jpeg16x96))
    var request = first
    request.makesPreviews = true
    slot.load(request)
    let transfer = try #require(fixture.transport.transfers.last)
    transfer.respond()
    transfer.send(Array(SampleFile.padded(SampleFile.progressiveJPEG48x48, toAtLeast: 40_000).dropLast(60)))
    settle()
    transfer.fail(.truncated, phase: .body)
    settle()
    #expect(display.lines == ["preview"])
    #expect(slot.canRetry)
  }

  @Test func aRetryLoadsWhatFailedFromItsFirstRequestOn() {
    slot.load(first, fallbacks: [second])
    slot.retry()
    #expect(fixture.transport.transfers.count == 1)
    fail(first)
    slot.retry()
    #expect(fixture.transport.transfers.count == 2)
    fail(second)
    slot.retry()
    #expect(fixture.transport.transfers.map(\.request.url) == [first.url, second.url, first.url])
    #expect(slot.error == nil && !slot.canRetry)
    serve(first, SampleFile.jpeg32x16)
    slot.retry()
    #expect(fixture.transport.transfers.count == 3)
    #expect(display.lines == ["32x16"])
  }

  @Test func anEmptySlotHasNothingToRetry() {
    slot.load(first)
    fail(first)
    slot.prepareForReuse()
    #expect(!slot.canRetry)
    slot.retry()
    #expect(fixture.transport.transfers.count == 1)
  }

  // MARK: Transitions

  @Test func aPictureThatWasLoadedComesWithATransition() throws {
    var transitions: [String] = []
    slot.transitionHandler = { [display] former, image in
      transitions.append("\(former) \(image.size)".hasPrefix("empty") ? "empty \(image.size)" : "other")
      // The display has been told already.
      #expect(display.lines.last == "\(image.size)")
    }
    slot.load(first)
    serve(first, SampleFile.jpeg32x16)
    #expect(transitions == ["empty 32x16"])
    var request = second
    request.makesPreviews = true
    slot.load(request)
    let transfer = try #require(fixture.transport.transfers.last)
    transfer.respond()
    let file = SampleFile.padded(SampleFile.progressiveJPEG48x48, toAtLeast: 40_000)
    transfer.send(file.dropLast(60))
    settle()
    transfer.send(file.suffix(60))
    transfer.finish()
    settle()
    #expect(transitions == ["empty 32x16", "other"])
  }

  // FAULTS 18
  @Test func aMemoryHitComesWithoutATransition() throws {
    _ = try image(second, SampleFile.png4x2)
    slot.transitionHandler = { _, _ in Issue.record("a transition") }
    slot.load(second)
    slot.prepareForReuse()
    slot.load(second)
    settle()
    #expect(display.lines == ["4x2", "empty", "4x2"])
  }

  @Test func aLoadInsideATransitionWins() throws {
    _ = try image(second, SampleFile.png4x2)
    slot.transitionHandler = { [slot, second] _, _ in slot.load(second) }
    slot.load(first)
    slot.showPlaceholder()
    serve(first, SampleFile.jpeg32x16)
    #expect(display.lines == ["placeholder", "32x16", "gone", "4x2"])
    #expect(slot.request == second)
  }

  // MARK: loadImage

  // M5
  @Test func theLastURLWinsAndNoneClears() {
    loadImage(first.url, into: slot)
    loadImage(second.url, into: slot)
    #expect(fixture.transport.activeTransfers.map(\.request.url) == [second.url])
    serve(second, SampleFile.png4x2)
    loadImage(nil, into: slot)
    #expect(display.lines == ["4x2", "empty"])
    loadImage(first.url, into: slot)
    loadImage("", into: slot)
    #expect(fixture.transport.activeTransfers.isEmpty)
  }

  @Test func aURLIsDecodedForTheDisplayAndSoAreItsFallbacks() {
    display.pixelSize = PixelSize(width: 16, height: 16)
    loadImage(first.url, into: slot, fallbacks: [second.url])
    fail(first)
    serve(second, SampleFile.jpeg32x16)
    #expect(display.lines == ["16x16"])
    #expect(slot.request?.target == DecodeTarget(size: PixelSize(width: 16, height: 16), fit: .cover))
    display.pixelSize = PixelSize(width: 0, height: 16)
    loadImage(third.url, into: slot)
    #expect(slot.request?.target == nil)
  }
}
