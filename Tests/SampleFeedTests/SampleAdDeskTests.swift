import JSON
import NativeAds
import Testing

@testable import OriginServer
@testable import SampleFeed

/// What the sample ad server answers, without a connection.
@Suite struct SampleAdDeskTests {
  private let desk = SampleAdDesk(baseURL: "http://samples", switches: SampleSwitches(), onRequest: nil)

  private func answer(_ target: String, fields: [OriginField] = [], method: String = "GET") -> OriginResponse
  {
    let (path, query) = RequestParser.pathAndQuery(of: target) ?? ("", nil)
    return desk.answer(
      OriginRequest(
        method: method, target: target, path: path, query: query, minorVersion: 1, fields: fields, body: []))
  }

  private func bytes(_ target: String) -> [UInt8] {
    if case .bytes(let bytes) = answer(target).body { bytes } else { [] }
  }

  private func text(_ target: String) -> String { String(decoding: bytes(target), as: UTF8.self) }

  private func ads(_ query: String) -> [UInt8] { bytes("/ads?\(query)") }

  private func creatives(_ query: String) throws -> [String] {
    let document = try JSONValue(ads(query))
    guard
      case .array(let bids)? = document["seatbid"].flatMap({ seats in
        if case .array(let seats) = seats { seats.first?["bid"] } else { nil }
      })
    else { return [] }
    return bids.compactMap { if case .string(let name)? = $0["crid"] { name } else { nil } }
  }

