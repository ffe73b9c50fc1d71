import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

/// The recycled part of a cell.
@MainActor @Suite struct MediaSlotTests {
  private let world = SlotFixture()
  private var scheduler: ManualMainScheduler { world.scheduler }
  private var fixture: PipelineFixture { world.pipeline }
  private var display: RecordingDisplay { world.display }
  private var slot: MediaSlot { world.slot }
  private let first = MediaRequest.example("a.jpg")
  private let second = MediaRequest.example("b.jpg")

  private func settle() { world.settle() }

  private func serve(_ request: MediaRequest, _ bytes: [UInt8]) { world.serve(request, bytes) }

  private func fill(_ request: MediaRequest, _ bytes: [UInt8]) {
    #expect(world.fill(request, bytes) != nil)
  }

  @Test func aPictureIsShownWhenItIsThere() {
    slot.load(first)
    settle()
    #expect(display.lines.isEmpty)
    serve(first, SampleFile.jpeg32x16)
    #expect(display.lines == ["32x16"])
    #expect(slot.request == first)
  }

  // FAULTS 1
  @Test func aMemoryHitReplacesAnEarlierLoadWhoseResultIsQueuedAlready() {
    fill(second, SampleFile.png4x2)
    slot.load(first)
    fixture.transport.transfer(for: first.url)?.complete(SampleFile.jpeg32x16)
    fixture.executor.runAll()
    slot.load(second)
    settle()
    #expect(display.lines == ["4x2"])
  }

  // FAULTS 2
  @Test(arguments: [nil, MediaRequest(url: "")])
  func nothingToLoadClearsTheSlotAndEndsTheTransfer(nothing: MediaRequest?) {
    slot.load(first)
    slot.load(nothing)
    #expect(fixture.transport.activeTransfers.isEmpty)
    #expect(fixture.transport.transfers.count == 1)
    slot.load(second)
    serve(second, SampleFile.png4x2)
    slot.load(nothing)
    #expect(display.lines == ["4x2", "empty"])
    #expect(slot.request == nil)
  }

  // FAULTS 3
  @Test func theLastCallWinsWhicheverFileComesFirst() {
    slot.load(first)
    let transfer = fixture.transport.transfer(for: first.url)
    transfer?.respond()
    transfer?.send(Array(SampleFile.jpeg32x16.prefix(500)))
    fixture.executor.runNext()
    slot.load(second)
    #expect(transfer?.isCancelled == true)
    serve(second, SampleFile.png4x2)
    transfer?.sendLate(SampleFile.jpeg32x16)
    settle()
    #expect(display.lines == ["4x2"])
  }

  // FAULTS 4
  @Test func aRequestEqualToTheOneThatLoadsOrIsShownChangesNothing() {
    slot.load(first)
    slot.load(first)
    #expect(fixture.transport.transfers.count == 1)
    serve(first, SampleFile.jpeg32x16)
    slot.showPlaceholder()
    slot.load(first)
    settle()
    #expect(display.lines == ["32x16", "placeholder"])
  }

  // FAULTS 5
  @Test func whatWasGivenUpAndIsAskedForAgainIsShown() {
    slot.load(first)
    slot.prepareForReuse()
    slot.load(first)
    serve(first, SampleFile.jpeg32x16)
    #expect(display.lines == ["32x16"])
  }

  // FAULTS 6
  @Test func oneOfTwoSlotsThatGivesUpLeavesTheOtherItsPicture() {
    let otherDisplay = RecordingDisplay()
    let other = MediaSlot(display: otherDisplay, pipeline: fixture.pipeline)
    slot.load(first)
    other.load(first)
    slot.prepareForReuse()
    #expect(fixture.transport.transfers.count == 1)
    serve(first, SampleFile.jpeg32x16)
    #expect(display.lines.isEmpty)
    #expect(otherDisplay.lines == ["32x16"])
  }

  // FAULTS 7, 8
  @Test func givingUpEndsALoadOnceWithoutAFailure() {
    slot.load(first)
    slot.prepareForReuse()
    slot.prepareForReuse()
    settle()
    #expect(fixture.transport.transfers.map(\.cancelCount) == [1])
    #expect(slot.error == nil)
    #expect(display.lines.isEmpty)
  }

  // FAULTS 18
  @Test func aMemoryHitIsShownInTheTurnOfTheCallAndNothingBeforeIt() {
    fill(second, SampleFile.png4x2)
    slot.load(first)
    serve(first, SampleFile.jpeg32x16)
    _ = display.take()
    slot.load(second)
    #expect(display.take() == ["4x2"])
    settle()
    #expect(display.lines.isEmpty)
  }

  // FAULTS 18
  @Test func aPictureOfAnotherRequestIsNotLeftWhereNothingIsCached() {
    slot.load(first)
    serve(first, SampleFile.jpeg32x16)
    slot.load(second)
    #expect(display.lines == ["32x16", "empty"])
  }

  @Test func aLoadInsideACallOfTheDisplayWins() {
    fill(first, SampleFile.jpeg32x16)
    fill(second, SampleFile.png4x2)
    display.onShow = { [display, slot, second] in
      display.onShow = {}
      slot.load(second)
    }
    slot.load(first)
    settle()
    #expect(display.lines == ["32x16", "4x2"])
    #expect(slot.request == second)
  }

