import NativeAds
import SeededRandom
import Testing

/// Damaged responses end in an ad that keeps its promises, or in an error: never in a crash or a hang.
@Suite struct OpenRTBMutationTests {
  private static let seeds: [[UInt8]] = {
    let full = SampleAd.openRTB(
      media: .init(
        url: "https://cdn.example.com/m.jpg", width: 1200, height: 627, blurHash: "LEHV6nWB2yk8pyo0adR*"),
      vastTag: "<VAST version=\"3.0\"></VAST>",
      members: #"""
        "eventtrackers":[{"event":1,"method":1,"url":"https://t.example/e"}],
        "ext":{"contentInfo":{"sourceType":"0001","subtype":"menu","sourceId":"7"},"txId":"t","creative":"<b>",
        "creativeSize":{"width":1200,"height":627},"profile":{"displayLogo":"https://l.example/l","displayName":"N"},
        "extra":{"a":"b","c":1},"accountTag":{"x":[{"y":null}]},"creativeTag":{"z":true}}
        """#)
    let text = String(decoding: full, as: UTF8.self)
    return [
      full, Array(#"{"native":\#(text)}"#.utf8), Array("\u{FEFF}\(SampleAd.quoted(text))".utf8),
      Array(#"{"seatbid":[{"bid":[{"adm":"<html>"},{"adm":\#(SampleAd.quoted(text))}]}]}"#.utf8),
    ]
  }()
  /// What a flipped bit seldom makes.
  private static let tokens = [
    "{", "}", "[", "]", "\"", "\\", ",", ":", "null", "true", "-1", "1e308", "1e999", "NaN", "\\ud800",
    "\u{FEFF}",
    "999999999999999999999", #""native":"#, #""adm":"#, #""required":1,"#,
  ]

  private static func damaged(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0..<4, using: &random) where bytes.count > 8 {
      let place = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
      case 2: bytes.removeSubrange(place..<min(bytes.count, place + 20))
      case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 40)], at: place)
      case 4:
        bytes.insert(
          contentsOf: Self.tokens.randomElement(using: &random).map { Array($0.utf8) } ?? [], at: place)
      default: if random.happens(20) { bytes.removeSubrange(place...) }
      }
    }
    return bytes
  }

  /// Whether an ad is one that the reader may give.
  private static func isSound(_ ad: OpenRTBNative) -> Bool {
    guard !ad.link.url.isEmpty, !ad.assets.isEmpty || ad.assetsURL != nil else { return false }
    let details = ad.details
    if let size = details.creativeSize,
      !(1...16384).contains(size.width) || !(1...16384).contains(size.height)
    {
      return false
    }
    if details.transactionID?.isEmpty == true || details.profile?.logoURL?.isEmpty == true { return false }
    return ad.assets.allSatisfy { asset in
      switch asset.content {
      case .title(let text), .video(let text), .data(_, let text):
        return !text.isEmpty
      case .image(let image):
        let hasSize = (1...16384).contains(image.width) && (1...16384).contains(image.height)
        return !image.url.isEmpty && (hasSize || (image.width == 0 && image.height == 0))
      }
    }
  }

  @Test func damagedResponsesEndInAnAdOrAnError() {
    var random = SeededGenerator(seed: 20_260_612)
    var ads = 0
    var errors: [String: Int] = [:]
    for round in 0..<6000 {
      let bytes = Self.damaged(Self.seeds[round % Self.seeds.count], using: &random)
      do throws(OpenRTBNativeError) {
        let ad = try OpenRTBNative(bytes)
        ads += 1
        #expect(Self.isSound(ad), "round \(round)")
      } catch {
        errors[String("\(error)".prefix(24)), default: 0] += 1
      }
    }
    // Both must come, or nothing was damaged or everything.
    #expect(ads > 300)
    #expect(errors.count >= 4)
  }

  @Test func everyTruncationIsAnError() {
    for bytes in Self.seeds {
      for count in bytes.indices {
        #expect(throws: OpenRTBNativeError.self, "\(count) bytes") {
          try OpenRTBNative(Array(bytes[..<count]))
        }
      }
    }
  }

  /// What costs most to read.
  enum Burden: CaseIterable {
    case emptyAssets, nestedAssets, members, brokenBids, combiningMarks, repeatedTrackers, extra, tags

    /// A response of a megabyte, with the title "T".
    var response: [UInt8] {
      let end = #"{"title":{"text":"T"}}],"link":{"url":"u"}}"#
      let marks = String(repeating: "\u{316}\u{301}", count: 250)
      return switch self {
      case .emptyAssets: Self.filled(#"{"assets":["#, { _ in "{}," }, end)
      case .nestedAssets: Self.filled(#"{"assets":["#, { _ in "[[[[[[]]]]]]," }, end)
      case .members: Self.filled("{", { #""\#($0)":0,"# }, #""assets":["# + end)
      case .brokenBids:
        Self.filled(
          #"{"seatbid":[{"bid":["#, { _ in #"{"adm":"{\"native\":\"{"},"# },
          #"{"adm":{"assets":[\#(end)}]}]}"#)
      case .combiningMarks:
        Self.filled(
          #"{"assets":["#, { #"{"img":{"url":"\#($0)\#(marks)","ext":{"blurhash":"L"}}},"# }, end)
      case .extra:
        Self.filled(
          #"{"ext":{"extra":{"#, { #""\#($0)\#(marks.prefix(30))":"x","# }, #""a":"b"}},"assets":["# + end)
      case .tags:
        Self.filled(
          #"{"ext":{"accountTag":{"#, { #""\#($0)":[[{"x":[]}]],"# }, #""a":"b"}},"assets":["# + end)
      case .repeatedTrackers:
        Self.filled(#"{"imptrackers":["#, { #""u\#($0 / 2)","# }, #""u"],"assets":["# + end)
      }
    }

    private static func filled(_ start: String, _ element: (Int) -> String, _ end: String) -> [UInt8] {
      var text = start
      var index = 0
      while text.utf8.count < 1_040_000 {
        text += element(index)
        index += 1
      }
      return Array((text + end).utf8)
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: Burden.allCases)
  func aMegabyteOfWhatCostsMostIsReadSoon(burden: Burden) throws {
    let ad = try OpenRTBNative(burden.response)
    #expect(ad.title == "T")
    let urls = ad.impressionURLs
    #expect((Set(urls).count == urls.count) == true)
  }
}
