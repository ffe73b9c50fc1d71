import FeedSimulator
import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct VirtualFeedTests {
  private let scroll = FeedScroll(itemCount: 1_000, seed: 1)

  @Test func aFlingPassesTwentyScreensASecondAndStops() {
    #expect(scroll.visible(after: .zero) == 0..<8)
    #expect(scroll.visible(after: .seconds(1)) == 160..<168)
    #expect(scroll.visible(after: .seconds(1) + FeedScroll.time(ofFrame: 3)) == 168..<176)
    #expect((900..<960).contains(scroll.stop))
    #expect(scroll.visible(after: .seconds(60)) == scroll.stop..<scroll.stop + 8)
  }

  @Test func stopsAreAtRandomPlacesInTheLastTenth() {
    let stops = Set((1...50).map { FeedScroll(itemCount: 10_000, seed: $0).stop })
    #expect(stops.count > 40)
    #expect(stops.allSatisfy { (9_000..<9_960).contains($0) })
    #expect(FeedScroll(itemCount: 8, seed: 1).stop == 0)
  }

  @Test func cellsAreRecycledAndTellWhatTheyMiss() throws {
    let scheduler = ManualMainScheduler()
    let fixture = PipelineFixture { $0.mainScheduler = scheduler }
    let cells = RecycledCells(pipeline: fixture.pipeline, now: { scheduler.now }) { .example("\($0)") }
    cells.show(0..<8)
    scheduler.advance(by: .seconds(1))
    cells.show(5..<13)
    #expect(cells.cellCount == 8)
    #expect(fixture.transport.activeTransfers.count == 8)
    #expect(cells.missing == Array(5..<13))
    #expect(cells.appearance(of: 5) == .zero && cells.appearance(of: 8) == .seconds(1))
    #expect(cells.appearance(of: 0) == nil)
    try #require(fixture.transport.transfer(for: "http://origin.example/7")).complete(SampleFile.jpeg32x16)
    fixture.executor.runAll()
    scheduler.runAll()
    #expect(cells.missing == [5, 6] + Array(8..<13))
    #expect(cells.shown == [7] && cells.lastShown == .seconds(1))
  }

  // FAULTS "start-and-cancel storms"
  @Test func aFeedHoldsNoMoreAfterAHundredThousandCells() {
    let outcome = VirtualFeed.play(itemCount: 100_000)
    let (early, late) = (outcome.early, outcome.late)
    #expect(outcome.incompleteRests == 0)
    // Of about 500 rests, a screen each at least; and loads met before their answer, within it and after it.
    #expect(outcome.shown >= 499 * FeedScroll.cellsPerScreen)
    #expect(outcome.cancellations > 50_000 && outcome.bytesWasted > 0)
    #expect(early.heldBytes > 0 && early.decodes > 0)

    #expect(late.fetches <= 24 && late.fetches <= early.fetches)
    #expect(late.decodes <= 24 && late.decodes <= early.decodes)
    #expect(late.heldBytes <= early.heldBytes)
    // The cache is full, and stays so.
    #expect(early.cachedBytes == late.cachedBytes && late.cachedBytes <= 1 << 20)
    #expect(late.cachedBytes > (1 << 20) * 9 / 10)
    #expect(late.cachedPictures <= early.cachedPictures)
    #expect(late.pinnedBytes == early.pinnedBytes)
    // One screen behind, that which is seen, two ahead.
    #expect(late.knownItems <= 32 && late.begunRequests <= 48)
    #expect(late.knownItems <= early.knownItems && late.begunRequests <= early.begunRequests)
    #expect(late.cells == 8)
    #expect(late.turns <= early.turns)
  }
}
