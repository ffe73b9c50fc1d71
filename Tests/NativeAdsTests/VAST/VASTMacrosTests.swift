import NativeAds
import Testing

@Suite struct VASTMacrosTests {
  private func macros(
    _ time: Duration = .zero, errorCode: Int? = nil, playhead: Duration? = nil
  ) -> VASTMacros {
    VASTMacros(unixTime: time, random: 199_999_999, errorCode: errorCode, contentPlayhead: playhead)
  }

  @Test func theErrorCodeIsPutIn() {
    #expect(
      macros(errorCode: 303).expand("https://e.example/?c=[ERRORCODE]&d=[ERRORCODE]")
        == "https://e.example/?c=303&d=303")
    #expect(
      macros(errorCode: 303).expand("https://e.example/?c=%5BERRORCODE%5d") == "https://e.example/?c=303")
  }

  @Test func whatIsUnknownIsLeft() {
    for url in [
      "https://e.example/?[ERRORCODE]&[CONTENTPLAYHEAD]", "https://e.example/[REASON]", "[", "]", "[]", "[[",
      "%5B", "%",
      "[errorcode]", "[CACHEBUSTING", "[CACHEBUSTING%5", "", "http://[::1]/", "[광고]",
    ] {
      #expect(macros().expand(url) == url)
    }
    #expect(macros().expand("[[CACHEBUSTING]]") == "[99999999]")
  }

  @Test(
    arguments: [
      (.zero, "1970-01-01T00%3A00%3A00.000Z"),
      (.milliseconds(1_453_018_507_127), "2016-01-17T08%3A15%3A07.127Z"),
      (.seconds(951_782_400), "2000-02-29T00%3A00%3A00.000Z"),
      (.seconds(4_107_542_399), "2100-02-28T23%3A59%3A59.000Z"),
      (.seconds(4_107_542_400), "2100-03-01T00%3A00%3A00.000Z"),
      (.seconds(-5), "1970-01-01T00%3A00%3A00.000Z"),
      (.seconds(Int64.max), "9999-12-31T23%3A59%3A59.000Z"),
    ] as [(Duration, String)])
  func theTimeIsWrittenAsISO8601(time: Duration, text: String) {
    #expect(macros(time).expand("t=[TIMESTAMP]") == "t=\(text)")
  }

  @Test func thePlayheadIsHoursMinutesSeconds() {
    #expect(macros(playhead: .milliseconds(321_123)).expand("[CONTENTPLAYHEAD]") == "00%3A05%3A21.123")
    #expect(macros(playhead: .seconds(360_000)).expand("[CONTENTPLAYHEAD]") == "100%3A00%3A00.000")
  }

  @Test func theCacheBusterHasEightDigits() {
    for random in [0, 7, 12_345_678, 100_000_000, .max]
      + (0..<100).map({ _ in UInt64.random(in: 0...(.max)) })
    {
      let text = VASTMacros(unixTime: .zero, random: random).expand("[CACHEBUSTING]")
      #expect(text.utf8.count == 8)
      #expect(text.utf8.allSatisfy { $0 >= 48 && $0 <= 57 })
    }
  }
}
