import SeededRandom
import Testing

@testable import LazyMedia

@Suite struct FeedWindowTests {
  private func window(_ count: Int = 1_000, _ change: (inout FeedWindow) -> Void = { _ in }) -> FeedWindow {
    var window = FeedWindow()
    window.reload(count: count)
    change(&window)
    return window
  }

  /// Moves one item at a time, slowly.
  private func walk(_ window: inout FeedWindow, to position: Int, from time: inout Duration) {
    while window.visible.lowerBound != position {
      time += .milliseconds(200)
      let next = window.visible.lowerBound + (position > window.visible.lowerBound ? 1 : -1)
      window.show(next..<next + 10, at: time)
    }
  }

  @Test func twoScreensAheadAreLoadedAndOneBehindIsKept() {
    let window = window { $0.show(0..<10, at: .zero) }
    #expect(window.prefetched == 10..<30)
    #expect(window.kept == 0..<30)
    var later = window
    var time = Duration.zero
    walk(&later, to: 100, from: &time)
    #expect(later.prefetched == 110..<130)
    #expect(later.kept == 90..<130)
    #expect(later.prefetchOrder.first == 110)
  }

  @Test func backwardsItIsTheSameTheOtherWayRound() {
    var time = Duration.zero
    var window = window { $0.show(200..<210, at: .zero) }
    walk(&window, to: 150, from: &time)
    #expect(window.prefetched == 130..<150)
    #expect(window.kept == 130..<170)
    #expect(window.prefetchOrder.first == 149)
  }

  @Test func aStepBackDoesNotTurnTheDirectionButAQuarterOfAScreenDoes() {
    var time = Duration.zero
    var window = window { $0.show(0..<10, at: .zero) }
    walk(&window, to: 50, from: &time)
    walk(&window, to: 48, from: &time)
    #expect(window.isForward)
    #expect(window.prefetched == 58..<78)
    walk(&window, to: 47, from: &time)
    #expect(!window.isForward)
    walk(&window, to: 48, from: &time)
    #expect(!window.isForward)
    walk(&window, to: 50, from: &time)
    #expect(window.isForward)
  }

  // FAULTS "prefetch inversion"
  @Test func aFlingOpensNoWindowUntilItComesToRest() {
    var time = Duration.seconds(10)
    var window = window(100_000) { $0.show(0..<10, at: time) }
    // From the first frame on.
    for frame in 1...120 {
      time += .milliseconds(16)
      window.show(frame * 20..<frame * 20 + 10, at: time)
      #expect(window.isFast && window.prefetched.isEmpty, "frame \(frame)")
    }
    #expect(window.kept == 2_390..<2_430)
    let early = window.pass(to: time + .milliseconds(100))
    #expect(!early && window.isFast)
    let rested = window.pass(to: time + .milliseconds(150))
    #expect(rested)
    #expect(window.prefetched == 2_410..<2_430)
    let again = window.pass(to: time + .milliseconds(300))
    #expect(!again)
  }