  private func set(_ switches: String) throws { try #require(answer("/control?\(switches)").status == 200) }

  // MARK: Ads

  @Test(arguments: SampleAdUnit.allCases)
  func everyUnitIsAnsweredWithAWholeAd(unit: SampleAdUnit) throws {
    let ad = try OpenRTBNative(ads("unit=\(unit.rawValue)&context=a%20%22b%22"))
    #expect(ad.creativeID == "creative-1")
    #expect(ad.campaignID == "campaign-1")
    #expect(ad.title?.isEmpty == false)
    for type in [OpenRTBNative.DataType.sponsored, .description, .callToAction] {
      #expect(ad.text(of: type)?.isEmpty == false)
    }
    #expect(ad.icon?.url == "http://samples/icons/1.png")
    #expect(ad.link.url == "http://samples/landing?ad=1")
    #expect(ad.link.clickTrackers == ["http://samples/t/click?ad=1&unit=\(unit.rawValue)"])
    #expect(
      ad.impressionURLs.map { $0.prefix { $0 != "?" } } == [
        "http://samples/t/impression", "http://samples/t/shown",
      ])
    #expect(ad.eventTrackers.map(\.event) == [1, 1, 2])
    #expect(ad.privacyURL == "http://samples/privacy")
    #expect(ad.browserTarget == .external)
    #expect(ad.campaign == nil)
    #expect((ad.vastTag == nil) == unit.videoSizes.isEmpty)
    #expect(ad.mainImage?.url == (unit.videoSizes.isEmpty ? "http://samples/media/1.jpg" : nil))
    #expect(ad.placeholderHashes.count == (unit.videoSizes.isEmpty ? 2 : 1))
    // The context comes back as it was given.
    #expect(
      String(decoding: ads("unit=\(unit.rawValue)&context=a%20%22b%22"), as: UTF8.self).contains(
        #"a \\\"b\\\""#))
  }

  @Test func noAdIsServedTwice() throws {
    let unit = "unit=\(SampleAdUnit.native.rawValue)"
    #expect(try creatives(unit) == ["creative-1"])
    #expect(try creatives("\(unit)&count=3") == ["creative-2", "creative-3", "creative-4"])
    #expect(try creatives(unit) == ["creative-5"])
    #expect(desk.adCount == 5)
  }

  @Test func everyThirdAdPays() throws {
    let unit = "unit=\(SampleAdUnit.native.rawValue)"
    let paying = try (1...7).filter { _ in try OpenRTBNative(ads(unit)).campaign?.rewardURL != nil }
    #expect(paying == [3, 6])
  }

  @Test(arguments: ["", "unit=", "unit=PUBLIC_TEST_UNIT", "unit=a%00%0Ab"])
  func anotherUnitIsRefusedWithTheNamesOfThoseThatThereAre(query: String) {
    #expect(answer("/ads?\(query)").status == 404)
    #expect(SampleAdUnit.allCases.allSatisfy { text("/ads?\(query)").contains($0.rawValue) })
  }

  @Test(arguments: ["0", "51", "-1", "x", "", "99999999999999999999"])
  func aCountThatIsNoneIsRefused(count: String) {
    #expect(answer("/ads?unit=\(SampleAdUnit.native.rawValue)&count=\(count)").status == 400)
  }

  @Test func whatThereIsNotIsAnsweredWith404() {
    for path in [
      "/", "/nothing", "/media/", "/media/x.jpg", "/media/-1.jpg", "/media/1.png", "/icons/1.jpg",
      "/video/1x1.mp4", "/vast", "/vast?ad=1", "/media/9999999999.jpg", "/media/1.jpg/2",
    ] {
      #expect(answer(path).status == 404, "\(path)")
    }
    #expect(answer("/log", method: "POST").status == 405)
    #expect(answer("/ads?unit=\(SampleAdUnit.native.rawValue)", method: "DELETE").status == 405)
    #expect(desk.adCount == 0)
  }

  // MARK: Rewards

  @Test func aRewardIsPaidOnce() {
    _ = ads("unit=\(SampleAdUnit.native.rawValue)&count=5")
    #expect(text("/reward?ad=3") == #"{"result":"success"}"#)
    #expect(text("/reward?ad=3") == #"{"result":"alreadyParticipated"}"#)
    // One that pays nothing, one that was not served yet, none at all.
    for query in ["ad=2", "ad=6", "ad=-3", "ad=0", ""] {
      #expect(text("/reward?\(query)") == #"{"result":"missingReward"}"#)
    }
  }

  @Test(arguments: RewardResult.allCases)
  func aRewardCanEndInEveryWay(result: RewardResult) throws {
    try set("reward=\(result.rawValue)")
    #expect(text("/reward?ad=3") == #"{"result":"\#(result.rawValue)"}"#)
  }

  // MARK: Trackers

  @Test func hitsAreWrittenDownAndCounted() {
    _ = answer("/t/impression?ad=1&unit=U", fields: [OriginField("idempotency-key", "k1")])
    _ = answer("/t/impression?ad=2&unit=U")
    _ = answer("/t/impression?ad=1&unit=V")
    _ = answer("/t/wrapper/start?ad=1&unit=U&more=%20")
    _ = answer("/t/impression?ad=1&unit=U", fields: [OriginField("Idempotency-Key", "k2")])
    #expect(
      desk.hits.map(\.event) == ["impression", "impression", "impression", "wrapper/start", "impression"])
    #expect(desk.hits.map(\.ad) == [1, 2, 1, 1, 1])
    #expect(desk.hits.map(\.unit) == ["U", "U", "V", "U", "U"])
    #expect(desk.hits.map(\.key) == ["k1", nil, nil, nil, "k2"])
    #expect(desk.hits.map(\.count) == [1, 1, 1, 1, 2])
    #expect(desk.hits.allSatisfy { $0.status == 200 })
    #expect(desk.hitCounts == (5, 1))
    let lines = text("/log").split(separator: "\n")
    #expect(lines.count == 5)
    #expect(
      lines[3]
        == #"{"time":0,"event":"wrapper/start","ad":1,"unit":"U","key":null,"count":1,"status":200,"#
        + #""target":"/t/wrapper/start?ad=1&unit=U&more=%20"}"#)
  }

  @Test func hitsThatAreNotAnsweredAreWrittenDownWithWhatWasAnswered() throws {
    try set("trackers=503/2")
    for _ in 0..<4 { _ = answer("/t/click?ad=1&unit=U") }
    #expect(desk.hits.map(\.status) == [200, 503, 200, 503])
    try set("trackers=stall")
    _ = answer("/t/click?ad=1&unit=U")
    #expect(desk.hits.last?.status == nil)
    #expect(desk.hits.last?.count == 5)
  }

