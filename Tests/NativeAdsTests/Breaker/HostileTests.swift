import Foundation
import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@testable import NativeAds

@MainActor @Suite struct BreakerHostile {
  private let fixture = AdFixture()

  func time(_ name: String, _ body: () throws -> Void) rethrows {
    let t = ContinuousClock().measure { try? body() }
    print("TIME \(name) \(t)")
  }

  @Test func manyBids() throws {
    for (name, bid, n) in [("zeros", "0", 40_000), ("zeros", "0", 80_000), ("objects", "{}", 40_000)] {
      let body = Array("{\"seatbid\":[{\"bid\":[\(Array(repeating: bid, count: n).joined(separator: ","))]}]}".utf8)
      print("bytes", body.count)
      let group = NativeAdGroup(
        unitID: "u", network: NativeAdNetwork(name: "x") { _ in .data(body) },
        options: AdFixture.lazyOptions(), pipeline: fixture.pipeline)
      var outcomes: [Result<[NativeAd], NativeAdGroupError>] = []
      group.load(count: 3) { outcomes.append($0) }
      time("\(name) \(n)") { fixture.settle() }
      print("outcomes", outcomes.count)
      if case .failure(let e) = outcomes.first { time("description") { print(e.description.utf8.count) } }
      let unit = NativeAdUnit(
        unitID: "u", chain: NativeAdSourceChain(direct: NativeAdNetwork(name: "x") { _ in .data(body) }),
        options: AdFixture.lazyOptions(), pipeline: fixture.pipeline)
      unit.load()
      time("unit \(name) \(n)") { fixture.settle() }
    }
  }

  @Test func manyGoodBids() throws {
    let markup = String(decoding: SampleAd.openRTB(), as: UTF8.self)
    let bid = #"{"id":"1","adm":\#(SampleAd.quoted(markup))}"#
    let n = 1000
    let body = Array("{\"seatbid\":[{\"bid\":[\(Array(repeating: bid, count: n).joined(separator: ","))]}]}".utf8)
    print("bytes", body.count)
    let group = NativeAdGroup(
      unitID: "u", network: NativeAdNetwork(name: "x") { _ in .data(body) },
      options: AdFixture.lazyOptions(), pipeline: fixture.pipeline)
    var outcomes: [Result<[NativeAd], NativeAdGroupError>] = []
    group.load(count: 3) { outcomes.append($0) }
    time("good \(n)") { fixture.settle() }
    print("outcomes", outcomes.count, group.ads.count)
  }

  @Test func trackers() throws {
    var urls: [String] = []
    for i in 0..<20_000 { urls.append(#"{"event":1,"method":1,"url":"https://t/\#(i)"}"#) }
    let extra = [
      "https://user:password@t.example/a", "javascript:alert(1)", "file:///etc/passwd", "HTTP://T.example/x", "http://t.example/x",
      "http://[::1]/x", "https://t.example/\\u0000\\u0001\\n", "https://t.example/\\u202e", "http://", "https://",
      "http://t.example/[[[TIMESTAMP]%5B%5b[CACHEBUSTING%5D", " https://t.example/s", "data:,x",
      "https://" + String(repeating: "a", count: 100_000),
    ]
    let all = extra.map { #"{"event":1,"method":1,"url":"\#($0)"}"# } + urls
    let response = SampleAd.openRTB(members: "\"eventtrackers\":[\(all.joined(separator: ","))]")
    print("bytes", response.count)
    var bound: (ad: NativeAd, view: NativeAdView)?
    try time("load") { bound = try fixture.boundAd(response) }
    let (ad, view) = try #require(bound)
    fixture.serveAll()
    view.attach(to: ViewContainer(isWindow: true))
    view.visibleFraction = 1
    time("impression") { fixture.scheduler.advance(by: .seconds(2)) }
    print("active", fixture.activeURLs.count, fixture.activeURLs.prefix(12))
    time("clicks") { for _ in 0..<1000 { ad.performClick() } }
    for i in 0..<20 { for t in fixture.transport.activeTransfers { t.fail(.connectionFailed, phase: .connect) }; fixture.settle(); fixture.scheduler.advance(by: .seconds(1)); _ = i }
  }

  @Test func macros() {
    let m = VASTMacros(unixTime: .seconds(1), random: 1)
    for (name, s) in [("[", String(repeating: "[", count: 8000)), ("%", String(repeating: "%", count: 8000)), ("%5B", String(repeating: "%5B", count: 2700)), ("[A", String(repeating: "[", count: 10) + String(repeating: "A", count: 8000)), ("%5BA", String(repeating: "%5BAAAAAAA", count: 800)), ("combining", "https://a/" + String(repeating: "[\u{301}", count: 2000)), ("long", "[" + String(repeating: "A%5B", count: 2000))] {
      time("macro \(name)") { _ = m.expand(s) }
    }
  }

  @Test func extKinds() {
    let values = ["null", "0", "-1", "1e999", "true", "\"\"", "[]", "{}", "[[[[]]]]", "\"x\"", "18446744073709551616", "{\"a\":{}}", "0.5"]
    let names = ["profile", "extra", "creative", "creativeSize", "accountTag", "creativeTag", "txId", "advertiserURL", "asset", "browserTarget", "campaign"]
    var n = 0
    for v in values {
      for name in names {
        _ = fixture.ad(SampleAd.openRTB(members: "\"ext\":{\"\(name)\":\(v)}")); n += 1
      }
      for name in ["reward", "currency", "promoRatio", "rewardURL", "status", "w", "h", "link"] {
        _ = fixture.ad(SampleAd.openRTB(members: "\"ext\":{\"campaign\":{\"\(name)\":\(v)},\"creativeSize\":{\"\(name)\":\(v)},\"profile\":{\"\(name)\":\(v)}}")); n += 1
      }
      for name in ["eventtrackers", "imptrackers", "privacy", "link", "ext"] { _ = fixture.ad(SampleAd.openRTB(members: "\"\(name)\":\(v)")) }
    }
    print("ext kinds", n)
    fixture.settle()
  }

  @Test func requests() {
    for count in [Int.max, Int.min, 0, -1, 11] {
      let group = NativeAdGroup(unitID: "", contextID: String(repeating: "\u{0}é", count: 1 << 18), network: .endpoint("https://a/?x#f"), options: AdFixture.lazyOptions(), pipeline: fixture.pipeline)
      var got = 0
      time("count \(count)") { group.load(count: count) { _ in got += 1 }; group.loadBatch(count: count) { _ in got += 1 }; fixture.settle() }
      for t in fixture.transport.activeTransfers { print("url", t.request.url.utf8.count); t.fail(.invalidURL, phase: .connect) }
      fixture.settle()
      print("got", got)
    }
    let bytes = (0..<256).map { UnicodeScalar(UInt8($0)) }
    var s = String.UnicodeScalarView(); s.append(contentsOf: bytes)
    print(NativeAdRequest(unitID: String(s), count: Int.max).url(at: "https://a/"))
  }

  @Test func rewards() {
    for t in ["{\"result\":NaN}", "{\"result\":1}", "{\"result\":\"SUCCESS\"}", "[]", "", "{\"result\":\"success\",\"result\":\"unknown\"}", "\u{FEFF}{\"result\":\"success\"}", String(repeating: "[", count: 60000)] {
      let v = (try? JSONValueProbe(t)) ?? "-"
      print("reward", t.prefix(40), v)
    }
  }
  func JSONValueProbe(_ t: String) throws -> String { "" }
}