  @Test func aFlingThatSlowsDownOpensTheWindowWhileItStillMoves() {
    var time = Duration.zero
    var position = 0
    var window = window(100_000) { $0.show(0..<10, at: .zero) }
    var step = 16.0
    var opened: Double?
    while step >= 0.2 {
      for _ in 0..<10 {
        time += .milliseconds(16)
        position += Int(step)
        window.show(position..<position + 10, at: time)
      }
      if opened == nil, !window.isFast { opened = step }
      if opened != nil { #expect(!window.isFast) }
      step /= 2
    }
    // Two screens, 20 items, take half a second to load: 40 items a second, 0.64 a frame, give or take a frame's item.
    #expect(opened == 0.5 || opened == 0.25)
  }

  @Test func slowScrollingOneItemAtATimeIsNeverTooFast() {
    var time = Duration.zero
    for ahead in [1, 2, 5] {
      var window = window { $0.ahead = .items(ahead) }
      window.show(0..<10, at: time)
      for position in 1...50 {
        time += .milliseconds(150)
        window.show(position..<position + 10, at: time)
        #expect(window.prefetched == position + 10..<position + 10 + ahead)
      }
    }
  }

  @Test func aJumpWaitsForRest() {
    var window = window { $0.show(0..<10, at: .zero) }
    window.show(500..<510, at: .seconds(60))
    #expect(window.prefetched.isEmpty)
    let rested = window.pass(to: .seconds(61))
    #expect(rested)
    #expect(window.prefetched == 510..<530)
  }

  // FAULTS "prefetch inversion"
  @Test func theWindowEndsWithTheList() {
    var time = Duration.zero
    var window = window(40) { $0.show(0..<10, at: .zero) }
    walk(&window, to: 25, from: &time)
    #expect(window.prefetched == 35..<40)
    walk(&window, to: 30, from: &time)
    #expect(window.prefetched == 40..<40)
    #expect(window.kept == 20..<40)
    window.show(0..<0, at: time)
    #expect(window.prefetched.isEmpty && window.kept.isEmpty)
  }

  @Test func whatLiesOutsideOfTheListIsCutOff() {
    var window = window(5)
    window.show(-3..<100, at: .zero)
    #expect(window.visible == 0..<5)
    window.show(50..<60, at: .zero)
    #expect(window.visible.isEmpty)
    #expect(window.prefetched.isEmpty)
  }

  @Test(
    arguments: [.items(0), .items(-4), .screens(0), .screens(-1), .screens(.nan)] as [FeedModel.Distance])
  func nothingAheadIsNothing(ahead: FeedModel.Distance) {
    let window = window {
      $0.ahead = ahead
      $0.show(10..<20, at: .zero)
    }
    #expect(window.prefetched.isEmpty)
    #expect(window.kept == 0..<20)
  }

  @Test(arguments: [.items(.max), .screens(.infinity)] as [FeedModel.Distance])
  func howeverFarIsUpToTheEnd(ahead: FeedModel.Distance) {
    let window = window {
      $0.ahead = ahead
      $0.show(10..<20, at: .zero)
    }
    #expect(window.prefetched == 20..<1_000)
  }

  // MARK: Changes of the list

  @Test func itemsPutInBeforeDoNotCountAsScrolling() {
    var window = window { $0.show(100..<110, at: .zero) }
    window.insert(500, at: 0)
    #expect(window.visible == 600..<610)
    #expect(window.itemCount == 1_500)
    window.show(600..<610, at: .milliseconds(16))
    #expect(!window.isFast && window.isForward)
    #expect(window.prefetched == 610..<630)
    window.insert(3, at: 605)
    #expect(window.visible == 600..<610)
  }

  @Test func itemsTakenOutDoNotCountAsScrollingEither() {
    var window = window { $0.show(600..<610, at: .zero) }
    window.remove(0..<500)
    #expect(window.visible == 100..<110)
    window.show(100..<110, at: .milliseconds(16))
    #expect(!window.isFast && window.isForward)
    window.remove(105..<200)
    #expect(window.visible == 100..<105)
    window.remove(90..<102)
    #expect(window.visible == 90..<93)
    #expect(window.itemCount == 1_000 - 500 - 95 - 12)
    window.remove(0..<5_000)
    #expect(window.itemCount == 0 && window.visible.isEmpty && window.kept.isEmpty)
  }

  @Test func aShorterListCutsWhatIsSeen() {
    var window = window { $0.show(600..<610, at: .zero) }
    window.reload(count: 605)
    #expect(window.visible == 600..<605)
    window.reload(count: 10)
    #expect(window.visible.isEmpty)
    window.reload(count: -1)
    #expect(window.itemCount == 0)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func whateverHappensTheWindowLiesWithinTheListAndBesideWhatIsSeen(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var time = Duration.zero
    var window = window(Int.random(in: 0...100, using: &random))
    for _ in 0..<2_000 {
      time += .milliseconds(Int.random(in: 0...200, using: &random))
      let index = Int.random(in: -5...120, using: &random)
      let length = Int.random(in: 0...12, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: window.insert(length, at: max(0, min(index, window.itemCount)))
      case 1: window.remove(index..<index + length)
      case 2: window.reload(count: index)
      case 3: window.ahead = random.happens(50) ? .items(index) : .screens(Double(length) / 3)
      case 4: _ = window.pass(to: time)
      default: window.show(index..<index + length, at: time)
      }
      let all = 0..<window.itemCount
      let (visible, prefetched, kept) = (window.visible, window.prefetched, window.kept)
      #expect(visible.clamped(to: all) == visible)
      #expect(prefetched.clamped(to: all) == prefetched)
      #expect(kept.clamped(to: all) == kept)
      #expect(!prefetched.overlaps(visible))
      if !prefetched.isEmpty {
        #expect(prefetched.lowerBound == visible.upperBound || prefetched.upperBound == visible.lowerBound)
        #expect(prefetched.clamped(to: kept) == prefetched)
      }
      if !visible.isEmpty { #expect(visible.clamped(to: kept) == visible) }
    }
  }
}
