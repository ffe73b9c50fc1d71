import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@MainActor @Suite struct FeedModelTests {
  private final class Source {
    var names: [String] = []
    var asked = 0
  }

  private let scheduler = ManualMainScheduler(now: .seconds(100))
  private let fixture: PipelineFixture
  private let source = Source()
  private let feed: FeedModel

  init() {
    let scheduler = scheduler
    fixture = PipelineFixture {
      $0.mainScheduler = scheduler
      $0.now = { scheduler.now }
    }
    feed = FeedModel(pipeline: fixture.pipeline) { [source] index in
      source.asked += 1
      return [.example(source.names[index])]
    }
    fill(1_000)
  }

  private func fill(_ count: Int) {
    source.names = (0..<count).map { "\($0)" }
    feed.reload(itemCount: count)
  }

  private func show(_ range: Range<Int>, after milliseconds: Int = 500) {
    scheduler.advance(by: .milliseconds(milliseconds))
    feed.visibleRange = range
    scheduler.runAll()
  }

  /// What is being loaded, by name.
  private var loading: [String] {
    fixture.transport.activeTransfers.map { String($0.request.url.dropFirst("http://origin.example/".count)) }
  }

  private func names(_ range: Range<Int>) -> Set<String> { Set(range.map { "\($0)" }) }

  @Test func theNextTwoScreensAreLoadedTheNearestFirst() {
    show(0..<5)
    #expect(loading == (5..<15).map { "\($0)" })
    #expect(fixture.transport.transfers.allSatisfy { $0.priority == .low })
  }

  @Test func whatIsLeftBehindIsCancelledAndWhatComesBackIsLoadedAgain() {
    show(0..<5)
    for position in 1...10 { show(position..<position + 5) }
    #expect(Set(loading) == names(5..<25))
    show(12..<17)
    #expect(Set(loading) == names(7..<27))
    // Back again: what was cancelled is asked for once more.
    for position in (5..<12).reversed() { show(position..<position + 5) }
    #expect(Set(loading) == names(0..<15))
  }

  // FAULTS "prefetch inversion"
  @Test func nothingIsLeftWhenTheListIsGone() {
    show(0..<5)
    for position in 1...30 { show(position..<position + 5) }
    show(0..<0)
    #expect(loading.isEmpty)
    #expect(fixture.transport.transfers.allSatisfy { $0.isCancelled })
  }

  @Test func aFlingLoadsNothingItFliesOverAndTheWindowOpensWhenItStops() {
    show(0..<5)
    let before = fixture.transport.transfers.count
    for frame in 1...60 { show(frame * 10..<frame * 10 + 5, after: 16) }
    #expect(fixture.transport.transfers.count == before)
    #expect(loading.isEmpty)
    scheduler.advance(by: .milliseconds(140))
    #expect(loading.isEmpty)
    // No call of the toolkit's: the model sees by itself that the list has stopped.
    scheduler.advance(by: .milliseconds(200))
    #expect(Set(loading) == names(605..<615))
    #expect(scheduler.nextMoment == nil)
  }

  @Test func aListThatStandsStillSetsNoTimer() {
    show(0..<5)
    show(1..<6)
    #expect(scheduler.nextMoment == nil)
  }

  @Test func theCellJoinsWhatWasPrefetchedForIt() throws {
    show(0..<5)
    let slot = MediaSlot(pipeline: fixture.pipeline)
    slot.load(.example("5"))
    show(1..<6)
    show(2..<7)
    #expect(fixture.transport.transfers.count { $0.request.url.hasSuffix("/5") } == 1)
    let transfer = try #require(fixture.transport.transfer(for: MediaRequest.example("5").url))
    #expect(transfer.priorities == [.low, .high])
    show(0..<0)
    #expect(loading == ["5"])
  }

  @Test func aCellThatIsBoundAfterTheRangeWasSetJoinsToo() {
    show(0..<5)
    show(1..<6)
    let slot = MediaSlot(pipeline: fixture.pipeline)
    slot.load(.example("5"))
    #expect(fixture.transport.transfers.count { $0.request.url.hasSuffix("/5") } == 1)
  }

  @Test func itemsThatComeInFrontChangeNothingThatLoads() {
    show(100..<105)
    let before = Set(loading)
    source.names.insert(contentsOf: (0..<50).map { "new \($0)" }, at: 0)
    feed.insertItems(50, at: 0)
    scheduler.runAll()
    show(150..<155, after: 16)
    #expect(Set(loading) == before)
    #expect(fixture.transport.transfers.count == before.count)
    source.names.removeSubrange(0..<50)
    feed.removeItems(0..<50)
    show(100..<105, after: 16)
    #expect(fixture.transport.transfers.count == before.count)
  }

  @Test func aReloadCancelsWhatIsNotInTheListAnyMore() {
    show(0..<5)
    source.names = (0..<8).map { $0 == 6 ? "6" : "other \($0)" }
    feed.reload(itemCount: 8)
    scheduler.runAll()
    #expect(Set(loading) == ["6", "other 5", "other 7"])
    #expect(fixture.transport.transfers.count { $0.request.url.hasSuffix("/6") } == 1)
    source.names = []
    feed.reload(itemCount: 0)
    scheduler.runAll()
    #expect(loading.isEmpty)
  }

  @Test func itemsInTheWindowThatGoAreCancelled() {
    show(0..<5)
    source.names.removeSubrange(5..<10)
    feed.removeItems(5..<10)
    scheduler.runAll()
    #expect(Set(loading) == names(10..<20))
  }

  @Test func theDistanceCanBeChanged() {
    show(0..<5)
    feed.prefetchAhead = .items(3)
    scheduler.runAll()
    #expect(Set(loading) == names(5..<8))
    feed.prefetchAhead = .items(0)
    #expect(loading.isEmpty)
  }

  @Test func anItemIsAskedForItsPicturesOnceWhileItIsNear() {
    show(0..<5)
    let asked = source.asked
    for _ in 0..<20 { show(0..<5) }
    #expect(source.asked == asked)
    show(1..<6)
    // Those that were seen are asked for once, to know what need not be given up; then the next.
    #expect(source.asked - asked <= 6)
  }

  @Test func aModelThatIsLetGoStopsWhatItBegan() {
    var feed: FeedModel? = FeedModel(pipeline: fixture.pipeline) { [.example("\($0)")] }
    feed?.reload(itemCount: 100)
    feed?.visibleRange = 0..<5
    scheduler.runAll()
    #expect(fixture.transport.activeTransfers.count == 10)
    feed = nil
    #expect(fixture.transport.activeTransfers.isEmpty)
  }
}
