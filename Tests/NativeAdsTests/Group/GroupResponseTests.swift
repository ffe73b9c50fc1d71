import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@testable import NativeAds

/// Groups and batches of one response.
@MainActor @Suite(.timeLimit(.minutes(1))) struct GroupResponseTests {
  /// How a server answers.
  enum Served: String, CaseIterable {
    case all, fewer, more, duplicates, failures, oneSlow
  }

  private let fixture = AdFixture()

  private static func url(_ name: Int) -> String { "https://cdn.example.com/\(name).jpg" }
  private static func endpoint(_ count: Int) -> String { "https://ads.example.com/ads?unit=u&count=\(count)" }

  /// A bid response with these ads; `nil` is a bid for a banner.
  private func bids(_ names: [Int?]) -> [UInt8] {
    let bids = names.map { name in
      let markup = name.map {
        String(
          decoding: SampleAd.openRTB(
            icon: nil, media: .init(url: Self.url($0), width: 32, height: 16, type: 3)), as: UTF8.self)
      }
      return #"{"id":"1","adm":\#(SampleAd.quoted(markup ?? "<html></html>"))}"#
    }
    return Array(#"{"seatbid":[{"bid":[\#(bids.joined(separator: ","))]}]}"#.utf8)
  }

  private func names(_ served: Served, count: Int) -> [Int?] {
    let all = Array(0..<count)
    return switch served {
    case .all, .oneSlow: all
    case .fewer: all.dropLast()
    case .more: Array(0..<count + 3)
    case .duplicates: all.flatMap { [$0, $0] }
    case .failures: all.map { $0 % 2 == 1 ? nil : $0 }
    }
  }

  private func group() -> NativeAdGroup {
    NativeAdGroup(
      unitID: "u", network: .endpoint("https://ads.example.com/ads"), options: AdFixture.lazyOptions(),
      pipeline: fixture.pipeline)
  }

  /// As many as fit into a response: each is looked at once.
  @Test func bidsThatAreNoneCostNoMoreThanReadingThem() {
    let bids = Array(repeating: "0", count: 400_000).joined(separator: ",")
    let group = NativeAdGroup(
      unitID: "u",
      network: NativeAdNetwork { _ in .data(Array(#"{"seatbid":[{"bid":[\#(bids)]}]}"#.utf8)) },
      options: AdFixture.lazyOptions(), pipeline: fixture.pipeline)
    var outcomes: [Result<[NativeAd], NativeAdGroupError>] = []
    group.load(count: 10) { outcomes.append($0) }
    fixture.settle()
    guard case .failure(.noFill(let errors))? = outcomes.first else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(errors.count == 400_000)
  }

  // A20, A21, B17, B18, B19
  @Test(arguments: [0, 1, 5, 7, 10, 11], Served.allCases)
  func aGroupHasTheAdsThatCanBeReadAndDifferInTheirOrder(asked: Int, served: Served) {
    let group = group()
    var outcomes: [Result<[NativeAd], NativeAdGroupError>] = []
    group.load(count: asked) { outcomes.append($0) }
    let count = min(asked, 10)
    fixture.settle()
    guard asked > 0 else {
      #expect(fixture.transport.transfers.isEmpty)
      #expect(outcomes.count == 1)
      #expect(throws: NativeAdGroupError.invalidCount(asked)) { try outcomes.first?.get() }
      return
    }
    #expect(fixture.transport.transfers.map(\.request.url) == [Self.endpoint(count)])
    let names = names(served, count: count)
    fixture.serve(Self.endpoint(count), bids(names))
    let expected: [Int] =
      switch served {
      case .fewer: Array(0..<count - 1)
      case .failures: stride(from: 0, to: count, by: 2).map(\.self)
      default: Array(0..<count)
      }
    #expect(outcomes.count == 1)
    #expect(group.ads.map { $0.response.mainImage?.url } == expected.map(Self.url))
    if expected.isEmpty {
      #expect(throws: NativeAdGroupError.self) { try outcomes.first?.get() }
    } else {
      #expect((try? outcomes.first?.get())?.count == expected.count)
    }
  }

  // A19, A20, A21, D12, D13
  @Test(arguments: [0, 1, 5, 7, 10, 11], Served.allCases)
  func aBatchHasTheFirstFiveWhoseMediaCome(asked: Int, served: Served) {
    let group = group()
    var outcomes: [Result<[NativeAd], NativeAdGroupError>] = []
    group.loadBatch(count: asked) { outcomes.append($0) }
    let count = min(asked, 5)
    fixture.settle()
    guard asked > 0 else {
      #expect(outcomes.count == 1)
      #expect(throws: NativeAdGroupError.invalidCount(asked)) { try outcomes.first?.get() }
      return
    }
    fixture.serve(Self.endpoint(count), bids(names(served, count: count)))
    let readable: [Int] =
      switch served {
      case .fewer: Array(0..<count - 1)
      case .failures: stride(from: 0, to: count, by: 2).map(\.self)
      default: Array(0..<count)
      }
    #expect(Set(fixture.activeURLs) == Set(readable.map(Self.url)))
    // The last is never served where one is slow; the others come in another order than that of the response.
    let slow = served == .oneSlow ? readable.last : nil
    let loaded = readable.filter { $0 != slow }
    for name in loaded.reversed() {
      #expect(outcomes.isEmpty)
      fixture.serve(Self.url(name), SampleFile.jpeg32x16)
    }
    if slow != nil {
      fixture.scheduler.advance(by: .milliseconds(9999))
      #expect(outcomes.isEmpty)
      fixture.scheduler.advance(by: .milliseconds(1))
    }
    #expect(outcomes.count == 1)
    #expect(group.ads.map { $0.response.mainImage?.url } == loaded.map(Self.url))
    #expect(group.ads.allSatisfy { $0.mediaLoadingState == .loaded })
    #expect(fixture.activeURLs == [])
  }

  // A19, G1
  @Test func theTimeOfTheMediaBeginsWithTheResponse() throws {
    let group = group()
    var outcomes: [Result<[NativeAd], NativeAdGroupError>] = []
    group.loadBatch(count: 2) { outcomes.append($0) }
    fixture.scheduler.advance(by: .seconds(59))
    #expect(outcomes.isEmpty)
    fixture.serve(Self.endpoint(2), bids([0, 1]))
    fixture.scheduler.advance(by: .milliseconds(9999))
    #expect(outcomes.isEmpty)
    fixture.serve(Self.url(1), SampleFile.jpeg32x16)
    fixture.scheduler.advance(by: .milliseconds(1))
    #expect(group.ads.map { $0.response.mainImage?.url } == [Self.url(1)])
    #expect(outcomes.count == 1)
    group.loadBatch(count: 2) { outcomes.append($0) }
    fixture.scheduler.advance(by: .seconds(60))
    #expect(throws: NativeAdGroupError.request(.timedOut(.seconds(60)))) { try outcomes.last?.get() }
  }

  // D14, D16
  @Test func aBatchWithoutAnAdHasNoFillAndNoBackfill() {
    var outcomes: [Result<[NativeAd], NativeAdGroupError>] = []
    let group = group()
    group.loadBatch { outcomes.append($0) }
    fixture.serve(Self.endpoint(5), Array(#"{"nbr":2}"#.utf8))
    #expect(throws: NativeAdGroupError.noFill([.response(.noFill(reason: 2))])) { try outcomes.first?.get() }
    group.loadBatch { outcomes.append($0) }
    fixture.fail(Self.endpoint(5), status: 500)
    #expect(outcomes.last.map { (try? $0.get()) == nil } == true)
    if case .failure(let error)? = outcomes.last { #expect(error.errorCode == .badStatus) }
    #expect(fixture.transport.transfers.count == 2)
  }

  // D12, D15, D17
  @Test func theAdsOfABatchThatNobodyKeepsAreGoneWithoutAWord() throws {
    @MainActor final class Kept {
      var ad: NativeAd?
      weak var other: NativeAd?
    }
    let kept = Kept()
    let listener = AdListener(log: fixture.log)
    let options = AdFixture.lazyOptions { $0.linkOpener = fixture.opener }
    NativeAdGroup.loads(
      unitID: "u", network: .endpoint("https://ads.example.com/ads"), options: options,
      pipeline: fixture.pipeline
    ) { outcome in
      let ads = (try? outcome.get()) ?? []
      for ad in ads { ad.delegate = listener }
      kept.ad = ads.first
      kept.other = ads.last
      #expect(ads.count == 2)
    }
    fixture.settle()
    fixture.serve(Self.endpoint(5), bids([0, 1]))
    for name in [0, 1] { fixture.serve(Self.url(name), SampleFile.jpeg32x16) }
    #expect(kept.ad != nil)
    #expect(kept.other == nil)
    #expect(fixture.log.take() == [])
    #expect(fixture.activeURLs == [])
    kept.ad?.performClick()
    #expect(fixture.log.take() == ["didClick \(SampleAd.clickURL)", "viewable"])
    #expect(fixture.opener.urls == [SampleAd.clickURL])
  }

  // D15
  @Test func eachAdOfABatchTellsThatItWasSeen() {
    let group = group()
    group.loadBatch(count: 2) { _ in }
    fixture.serve(Self.endpoint(2), bids([0, 1]))
    for name in [0, 1] { fixture.serve(Self.url(name), SampleFile.jpeg32x16) }
    var seen: [String?] = []
    group.subscribeAdEvents(onImpressed: { seen.append($0.response.mainImage?.url) })
    var views: [NativeAdView] = []
    for (index, ad) in group.ads.enumerated() {
      let view = fixture.view(hasIcon: false)
      views.append(view)
      view.nativeAd = ad
      fixture.settle()
      view.visibleFraction = 1
      fixture.scheduler.advance(by: .milliseconds(999))
      #expect(seen.count == index)
      fixture.scheduler.advance(by: .milliseconds(1))
    }
    #expect(seen == [0, 1].map(Self.url))
    withExtendedLifetime(views) {}
  }

  // B14, B28
  @Test func aGroupHearsWhatHappensToEachOfItsAds() {
    let group = group()
    group.load(count: 2) { _ in }
    fixture.serve(Self.endpoint(2), bids([0, 1]))
    fixture.settle()
    var clicked: [String?] = []
    group.ads.first?.performClick()
    group.subscribeAdEvents(onClicked: { clicked.append($0.response.mainImage?.url) })
    for ad in group.ads { ad.performClick() }
    #expect(clicked == [0, 1].map(Self.url))
  }

  @Test func eachBidThatIsNoAdKeepsItsFailure() throws {
    let ads = try OpenRTBNative.ads(in: bids([0, nil, 1]))
    #expect(ads.map { (try? $0.get())?.mainImage?.url } == [Self.url(0), nil, Self.url(1)])
    #expect(throws: OpenRTBNativeError.noFill(reason: nil)) { try OpenRTBNative.ads(in: Array("{}".utf8)) }
    #expect(try OpenRTBNative.ads(in: SampleAd.openRTB()).count == 1)
  }
}
