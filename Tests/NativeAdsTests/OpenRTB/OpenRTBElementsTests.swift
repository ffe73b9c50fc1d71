import NativeAds
import Testing

/// What an ad answers about its assets, links and trackers, and the assets that replace its own.
@Suite struct OpenRTBElementsTests {
  @Test func elementsAreFoundByWhatTheyAre() throws {
    let ad = try OpenRTBNative(SampleAd.openRTB(vastTag: "<VAST/>"))
    #expect(ad.title == "Fresh coffee, every morning")
    #expect(ad.icon == .init(role: .icon, url: "https://cdn.example.com/icon.png", width: 80, height: 80))
    #expect(
      ad.mainImage == .init(role: .main, url: "https://cdn.example.com/main.jpg", width: 1200, height: 627))
    #expect(ad.vastTag == "<VAST/>")
    #expect(ad.text(of: .sponsored) == "Bean & Co.")
    #expect(ad.text(of: .description) == "Beans roasted yesterday, at your door today.")
    #expect(ad.text(of: .callToAction) == "Order")
    #expect(ad.text(of: .price) == nil)
  }

  // A9
  @Test func whatAnAdLacksIsNil() throws {
    let ad = try OpenRTBNative(
      SampleAd.openRTB(
        icon: nil, media: nil, title: nil, sponsored: "S", description: nil, callToAction: nil))
    #expect(ad.title == nil)
    #expect(ad.icon == nil)
    #expect(ad.mainImage == nil)
    #expect(ad.vastTag == nil)
    #expect(ad.assets.count == 1)
  }

  @Test func theLinkOfAnAssetTakesPrecedence() throws {
    var ad = OpenRTBNative(link: .init(url: "https://a.example/"))
    ad.assets = [.init(content: .title("T")), .init(content: .title("U"), link: .init(url: "app://u"))]
    #expect(ad.link(for: ad.assets[0]).url == "https://a.example/")
    #expect(ad.link(for: ad.assets[1]).url == "app://u")
  }

  @Test func everyImpressionURLIsTakenOnceInOrder() {
    var ad = OpenRTBNative(link: .init(url: "https://a.example/"))
    ad.impressionTrackers = ["a", "b", "a"]
    ad.eventTrackers = [
      .init(event: 1, method: 1, url: "b"), .init(event: 1, method: 2, url: "script"),
      .init(event: 2, method: 1, url: "viewable"), .init(event: 1, method: 1, url: nil),
      .init(event: 1, method: 1, url: "c"), .init(event: 1, method: 1, url: "a"),
    ]
    #expect(ad.impressionURLs == ["a", "b", "c"])
  }

  // MARK: assetsurl

  private static func adWithAssetsURL() throws -> OpenRTBNative {
    try OpenRTBNative(
      SampleAd.openRTB(
        media: .init(url: "old", blurHash: "OLD"), members: #""assetsurl":"https://a.example/assets""#))
  }

  private static let assets =
    #"[{"id":1,"title":{"text":"New"}},{"id":3,"img":{"url":"new","ext":{"blurhash":"NEW"}}}]"#

  @Test(arguments: [
    #"{"assets":\#(assets)}"#, #"{"native":{"assets":\#(assets)}}"#, assets, "\u{FEFF} \(assets)\n",
  ])
  func theAssetsOfTheAssetsURLReplaceTheEmbeddedOnes(text: String) throws {
    let embedded = try Self.adWithAssetsURL()
    var expected = embedded
    expected.assets = [
      .init(id: 1, content: .title("New")), .init(id: 3, content: .image(.init(role: .icon, url: "new"))),
    ]
    expected.placeholderHashes = ["new": .blurHash("NEW")]
    expected.assetsURL = nil
    #expect(try embedded.replacingAssets(with: Array(text.utf8), imageRoles: [3: .icon]) == expected)
  }

  @Test(
    arguments: [
      ("", .empty), ("<html>", .malformedJSON(message: "no value", offset: 0)), ("{}", .noAssets),
      ("[]", .noAssets), ("7", .notAnObject), (#"{"assets":[{"id":1}]}"#, .noAssets),
      (#"{"native":[]}"#, .noAssets),
      (#"[{"id":1,"required":1}]"#, .unusableRequiredAsset(id: 1)),
    ] as [(String, OpenRTBNativeError)])
  func theEmbeddedAssetsStayWhereTheAssetsURLGivesNone(text: String, error: OpenRTBNativeError) throws {
    let ad = try Self.adWithAssetsURL()
    #expect(throws: error) { try ad.replacingAssets(with: Array(text.utf8)) }
    #expect(ad.mainImage?.url == "old")
  }

  @Test func assetsOverTheLimitAreRefused() throws {
    let ad = try Self.adWithAssetsURL()
    let limit = OpenRTBNative.maximumByteCount
    #expect(throws: OpenRTBNativeError.tooLarge(byteCount: limit + 1, limit: limit)) {
      try ad.replacingAssets(with: [UInt8](repeating: 0x20, count: limit + 1))
    }
  }
}
