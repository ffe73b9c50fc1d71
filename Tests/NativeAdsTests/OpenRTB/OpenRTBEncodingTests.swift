import NativeAds
import Testing

/// The encodings in which an ad response comes (requirements, section 3A).
@Suite struct OpenRTBEncodingTests {
  private static let bare = String(
    decoding: SampleAd.openRTB(title: "“Kaffee” \\ \"täglich\" ☕️"), as: UTF8.self)
  private static let quoted = SampleAd.quoted(bare)
  private static let rooted = #"{"native":\#(bare)}"#
  private static let banner = #"{"id":"b","adm":"<a href='x'><img src='y'></a>"}"#

  private static func response(_ bids: String...) -> String {
    #"{"id":"r","seatbid":[{"seat":"s","bid":[\#(bids.joined(separator: ","))]}],"cur":"USD"}"#
  }

  private static let encodings: [String] = [
    // (a) the markup, (b) in `native`
    bare, rooted, #"{"native":{"native":\#(bare)}}"#, #"{"native":\#(quoted)}"#,
    // (c) as a string, once or twice encoded
    quoted, SampleAd.quoted(rooted), SampleAd.quoted(quoted), SampleAd.quoted(SampleAd.quoted(rooted)),
    // (d) in a bid, as a string or an object
    #"{"id":"b","adm":\#(quoted)}"#, #"{"adm":\#(bare)}"#, #"{"adm":\#(rooted)}"#,
    #"{"adm_native":\#(bare)}"#,
    #"{"adm_native":\#(quoted)}"#, #"{"adm":"","adm_native":\#(bare)}"#,
    #"{"adm":\#(quoted),"adm_native":null}"#,
    #"{"adm":\#(quoted),"adm_native":{}}"#, #"{"adm":\#(SampleAd.quoted(quoted))}"#,
    // (e) a bid response
    response(#"{"adm":\#(quoted)}"#), response(#"{"adm":\#(SampleAd.quoted(rooted))}"#),
    response(#"{"adm":\#(bare)}"#), response(#"{"adm_native":\#(rooted)}"#),
    response(#"{"adm":\#(SampleAd.quoted(SampleAd.quoted(rooted)))}"#),
    SampleAd.quoted(response(#"{"adm":\#(quoted)}"#)),
    // the first bid that holds a native ad
    response(banner, "{}", #"{"adm":"{\"assets\":[]}"}"#, #"{"adm":\#(quoted)}"#),
    #"{"seatbid":[{},{"bid":[]},{"bid":[{"adm":\#(quoted)}]}]}"#,
    // blanks and a byte-order mark, outside and inside of the string
    " \r\n\t\(bare)\n\n", "\u{FEFF}\(bare)", "\u{FEFF} \(rooted)", SampleAd.quoted("\u{FEFF}\(bare)"),
    SampleAd.quoted(" \n\(rooted) "),
    // of members with one name the last counts
    #"{"native":5,"native":\#(bare)}"#,
  ]

  // Checklist 18
  @Test(arguments: encodings) func everyEncodingGivesTheSameAd(text: String) throws {
    let ad = try OpenRTBNative(Array(text.utf8))
    #expect(try ad == OpenRTBNative(Array(Self.bare.utf8)))
    #expect(ad.title == "“Kaffee” \\ \"täglich\" ☕️")
  }

  @Test func theFirstOfSeveralNativeBidsIsTaken() throws {
    let second = String(decoding: SampleAd.openRTB(title: "second"), as: UTF8.self)
    let third = String(decoding: SampleAd.openRTB(title: "third"), as: UTF8.self)
    let text = Self.response(Self.banner, #"{"adm":\#(second)}"#, #"{"adm":\#(third)}"#)
    #expect(try OpenRTBNative(Array(text.utf8)).title == "second")
  }

  @Test func everyMemberIsRead() throws {
    let text = #"""
      {"ver":"1.1","assetsurl":"https://a.example/assets","dcourl":"https://a.example/dco",
       "assets":[
        {"id":1,"title":{"text":"T","len":1}},
        {"id":2,"required":1,"img":{"type":1,"url":"https://a.example/i.png","w":80,"h":80,"ext":{"thumbhash":"3Ogv"}}},
        {"id":3,"img":{"type":3,"url":"https://a.example/m.jpg","w":1200,"h":627,"ext":{"blurhash":"LEHV","thumbhash":"x"}},
         "link":{"url":"app://m","clicktrackers":["https://t.example/m"],"fallback":"https://a.example/m"}},
        {"id":4,"video":{"vasttag":"<VAST version=\"3.0\"/>"}},
        {"id":5,"data":{"type":1,"len":5,"value":"Bean"}},
        {"id":6,"data":{"type":501,"value":"own"}}],
       "link":{"url":"https://a.example/","clicktrackers":["https://t.example/1","https://t.example/2"]},
       "imptrackers":["https://t.example/imp"],"jstracker":"<script></script>",
       "eventtrackers":[{"event":2,"method":1,"url":"https://t.example/v"},{"event":1,"method":2}],
       "privacy":"https://a.example/privacy",
       "ext":{"contentInfo":{"sourceType":"0001","subtype":"menu","sourceId":"30907206:7"}}}
      """#
    var ad = OpenRTBNative(
      link: .init(url: "https://a.example/", clickTrackers: ["https://t.example/1", "https://t.example/2"]))
    ad.version = "1.1"
    ad.assetsURL = "https://a.example/assets"
    ad.dynamicCreativeURL = "https://a.example/dco"
    ad.assets = [
      .init(id: 1, content: .title("T")),
      .init(
        id: 2, isRequired: true,
        content: .image(.init(role: .icon, url: "https://a.example/i.png", width: 80, height: 80))),
      .init(
        id: 3, content: .image(.init(role: .main, url: "https://a.example/m.jpg", width: 1200, height: 627)),
        link: .init(
          url: "app://m", clickTrackers: ["https://t.example/m"], fallback: "https://a.example/m")),
      .init(id: 4, content: .video(vastTag: "<VAST version=\"3.0\"/>")),
      .init(id: 5, content: .data(type: .sponsored, value: "Bean")),
      .init(id: 6, content: .data(type: .init(rawValue: 501), value: "own")),
    ]
    ad.impressionTrackers = ["https://t.example/imp"]
    ad.javaScriptTracker = "<script></script>"
    ad.eventTrackers = [
      .init(event: 2, method: 1, url: "https://t.example/v"), .init(event: 1, method: 2, url: nil),
    ]
    ad.privacyURL = "https://a.example/privacy"
    // G7
    ad.contentInfo = .init(sourceType: "0001", subtype: "menu", sourceId: "30907206:7")
    ad.placeholderHashes = [
      "https://a.example/i.png": .thumbHash("3Ogv"), "https://a.example/m.jpg": .blurHash("LEHV"),
    ]
    #expect(try OpenRTBNative(Array(text.utf8)) == ad)
  }
}
