import NativeAds
import Testing

/// What the field writes carelessly is read all the same.
@Suite struct OpenRTBToleranceTests {
  private static func read(
    assets: String, imageRoles: [Int: OpenRTBNative.ImageRole] = [:], members: String = ""
  ) throws -> OpenRTBNative {
    let text = #"{"assets":[\#(assets)],"link":{"url":"https://a.example/"}\#(members)}"#
    return try OpenRTBNative(Array(text.utf8), imageRoles: imageRoles)
  }

  // A24, G17, G18
  @Test(arguments: [
    (#""w":1200,"h":627"#, 1200, 627), (#""w":"1200","h":"627""#, 1200, 627),
    (#""w":1200.0,"h":"627.0""#, 1200, 627), (#""w":1.2e3,"h":627"#, 1200, 627),
    (#""w":1,"h":1"#, 1, 1), (#""w":16384,"h":16384"#, 16384, 16384), (#""w":100,"h":10"#, 100, 10),
    (#""w":10,"h":100"#, 10, 100),
    // Not whole, one missing, not positive, too large, too long.
    (#""w":1200.5,"h":627"#, 0, 0), (#""w":"1200.5","h":627"#, 0, 0), (#""w":1200"#, 0, 0),
    (#""h":627"#, 0, 0), (#""w":null,"h":627"#, 0, 0), (#""w":0,"h":627"#, 0, 0), (#""w":0,"h":0"#, 0, 0),
    (#""w":-1200,"h":-627"#, 0, 0), (#""w":"-1","h":1"#, 0, 0), (#""w":-0.0,"h":1"#, 0, 0),
    (#""w":16385,"h":16384"#, 0, 0), (#""w":1000000000,"h":1000000000"#, 0, 0), (#""w":101,"h":10"#, 0, 0),
    (#""w":10,"h":101"#, 0, 0), (#""w":9223372036854775808,"h":1"#, 0, 0), (#""w":1e308,"h":1e308"#, 0, 0),
    // No numbers.
    (#""w":"NaN","h":"NaN""#, 0, 0), (#""w":"inf","h":"inf""#, 0, 0), (#""w":"1e999","h":"1e999""#, 0, 0),
    (#""w":"0x10","h":"0x10""#, 0, 0), (#""w":"1200px","h":"627px""#, 0, 0), (#""w":"","h":"""#, 0, 0),
    (#""w":true,"h":true"#, 0, 0), (#""w":[1200],"h":{}"#, 0, 0),
  ])
  func aSizeIsTwoWholeNumbersThatAPictureCanHaveOrNone(members: String, width: Int, height: Int) throws {
    let ad = try Self.read(assets: #"{"id":1,"img":{"url":"https://a.example/i",\#(members)}}"#)
    #expect(ad.mainImage == .init(role: .main, url: "https://a.example/i", width: width, height: height))
  }

  private static func image(_ name: String, _ members: String = "") -> String {
    #"{"id":\#(name),"img":{"url":"u\#(name)"\#(members.isEmpty ? "" : ",\(members)")}}"#
  }

  private static let square = #""w":80,"h":80"#
  private static let large = #""w":1200,"h":627"#
  private static let roleCases: [([String], [Int: OpenRTBNative.ImageRole], [OpenRTBNative.ImageRole])] = [
    // The request knows best; then the type.
    ([image("1", #""type":3"#)], [1: .icon], [.icon]),
    ([image("1", #""type":1"#), image("2", #""type":3"#)], [1: .main, 2: .icon], [.main, .icon]),
    ([image("1", #""type":1"#)], [2: .main], [.icon]), ([image("1", #""type":2"#)], [:], [.icon]),
    ([image("1", #""type":"1""#)], [:], [.icon]), ([image("1", #""type":3,\#(square)"#)], [:], [.main]),
    // A lone image is the main one, whatever its size.
    ([image("1", square)], [:], [.main]), ([image("1")], [:], [.main]),
    ([image("1", #""type":501,\#(square)"#)], [:], [.main]),
    // One that is left out does not count.
    ([#"{"id":9,"img":{"url":""}}"#, image("1", square)], [:], [.main]),
    // Of several, small squares are icons.
    ([image("1", large), image("2", square)], [:], [.main, .icon]),
    ([image("1", #""w":256,"h":256"#), image("2", #""w":257,"h":257"#)], [:], [.icon, .main]),
    ([image("1", #""w":90,"h":100"#), image("2", #""w":89,"h":100"#)], [:], [.icon, .main]),
    ([image("1", #""w":110,"h":100"#), image("2", #""w":111,"h":100"#)], [:], [.icon, .main]),
    ([image("1"), image("2")], [:], [.main, .main]),
    ([image("1", #""type":null,\#(square)"#), image("2", #""type":3"#)], [:], [.icon, .main]),
  ]

  @Test(arguments: roleCases)
  func theRoleOfAnImageIsAskedForOrGivenOrGuessed(
    assets: [String], requested: [Int: OpenRTBNative.ImageRole], expected: [OpenRTBNative.ImageRole]
  ) throws {
    let ad = try Self.read(assets: assets.joined(separator: ","), imageRoles: requested)
    let roles = ad.assets.map { asset -> OpenRTBNative.ImageRole? in
      if case .image(let image) = asset.content { image.role } else { nil }
    }
    #expect(roles == expected)
  }

  // The transport refuses them, so that the asset fails (A22); here they are kept.
  @Test(arguments: [
    "data:image/png;base64,iVBORw0KGgo=", "file:///etc/passwd", "javascript:alert(1)",
    "ftp://a.example/i.png",
    "//cdn.example.com/i.png", "not a URL", " https://a.example/i.png ", "https://예시.example/그림.png",
  ])
  func anImageKeepsItsURLWhateverItIs(url: String) throws {
    let ad = try OpenRTBNative(SampleAd.openRTB(media: .init(url: url, isRequired: true)))
    #expect(ad.mainImage?.url == url)
  }

  // A9, A10
  @Test func anAssetThatCannotBeUsedIsLeftOutUnlessItIsRequired() throws {
    let ad = try OpenRTBNative(SampleAd.openRTB(icon: .init(url: ""), media: .init(url: nil, type: 3)))
    #expect(ad.icon == nil)
    #expect(ad.mainImage == nil)
    #expect(ad.title != nil)
    #expect(throws: OpenRTBNativeError.unusableRequiredAsset(id: 2)) {
      try OpenRTBNative(SampleAd.openRTB(icon: .init(url: "", isRequired: true)))
    }
  }

  @Test(arguments: [
    ("1", true), (#""1""#, true), ("true", true), ("1.0", true), ("0", false), (#""0""#, false),
    ("false", false), ("null", false), ("2", false), (#""yes""#, false), ("[]", false),
  ])
  func whetherAnAssetIsRequiredIsReadInAnySpelling(value: String, isRequired: Bool) throws {
    let ad = try Self.read(assets: #"{"id":1,"required":\#(value),"title":{"text":"T"}}"#)
    #expect(ad.assets == [.init(id: 1, isRequired: isRequired, content: .title("T"))])
  }

  @Test(arguments: [
    ("4.5", "4.5"), ("5", "5"), ("5.0", "5"), ("1200000", "1200000"), ("-1", "-1"), (#""4.5""#, "4.5"),
    (#""₩ 9,900""#, "₩ 9,900"), (#"" 5""#, " 5"),
  ])
  func aValueOfDataMayBeANumber(value: String, text: String) throws {
    let ad = try Self.read(assets: #"{"id":1,"data":{"type":"3","value":\#(value)}}"#)
    #expect(ad.text(of: .rating) == text)
  }

  @Test func idsMayBeTextsAndIdAndTypeMayBeMissing() throws {
    let ad = try Self.read(
      assets: #"{"id":"7","title":{"text":"T"}},{"data":{"value":"D"}},{"id":1.5,"title":{"text":"U"}}"#)
    #expect(
      ad.assets == [
        .init(id: 7, content: .title("T")), .init(content: .data(type: nil, value: "D")),
        .init(content: .title("U")),
      ])
    #expect(ad.title == "T")
  }

  @Test func assetsOfUnknownKindsAreLeftOut() throws {
    let ad = try Self.read(
      assets: #"{"id":1,"audio":{}},{"id":2},null,3,"x",[],{"id":4,"title":{"text":"T"}}"#)
    #expect(ad.assets == [.init(id: 4, content: .title("T"))])
  }

  @Test func anAssetOfSeveralKindsIsTheFirstThatCanBeUsed() throws {
    let ad = try Self.read(
      assets: #"""
        {"id":1,"data":{"value":"D"},"img":{"url":"u"},"title":{"text":"T"}},
        {"id":2,"title":null,"img":{"url":""},"video":{},"data":{"type":2,"value":"D"}}
        """#)
    #expect(
      ad.assets == [
        .init(id: 1, content: .title("T")), .init(id: 2, content: .data(type: .description, value: "D")),
      ])
  }

  @Test func optionalMembersOfTheWrongKindCountAsMissing() throws {
    let ad = try Self.read(
      assets: #"{"id":[],"required":{},"title":{"text":"T"},"link":{"url":5}}"#,
      members: #"""
        ,"ver":[],"assetsurl":5,"dcourl":{},"imptrackers":"https://t.example/","jstracker":[],
        "eventtrackers":[7,{"event":"x","method":1},{"method":1,"url":"u"},{"event":"1","method":"1","url":[]}],
        "privacy":false,"ext":[]
        """#)
    var expected = OpenRTBNative(link: .init(url: "https://a.example/"))
    expected.assets = [.init(content: .title("T"))]
    expected.eventTrackers = [.init(event: 1, method: 1, url: nil)]
    #expect(ad == expected)
  }

  @Test func aLinkKeepsItsTrackersThatAreTexts() throws {
    let text = #"""
      {"assets":[{"title":{"text":"T"}}],"link":{"url":"https://a.example/","clicktrackers":["a",null,5,"","b"],
      "fallback":null}}
      """#
    #expect(
      try OpenRTBNative(Array(text.utf8)).link
        == .init(url: "https://a.example/", clickTrackers: ["a", "b"]))
  }

  @Test(arguments: [(#""1.1""#, "1.1"), ("1.2", "1.2"), ("1", "1"), ("null", "1.2"), (#""""#, "1.2")])
  func theVersionMayBeANumberOrMissing(value: String, version: String) throws {
    #expect(try Self.read(assets: Self.image("1"), members: #","ver":\#(value)"#).version == version)
  }

  // G7
  @Test(arguments: [
    "null", "[]", "{}", #"{"sourceType":"0001","subtype":"menu"}"#,
    #"{"sourceType":1,"subtype":"menu","sourceId":"7"}"#,
  ])
  func contentInfoIsThreeTextsOrNone(value: String) throws {
    let ad = try Self.read(assets: Self.image("1"), members: #","ext":{"contentInfo":\#(value)}"#)
    #expect(ad.contentInfo == nil)
  }

  // Only what `assetsurl` gives must be usable then.
  @Test func embeddedAssetsAreOnlyTheFallbackWhereThereIsAnAssetsURL() throws {
    let ad = try Self.read(
      assets: #"{"id":1,"required":1,"img":{}}"#, members: #","assetsurl":"https://a.example/assets""#)
    #expect(ad.assets.isEmpty)
    #expect(ad.assetsURL == "https://a.example/assets")
  }
}
