import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@testable import NativeAds

/// What an ad tells of itself.
@MainActor @Suite struct NativeAdPropertiesTests {
  private let fixture = AdFixture()

  private static let members = #"""
    "ext":{"txId":"tx-1","advertiserURL":"https://bean.example.com","asset":"https://cdn.example.com/film.mp4",
    "creative":" <div>Hi</div>","creativeSize":{"width":"1200","height":627},"browserTarget":"external",
    "profile":{"displayLogo":"https://cdn.example.com/logo.png","displayName":"Bean","link":"https://b.example/"},
    "extra":{"color":"red","count":3,"none":null,"list":[]},
    "accountTag":{"level":2,"tags":["a",true,null],"deep":{"x":{}}},"creativeTag":{"mood":"warm"}}
    """#

  // D1, D6
  @Test func whatTheResponseSaysIsThere() throws {
    let ad = try #require(fixture.ad(SampleAd.openRTB(members: Self.members)))
    let properties = ad.properties
    #expect(properties.headline == "Fresh coffee, every morning")
    #expect(properties.body == "Beans roasted yesterday, at your door today.")
    #expect(properties.callToAction == "Order")
    #expect(properties.icon == SampleAd.iconURL)
    #expect(properties.cover == SampleAd.mediaURL)
    #expect(properties.asset == "https://cdn.example.com/film.mp4")
    #expect(properties.creative == " <div>Hi</div>")
    #expect(properties.creativeSize == PixelSize(width: 1200, height: 627))
    #expect(properties.advertiser == "Bean & Co.")
    #expect(properties.advertiserURL == "https://bean.example.com")
    #expect(properties.txID == "tx-1")
    #expect(properties.profile.displayLogo == "https://cdn.example.com/logo.png")
    #expect(properties.profile.displayName == "Bean")
    #expect(properties.profile.link == "https://b.example/")
    #expect(properties.extra == ["color": "red", "count": "3"])
    #expect(
      properties.accountTag == [
        "level": .number(2), "tags": .array([.string("a"), .bool(true), .null]),
        "deep": .object(["x": .object([:])]),
      ])
    #expect(properties.creativeTag == ["mood": .string("warm")])
    #expect(properties.destinationURL == SampleAd.clickURL)
    #expect(properties.browserTarget == .external)
    #expect(!properties.isLoaded)
    #expect(!properties.isBackfilled)
    fixture.settle()
    fixture.serveAll()
    #expect(ad.properties.isLoaded)
  }

  // D6
  @Test func whatIsMissingIsEmpty() throws {
    let ad = try #require(
      fixture.ad(
        SampleAd.openRTB(
          icon: nil, media: nil, sponsored: nil, description: nil, callToAction: nil,
          members: #""ext":{"profile":[],"extra":7,"accountTag":"x","creativeSize":{"width":0,"height":9}}"#),
        AdFixture.lazyOptions { $0.renderingSetting.hasMediaView = false }))
    var expected = NativeAdProperties(
      unitID: "", contextID: "", headline: "Fresh coffee, every morning", body: "", callToAction: "",
      icon: "",
      cover: "", asset: "", creative: "", creativeSize: PixelSize(width: 0, height: 0), advertiser: "",
      advertiserURL: "", txID: "", campaignID: "", creativeID: "", profile: .init(), extra: [:],
      accountTag: [:],
      creativeTag: [:], destinationURL: SampleAd.clickURL, browserTarget: nil, isLoaded: true,
      isBackfilled: false)
    #expect(ad.properties == expected)
    expected.isLoaded = false
    #expect(ad.properties != expected)
  }

  // D1, D6
  @Test func whatItWasAskedForIsThereToo() throws {
    let unit = NativeAdUnit(
      unitID: "home", contextID: "morning",
      chain: NativeAdSourceChain(
        direct: NativeAdNetwork { _ in .data([]) },
        backfills: [NativeAdNetwork { _ in .data(SampleAd.openRTB()) }]),
      options: AdFixture.lazyOptions(), pipeline: fixture.pipeline)
    unit.load()
    fixture.settle()
    let properties = try #require(unit.ad).properties
    #expect(properties.unitID == "home")
    #expect(properties.contextID == "morning")
    #expect(properties.isBackfilled)
  }

  private func response(bid: String) throws -> OpenRTBNative {
    try OpenRTBNative(Array(#"{"seatbid":[{"bid":[\#(bid)]}]}"#.utf8))
  }

  // D6
  @Test func aBidNamesCampaignCreativeAndSize() throws {
    let native = SampleAd.quoted(String(decoding: SampleAd.openRTB(), as: UTF8.self))
    let bid = #""crid":"cr-1","cid":77,"w":1200,"h":627"#
    let ad = try response(bid: #"{\#(bid),"adm":\#(native)}"#)
    #expect(ad.creativeID == "cr-1")
    #expect(ad.campaignID == "77")
    #expect(ad.details.creativeSize == PixelSize(width: 1200, height: 627))
    // Its `adm` is the ad, not HTML.
    #expect(ad.details.creative == nil)
    let both = try response(bid: #"{"adm_native":\#(native),"adm":"<b>Hi</b>"}"#)
    #expect(both.details.creative == "<b>Hi</b>")
    #expect(both.title == "Fresh coffee, every morning")
    let twice = try response(bid: #"{"adm_native":\#(native),"adm":\#(native)}"#)
    #expect(twice.details.creative == nil)
  }

  // D6
  @Test func theURLToDisplayIsTheAdvertisersPage() throws {
    let text = String(decoding: SampleAd.openRTB(members: Self.members), as: UTF8.self)
    let asset = #"{"id":9,"data":{"type":11,"value":"bean.example.com"}},"#
    let parts = text.split(separator: #""assets":["#, maxSplits: 1)
    let ad = try #require(fixture.ad(Array((parts[0] + #""assets":["# + asset + parts[1]).utf8)))
    #expect(ad.properties.advertiserURL == "bean.example.com")
  }

  // D6, D11
  @Test func theAssetIsTheFileThatIsLoadedWhereNothingElseIsSaid() throws {
    #expect(try #require(fixture.ad(SampleAd.openRTB())).properties.asset == SampleAd.mediaURL)
  }

  // D6
  @Test func aNameThatIsLongIsNone() throws {
    let name = String(repeating: "n", count: 257)
    let ad = try OpenRTBNative(
      SampleAd.openRTB(members: #""ext":{"extra":{"\#(name)":"x","b":"y"},"accountTag":{"\#(name)":1}}"#))
    #expect(ad.details.extra == ["b": "y"])
    #expect(ad.details.accountTag == [:])
  }
}