  @Test func aFailureIsKeptAndTheSameRequestTriesAgain() {
    slot.load(first)
    fixture.transport.transfers.last?.fail(.badStatus, phase: .headers, status: 404)
    settle()
    #expect(slot.error?.status == 404)
    slot.load(first)
    #expect(slot.error == nil)
    serve(first, SampleFile.jpeg32x16)
    #expect(display.lines == ["32x16"])
  }

  // FAULTS 22
  @Test func aPreviewStaysWhereItsPictureFails() throws {
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
    #expect(slot.error?.code == "truncated")
  }

  @Test func aDisplayThatComesLateIsToldWhatThereIs() {
    let slot = MediaSlot(pipeline: fixture.pipeline)
    slot.load(first)
    serve(first, SampleFile.jpeg32x16)
    slot.showPlaceholder()
    slot.display = display
    #expect(display.lines == ["32x16", "placeholder"])
  }

  @Test func aSlotThatIsLetGoEndsItsTransfer() {
    var slot: MediaSlot? = MediaSlot(pipeline: fixture.pipeline)
    slot?.load(first)
    slot = nil
    #expect(fixture.transport.activeTransfers.isEmpty)
  }

  // FAULTS 23
  @Test func eachPlaceholderIsTakenAwayOnce() {
    var removals: [@MainActor () -> Void] = []
    slot.placeholderWillRemoveHandler = { removals.append($1) }
    slot.showPlaceholder()
    slot.removePlaceholder()
    slot.removePlaceholder()
    #expect(removals.count == 1)
    #expect(slot.isPlaceholderRemovalPending)
    slot.showPlaceholder()
    #expect(display.take() == ["placeholder", "gone", "placeholder"])
    removals[0]()
    #expect(display.lines.isEmpty)
    slot.removePlaceholder()
    removals[1]()
    removals[1]()
    #expect(display.lines == ["gone"])
  }

  @Test func aPlaceholderGoesOnceThePictureIsThereAndStaysWhereItFails() {
    slot.load(first)
    slot.showPlaceholder()
    serve(first, SampleFile.jpeg32x16)
    #expect(display.take() == ["placeholder", "32x16", "gone"])
    slot.load(second)
    slot.showPlaceholder()
    fixture.transport.transfers.last?.fail(.badStatus, phase: .headers, status: 404)
    settle()
    #expect(display.take() == ["empty", "placeholder"])
  }

  @Test func aPlaceholderOverAPictureThatIsThereGoesThroughTheHandler() {
    var removals: [@MainActor () -> Void] = []
    slot.placeholderWillRemoveHandler = { removals.append($1) }
    slot.load(first)
    slot.showPlaceholder()
    serve(first, SampleFile.jpeg32x16)
    #expect(display.take() == ["placeholder", "32x16"])
    removals.first?()
    #expect(display.take() == ["gone"])
  }

  @Test func aPlaceholderIsMirroredWhileItIsShown() {
    slot.showPlaceholder { $0.alpha = 0.5 }
    let placeholder = slot.placeholderView
    placeholder?.alpha = 0.2
    #expect(display.take() == ["placeholder", "changed"])
    slot.removePlaceholder()
    placeholder?.alpha = 0
    #expect(display.lines == ["gone"])
    #expect(placeholder?.isInstalled == false)
  }

  @Test func reuseTakesThePlaceholderAndThePictureAtOnce() {
    slot.placeholderWillRemoveHandler = { _, _ in Issue.record("asked for a removal") }
    slot.load(first)
    serve(first, SampleFile.jpeg32x16)
    slot.showPlaceholder()
    _ = display.take()
    slot.prepareForReuse()
    #expect(display.take() == ["gone", "empty"])
    slot.prepareForReuse()
    #expect(display.lines.isEmpty)
  }

  // MARK: Displays that load

  @Test func whatIsLoadedWhileAPlaceholderGoesIsShownAlone() {
    slot.showPlaceholder()
    display.onUninstall = { [slot, second] in slot.load(second) }
    slot.load(first)
    settle()
    #expect(slot.request == second)
    #expect(fixture.transport.activeTransfers.map(\.request.url) == [second.url])
    serve(second, SampleFile.png4x2)
    #expect(display.lines == ["placeholder", "gone", "4x2"])
  }

  @Test func whatIsLoadedWhileTheSlotIsGivenUpStays() {
    fill(first, SampleFile.jpeg32x16)
    slot.showPlaceholder()
    display.onUninstall = { [slot, first] in slot.load(first) }
    slot.prepareForReuse()
    settle()
    #expect(display.lines == ["placeholder", "gone", "32x16"])
    #expect(slot.request == first)
  }

  @Test func whatIsLoadedWhileTheFormerPictureGoesIsShownAlone() {
    fill(first, SampleFile.jpeg32x16)
    slot.load(first)
    let third = MediaRequest.example("c.jpg")
    var isFirst = true
    display.onShow = { [slot, third] in
      if isFirst {
        isFirst = false
        slot.load(third)
      }
    }
    slot.load(second)
    settle()
    #expect(slot.request == third)
    #expect(fixture.transport.activeTransfers.map(\.request.url) == [third.url])
  }
}
