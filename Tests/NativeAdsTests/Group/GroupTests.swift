import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@testable import NativeAds

@MainActor @Suite struct GroupTests {
  private let fixture = AdFixture()

  /// An ad whose main image, and so whose key, is its own.
  private func response(_ name: Int) -> [UInt8] {
    SampleAd.openRTB(icon: nil, media: .init(url: url(name), width: 32, height: 16, type: 3))
  }

  private func url(_ name: Int) -> String { "https://cdn.example.com/\(name).jpg" }

  @MainActor private final class Outcome {
    var results: [Result<[NativeAd], NativeAdGroupError>] = []
    var asked = 0

    var images: [String]? { try? results.first?.get().map { $0.response.mainImage?.url ?? "" } }
    var error: NativeAdGroupError? {
      if case .failure(let error)? = results.first { error } else { nil }
    }
  }

  private func group(
    _ outcome: Outcome, _ options: NativeAdOptions = AdFixture.lazyOptions(),
    name: @escaping @MainActor (Int) -> Int? = { $0 }
  ) -> NativeAdGroup {
    NativeAdGroup(options: options, pipeline: fixture.pipeline) { index in
      outcome.asked += 1
      return .data(name(index).map { self.response($0) } ?? [])
    }
  }

  // A20
  @Test(arguments: [(1, 1), (7, 7), (10, 10), (11, 10), (1_000_000, 10)])
  func aGroupAsksForAtMostTen(asked: Int, loaded: Int) {
    let outcome = Outcome()
    let group = group(outcome)
    var clamped: [Int] = []
    group.clampingHandler = { clamped = [$0, $1] }
    group.load(count: asked) { outcome.results.append($0) }
    #expect(outcome.results.isEmpty)
    fixture.settle()
    #expect(outcome.asked == loaded)
    #expect(outcome.images == (0..<loaded).map(url))
    #expect(group.ads.count == loaded)
    #expect(clamped == (asked > 10 ? [asked, 10] : []))
    #expect(outcome.results.count == 1)
  }

  // A20
  @Test(arguments: [0, -1, Int.min])
  func noAdsAreAnInvalidRequestWithoutNetwork(count: Int) {
    let outcome = Outcome()
    let group = group(outcome)
    group.load(count: count) { outcome.results.append($0) }
    fixture.settle()
    #expect(outcome.error == .invalidCount(count))
    #expect(outcome.asked == 0)
  }

  // A20
  @Test func aSecondLoadMeanwhileFailsAndTheFirstGoesOn() {
    let (first, second) = (Outcome(), Outcome())
    let group = group(first)
    group.load(count: 2) { first.results.append($0) }
    group.load(count: 2) { second.results.append($0) }
    fixture.settle()
    #expect(second.error == .alreadyLoading)
    #expect(first.images?.count == 2)
    // After it, a load is a request anew.
    let third = Outcome()
    group.load(count: 1) { third.results.append($0) }
    fixture.settle()
    #expect(third.images?.count == 1)
  }

  // A20
  @Test func aBatchThatIsRefusedDoesNotBoundTheTimeOfTheFirst() {
    let (first, second) = (Outcome(), Outcome())
    var answer: NativeAdSource.Completion?
    let group = NativeAdGroup(options: AdFixture.lazyOptions(), pipeline: fixture.pipeline) { _ in
      .provider { answer = $0 }
    }
    group.load(count: 1) { first.results.append($0) }
    group.loadBatch { second.results.append($0) }
    fixture.scheduler.advance(by: .seconds(11))
    #expect(second.error == .alreadyLoading)
    #expect(first.results.isEmpty)
    answer?(.success(response(0)))
    fixture.settle()
    #expect(first.images == [url(0)])
  }

  // A21
  @Test func adsThatAreTheSameAreKeptOnce() {
    let outcome = Outcome()
    let group = group(outcome) { $0 / 2 }
    group.load(count: 6) { outcome.results.append($0) }
    fixture.settle()
    #expect(outcome.images == (0..<3).map(url))
  }

