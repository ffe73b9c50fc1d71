import NativeAds
import Testing

/// What is no ad is refused with its reason.
@Suite struct OpenRTBNativeErrorTests {
  private static let link = #""link":{"url":"https://a.example/"}"#
  private static let title = #"{"id":1,"title":{"text":"T"}}"#

  /// Markup with these assets.
  private static func ad(_ assets: String) -> String { #"{"assets":[\#(assets)],\#(link)}"# }

  private static func nested(_ count: Int) -> String {
    String(repeating: #"{"native":"#, count: count) + ad(title) + String(repeating: "}", count: count)
  }

  private static let refused: [(String, OpenRTBNativeError)] = [
    ("", .empty),
    (" \n\t\r", .empty),
    ("\u{FEFF}", .empty),
    ("\u{FEFF} \n", .empty),
    ("{", .malformedJSON(message: "no member name", offset: 1)),
    ("\u{FEFF}{", .malformedJSON(message: "no member name", offset: 4)),
    ("{\"assets\":[", .malformedJSON(message: "ends too early", offset: 11)),
    ("{\"link\":{\"url\":\"https://a", .malformedJSON(message: "string not closed", offset: 25)),
    ("{}x", .malformedJSON(message: "text after the end", offset: 2)),
    ("{“ver”:“1.2”}", .malformedJSON(message: "no member name", offset: 1)),
    ("{\"a\":1 \"b\":2}", .malformedJSON(message: "object not closed", offset: 7)),
    ("<VAST version=\"3.0\"/>", .malformedJSON(message: "no value", offset: 0)),
    ("\u{0}{}", .malformedJSON(message: "no value", offset: 0)),
    ("{\"w\":NaN}", .malformedJSON(message: "no value", offset: 5)),
    ("{\"w\":-Infinity}", .malformedJSON(message: "no value", offset: 6)),
    ("{\"w\":1e999}", .malformedJSON(message: "number too large", offset: 10)),
    ("\"{\\\"a\\\"", .malformedJSON(message: "string not closed", offset: 7)),
    // Bytes of the text in the string are counted, not those of its escapes.
    (#"{"adm":"{\"assets\":[}"}"#, .malformedJSON(message: "no value", offset: 11)),
    (String(repeating: "[", count: 50), .malformedJSON(message: "nested too deeply", offset: 33)),
    (String(repeating: "{\"a\":", count: 50), .malformedJSON(message: "nested too deeply", offset: 165)),
    ("[]", .notAnObject),
    ("[\(ad(title))]", .notAnObject),
    ("null", .notAnObject),
    ("17", .notAnObject),
    (#"{"native":[]}"#, .notAnObject),
    (#"{"native":true}"#, .notAnObject),
    (#"{"adm":3}"#, .notAnObject),
    ("{}", .noFill(reason: nil)),
    (#"{"id":"r","seatbid":[]}"#, .noFill(reason: nil)),
    (#"{"id":"r","nbr":2}"#, .noFill(reason: 2)),
    (#"{"id":"r","seatbid":[],"nbr":"8"}"#, .noFill(reason: 8)),
    (#"{"seatbid":[{"bid":[]},{}],"nbr":null}"#, .noFill(reason: nil)),
    (#"{"seatbid":{"bid":5}}"#, .noFill(reason: nil)),
    (#"{"id":"r"}"#, .notANativeAd),
    (#"{"native":{}}"#, .notANativeAd),
    (#"{"native":null}"#, .notANativeAd),
    (#"{"adm":""}"#, .notANativeAd),
    (#""""#, .notANativeAd),
    (#"{"adm":"<VAST/>"}"#, .notANativeAd),
    (#"{"seatbid":[{"bid":[{"adm":"<html>"},{"nurl":"https://win.example/"}]}]}"#, .notANativeAd),
    (#"{"seatbid":[{"bid":[{"adm":"<html>"},{"adm":{\#(link)}},{"adm":"["}]}]}"#, .noAssets),
    (nested(9), .wrappedTooDeeply),
    (#"{"assets":[\#(title)]}"#, .missingLink),
    (#"{"assets":[\#(title)],"link":null}"#, .missingLink),
    (#"{"assets":[\#(title)],"link":"https://a.example/"}"#, .missingLink),
    (#"{"assets":[\#(title)],"link":{"url":" "}}"#, .missingLink),
    (#"{"assets":[\#(title)],"link":{"clicktrackers":[]}}"#, .missingLink),
    (#"{"assetsurl":"https://a.example/assets"}"#, .missingLink),
    ("{\(link)}", .noAssets),
    (ad(""), .noAssets),
    (#"{"assets":{},\#(link)}"#, .noAssets),
    (#"{"assets":null,"assetsurl":"",\#(link)}"#, .noAssets),
    (ad(#"{"id":1,"title":{"text":""}},{"id":2,"img":{"w":1,"h":1}},null,7,"x",[]"#), .noAssets),
    (ad(#"{"id":9,"audio":{"url":"https://a.example/a"}}"#), .noAssets),
    (ad(#"\#(title),{"id":2,"required":1,"img":{"url":""}}"#), .unusableRequiredAsset(id: 2)),
    (ad(#"\#(title),{"id":"3","required":"1","img":null}"#), .unusableRequiredAsset(id: 3)),
    (ad(#"\#(title),{"required":true,"audio":{}}"#), .unusableRequiredAsset(id: nil)),
    (ad(#"\#(title),{"id":4,"required":1,"video":{"vasttag":" "}}"#), .unusableRequiredAsset(id: 4)),
    (ad(#"\#(title),{"id":5,"required":1,"data":{"type":2,"value":true}}"#), .unusableRequiredAsset(id: 5)),
  ]

  // A10
  @Test(arguments: refused) func whatIsNoAdIsRefusedWithItsReason(text: String, error: OpenRTBNativeError) {
    #expect(throws: error) { try OpenRTBNative(Array(text.utf8)) }
  }

  @Test func bytesThatAreNoUTF8AreRefused() {
    #expect(throws: OpenRTBNativeError.malformedJSON(message: "no value", offset: 0)) {
      try OpenRTBNative([0xFF, 0xFE, 0x7B, 0x00])
    }
    #expect(throws: OpenRTBNativeError.malformedJSON(message: "string is no UTF-8", offset: 3)) {
      try OpenRTBNative([0x7B, 0x22, 0xC3, 0x22, 0x7D])
    }
  }

  @Test func asManyWrappersAsTheLimitAreRead() throws {
    #expect(try OpenRTBNative(Array(Self.nested(8).utf8)).title == "T")
  }

  @Test func aResponseOverTheLimitIsRefusedUnread() {
    let limit = OpenRTBNative.maximumByteCount
    #expect(limit == 1_048_576)
    #expect(throws: OpenRTBNativeError.tooLarge(byteCount: limit + 1, limit: limit)) {
      try OpenRTBNative([UInt8](repeating: 0, count: limit + 1))
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: [false, true])
  func aResponseAtTheLimitIsRead(isQuoted: Bool) throws {
    let title = String(repeating: "x", count: 900_000)
    var bytes = SampleAd.openRTB(title: title)
    if isQuoted { bytes = Array(SampleAd.quoted(String(decoding: bytes, as: UTF8.self)).utf8) }
    bytes += [UInt8](repeating: 0x20, count: OpenRTBNative.maximumByteCount - bytes.count)
    let ad = try OpenRTBNative(bytes)
    #expect(ad.title?.utf8.count == title.utf8.count)
  }

  // Hashing or comparing such texts as `String` does would take minutes.
  @Test(.timeLimit(.minutes(1))) func textsOfCombiningMarksDoNotHoldUpTheReader() throws {
    let marks = String(repeating: "\u{316}\u{301}", count: 60_000)
    let url = SampleAd.quoted("https://a.example/\(marks)")
    let image = #"{"id":1,"img":{"url":\#(url),"ext":{"blurhash":"LEHV"}}}"#
    let text = #"{"a\#(marks)":1,"assets":[\#(image),\#(Self.title)],"imptrackers":[\#(url)],\#(Self.link)}"#
    let ad = try OpenRTBNative(Array(text.utf8))
    // Nothing of that kind is a URL.
    #expect(ad.assets.count == 1)
    #expect(ad.impressionURLs.isEmpty)
  }

  @Test func everyErrorSaysWhatIsWrong() {
    let errors: [OpenRTBNativeError] = Self.refused.map(\.1) + [.tooLarge(byteCount: 2, limit: 1)]
    let sentences = Set(errors.map(\.description))
    #expect(sentences.count == Set(errors).count)
    #expect(sentences.allSatisfy { !$0.isEmpty && !$0.hasSuffix(".") })
    #expect(
      OpenRTBNativeError.malformedJSON(message: "no value", offset: 11).description
        == "the response is no JSON: no value, at byte 12")
    #expect(
      OpenRTBNativeError.unusableRequiredAsset(id: 2).description
        == "the required asset 2 holds nothing that can be used")
  }
}
