import SeededRandom
import Testing

@testable import LazyMedia

@Suite struct HTTPDateTests {
  // RFC 9110, section 5.6.7
  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
  ])
  func theThreeFormsAreRead(text: String) {
    #expect(HTTPDate.seconds(text, now: 784_111_777) == 784_111_777)
  }

  @Test func everyDateIsThatOfTheSystemsCalendar() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      // From the year 1000 to 9999, so that all have four digits.
      let seconds = Int.random(in: -30_600_000_000..<253_400_000_000, using: &random)
      #expect(HTTPDate.seconds(httpDate(seconds), now: 0) == seconds)
      #expect(HTTPDate.seconds(httpDate(seconds, format: "%a %b %e %H:%M:%S %Y"), now: 0) == seconds)
    }
  }

  // RFC 9110, section 5.6.7: more than 50 years ahead is the past.
  @Test func twoDigitsAreTheLatestYearNotFiftyYearsAhead() {
    let now = 1_764_512_084  // 2025-11-30
    func read(_ year: String) -> Int? { HTTPDate.seconds("Sunday, 06-Nov-\(year) 08:49:37 GMT", now: now) }
    #expect(read("25") == HTTPDate.seconds("Thu, 06 Nov 2025 08:49:37 GMT", now: now))
    #expect(read("74") == HTTPDate.seconds("Tue, 06 Nov 2074 08:49:37 GMT", now: now))
    #expect(read("94") == 784_111_777)
    #expect(read("99") == HTTPDate.seconds("Sat, 06 Nov 1999 08:49:37 GMT", now: now))
  }

  // RFC 9111, section 4.2: the case of letters does not matter.
  @Test func theCaseOfLettersDoesNotMatter() {
    #expect(HTTPDate.seconds("SUN, 06 nov 1994 08:49:37 gmt", now: 0) == 784_111_777)
  }

  // RFC 9111, section 4.2: other zones, and what is malformed, are invalid.
  @Test(arguments: [
    "", "0", "-1", "never", "Sun", "Sun,", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37",
    // Other zones.
    "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 EST", "Sun, 06 Nov 1994 08:49:37 +0000",
    "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
    "Sunday, 06 Nov 1994 08:49:37 GMT", "Son, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Mai 1994 08:49:37 GMT",
    "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 1900 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
    "Sun, 06 Nov 1994 8:49:37 GMT", "Sun,  06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT x",
    "Sun Nov 6 08:49:37 1994", "Sun Nov  6 08:49:37 1994 GMT", "Sun, 06 Nov 0000 08:49:37 GMT",
  ])
  func whatIsNoDateIsNone(text: String) {
    #expect(HTTPDate.seconds(text, now: 784_111_777) == nil)
  }

  @Test func aLeapDayAndALeapSecondAreDates() {
    #expect(HTTPDate.seconds("Tue, 29 Feb 2000 00:00:00 GMT", now: 0) == 951_782_400)
    #expect(HTTPDate.seconds("Sat, 31 Dec 2016 23:59:60 GMT", now: 0) == 1_483_228_800)
  }

  @Test func anyTextIsADateOrNone() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      var bytes = Array("Sun, 06 Nov 1994 08:49:37 GMT".utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      let text = String(decoding: bytes.prefix(.random(in: 0...bytes.count, using: &random)), as: UTF8.self)
      if let seconds = HTTPDate.seconds(text, now: .random(in: .min ... .max, using: &random)) {
        #expect((-62_135_596_800..<253_402_300_801).contains(seconds))
      }
    }
  }
}