  // A21
  @Test func theKeyIsTheCreativeElseDestinationAndImage() throws {
    func bid(_ members: String, _ adm: String) throws -> String {
      try OpenRTBNative(Array(#"{"seatbid":[{"bid":[{\#(members)"adm":\#(adm)}]}]}"#.utf8)).deduplicationKey
    }
    func markup(_ link: String, _ image: String) -> String {
      #"{"assets":[{"id":1,"img":{"url":"\#(image)"}}],"link":{"url":"\#(link)"}}"#
    }
    let (a, b) = (markup("https://a.example/p", "i"), markup("https://b.example/p", "j"))
    #expect(try bid(#""crid":"c1","#, a) == bid(#""crid":"c1","#, b))
    #expect(try bid(#""crid":"c1","#, a) != bid(#""crid":"c2","#, a))
    #expect(try bid(#""cid":"x","crid":"c1","#, a) != bid(#""cid":"y","crid":"c1","#, a))
    #expect(try bid("", a) != bid("", b))
    #expect(try bid("", a) == bid("", markup("HTTPS://A.example/p?click=7#x", "i")))
    #expect(try bid("", a) != bid("", markup("https://a.example/p", "j")))
    #expect(try bid("", a) != bid("", markup("https://a.example/P", "i")))
    #expect(try bid("", markup("app:", "i")) != bid("", markup("app:x", "i")))
  }

  @Test func oneAdIsEnoughAndNoneIsAFailureWithItsReasons() {
    let some = Outcome()
    let lucky = group(some) { $0 == 1 ? 1 : nil }
    lucky.load(count: 3) { some.results.append($0) }
    fixture.settle()
    #expect(some.images == [url(1)])
    let none = Outcome()
    let unlucky = group(none) { _ in nil }
    unlucky.load(count: 2) { none.results.append($0) }
    fixture.settle()
    #expect(none.error == .noFill([.response(.empty), .response(.empty)]))
  }

  // A19
  @Test func aBatchWaitsForAllOfFiveAndLeavesOutWhatFailsOrIsLate() {
    let outcome = Outcome()
    let group = group(outcome)
    group.loadBatch(count: 7) { outcome.results.append($0) }
    fixture.settle()
    #expect(outcome.asked == 5)
    for name in [4, 2, 0] { fixture.serve(url(name), SampleFile.jpeg32x16) }
    fixture.fail(url(1))
    #expect(outcome.results.isEmpty)
    fixture.scheduler.advance(by: .seconds(10))
    // In the order of the requests, whatever order they came in.
    #expect(outcome.images == [0, 2, 4].map(url))
    #expect(group.ads.allSatisfy { $0.mediaLoadingState == .loaded })
    #expect(fixture.transport.activeTransfers.isEmpty)
    fixture.scheduler.advance(by: .seconds(100))
    #expect(outcome.results.count == 1)
  }

  // A19
  @Test func aBatchOfWhichNothingIsLeftHasNoFill() {
    let outcome = Outcome()
    let group = group(outcome)
    group.loadBatch(count: 2) { outcome.results.append($0) }
    fixture.settle()
    fixture.fail(url(0))
    fixture.fail(url(1))
    guard case .noFill(let errors)? = outcome.error else {
      Issue.record("the batch did not end without ads")
      return
    }
    #expect(errors.map(\.code) == ["badStatus", "badStatus"])
  }

  // G14
  @Test func nothingIsToldOfAnyAdBeforeTheGroupIsHandedOver() {
    let listener = AdListener(log: fixture.log)
    var answer: NativeAdSource.Completion?
    let group = NativeAdGroup(options: AdFixture.lazyOptions(), pipeline: fixture.pipeline) { index in
      index == 0 ? .data(self.response(0)) : .provider { answer = $0 }
    }
    group.load(count: 2) { outcome in
      for ad in (try? outcome.get()) ?? [] { ad.delegate = listener }
      self.fixture.log.add("group")
    }
    fixture.settle()
    #expect(fixture.transport.transfers.isEmpty)
    answer?(.success(response(1)))
    fixture.settle()
    for name in [0, 1] { fixture.serve(url(name), SampleFile.jpeg32x16) }
    #expect(fixture.log.take() == ["group", "media loaded", "didLoad", "media loaded", "didLoad"])
  }

  @Test func aGroupThatIsLetGoTellsNothingAndStops() {
    let outcome = Outcome()
    var group: NativeAdGroup? = group(outcome)
    group?.loadBatch(count: 2) { outcome.results.append($0) }
    fixture.settle()
    #expect(fixture.transport.activeTransfers.count == 2)
    group = nil
    fixture.settle()
    #expect(fixture.transport.activeTransfers.isEmpty)
    #expect(outcome.results.isEmpty)
  }

  @Test func aGroupThatIsLetGoRefusesNobody() {
    let outcome = Outcome()
    var group: NativeAdGroup? = group(outcome)
    group?.load(count: 0) { outcome.results.append($0) }
    group = nil
    fixture.settle()
    #expect(outcome.results.isEmpty)
  }

  // A20
  @Test func aBatchThatIsRefusedDoesNotCutTheLoadUnderWayShort() {
    let outcome = Outcome()
    var refused: [Result<[NativeAd], NativeAdGroupError>] = []
    let group = NativeAdGroup(options: AdFixture.lazyOptions(), pipeline: fixture.pipeline) { _ in
      .url("https://ads.example.com/native")
    }
    group.load(count: 1) { outcome.results.append($0) }
    group.loadBatch { refused.append($0) }
    fixture.scheduler.advance(by: .seconds(20))
    #expect(refused.count == 1)
    #expect(outcome.results.isEmpty)
    fixture.serve("https://ads.example.com/native", response(1))
    #expect(outcome.images == [url(1)])
  }

  // A20
  @Test func ofTwoLoadsThatBeginInsideOneAnotherEachEndsOnce() {
    let outcome = Outcome()
    let inner = Outcome()
    var begin: () -> Void = {}
    let group = group(outcome) { index in
      begin()
      return index
    }
    begin = {
      begin = {}
      group.load(count: 1) { inner.results.append($0) }
    }
    group.load(count: 2) { outcome.results.append($0) }
    fixture.settle()
    #expect(inner.images == [url(0)])
    #expect(outcome.error == .alreadyLoading)
    #expect(outcome.results.count == 1)
  }
}