  @Test func theLogIsBounded() {
    var log = TrackerLog()
    let limit = TrackerLog.maximumHits
    for number in 0..<limit + 10 {
      _ = log.add(SampleTrackerHit(time: .zero, event: "e", ad: number, unit: "", count: 1, target: ""))
    }
    #expect(log.hits.count == limit / 2 + 10)
    #expect(log.hits.first?.ad == limit / 2)
    #expect(log.total == limit + 10)
    #expect(log.repeated == 0)
    // One that is still known counts on, one that is forgotten begins anew.
    #expect(
      log.add(SampleTrackerHit(time: .zero, event: "e", ad: limit, unit: "", count: 1, target: "")).count
        == 2)
    #expect(
      log.add(SampleTrackerHit(time: .zero, event: "e", ad: 0, unit: "", count: 1, target: "")).count == 1)
  }

  @Test func theLogIsBoundedByItsTextsToo() {
    var log = TrackerLog()
    let long = String(repeating: "x", count: 15_000)
    for number in 0..<10_000 {
      _ = log.add(
        SampleTrackerHit(
          time: .zero, event: "e\(number)" + long, ad: number, unit: "", count: 1, target: long))
    }
    #expect(log.hits.count * 30_000 <= TrackerLog.maximumBytes)
    #expect(log.hits.count * 30_000 > TrackerLog.maximumBytes / 3)
    #expect(log.hits.last?.ad == 9_999)
    #expect(log.total == 10_000)
  }

  // MARK: Switches

  @Test func switchesAreSetTogetherOrNotAtAll() {
    #expect(
      text("/control?latency=20&ads=no-fill/2&media=slow")
        == #"{"latency":20,"ads":"no-fill/2","media":"slow","trackers":"off","reward":"off"}"# + "\n")
    let before = desk.switches
    for query in ["ads=off&media=none", "ads=500/0", "media=no-fill", "trackers=success", "ads=200", "x=1"] {
      #expect(answer("/control?\(query)").status == 400, "\(query)")
    }
    #expect(desk.switches == before)
    #expect(answer("/control?ads=off&media=off&latency=0").status == 200)
    #expect(desk.switches == SampleSwitches())
  }

  @Test func everyNthRequestSinceTheSwitchWasSetGoesWrong() throws {
    let ad = "/ads?unit=\(SampleAdUnit.native.rawValue)"
    try set("ads=500/3")
    #expect((0..<6).map { _ in answer(ad).status } == [200, 200, 500, 200, 200, 500])
    #expect(answer(ad).status == 200)
    // Another switch leaves its count alone; a new one begins anew.
    try set("media=404")
    #expect((0..<2).map { _ in answer(ad).status } == [200, 500])
    try set("ads=204/2")
    #expect((0..<3).map { _ in answer(ad).status } == [200, 204, 200])
    #expect(answer("/media/1.jpg").status == 404)
    #expect(answer("/vast?ad=1&unit=\(SampleAdUnit.native.rawValue)").status == 404)
    #expect(desk.adCount == 5 + 1 + 2)
  }

  @Test func bidsCanBeMissingFewerOrTheSame() throws {
    let ad = "unit=\(SampleAdUnit.native.rawValue)&count=5"
    try set("ads=no-fill")
    #expect(throws: OpenRTBNativeError.noFill(reason: nil)) { try OpenRTBNative(ads(ad)) }
    try set("ads=fewer")
    #expect(try creatives(ad) == ["creative-1", "creative-2"])
    try set("ads=duplicates")
    #expect(
      try creatives(ad) == ["creative-3", "creative-3", "creative-4", "creative-4", "creative-5"])
    try set("ads=off")
    #expect(try creatives(ad).first == "creative-6")
  }

  @Test func whatDoesNotArriveIsNotUsedUp() throws {
    try set("ads=truncated&reward=truncated/1")
    let cut = answer("/ads?unit=\(SampleAdUnit.native.rawValue)&count=3")
    guard case .cut(.withinBody(let bytes), .close)? = cut.fault, case .bytes(let body) = cut.body else {
      return #expect(Bool(false), "not cut")
    }
    #expect(bytes == body.count / 2 && bytes > 0)
    #expect(desk.adCount == 0)
    try set("ads=off")
    _ = ads("unit=\(SampleAdUnit.native.rawValue)&count=3")
    _ = answer("/reward?ad=3")
    try set("reward=off")
    #expect(text("/reward?ad=3") == #"{"result":"success"}"#)
  }

  @Test func answersCanBeLateSlowOrMissing() throws {
    try set("latency=250&media=slow")
    #expect(answer("/media/1.jpg").latency == .milliseconds(250))
    #expect(answer("/media/1.jpg").pacing == .bytesPerSecond(10_000))
    #expect(answer("/ads").pacing == .unlimited)
    // Who changes switches must not wait.
    #expect(answer("/control").latency == .zero)
    try set("media=stall")
    #expect(answer("/icons/1.png").fault == .cut(.beforeHead, ending: .stall))
  }
}
