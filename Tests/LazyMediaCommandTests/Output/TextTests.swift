import Testing

@testable import LazyMediaCommand

@Suite struct TextTests {
  @Test func numbersAreRoundedToNearest() {
    #expect(Text.fixed(1_250, scale: 1000, digits: 1) == "1.3")
    #expect(Text.fixed(1_004, scale: 1000, digits: 2) == "1.00")
    #expect(Text.fixed(-1_500, scale: 1000, digits: 1) == "-1.5")
    #expect(Text.fixed(999_999, scale: 1000, digits: 0) == "1000")
    #expect(Text.fixed(.max, scale: 1, digits: 3) == String(Int.max))
    #expect(Text.decimal(60) == "60")
    #expect(Text.decimal(0.001) == "0.001")
  }

  @Test func bytesHaveAUnitThatSuits() {
    #expect(Text.bytes(0) == "0 B")
    #expect(Text.bytes(999) == "999 B")
    #expect(Text.bytes(1000) == "1.0 kB")
    #expect(Text.bytes(999_949) == "999.9 kB")
    #expect(Text.bytes(999_950) == "1.0 MB")
    #expect(Text.bytes(1_500_000_000) == "1.5 GB")
  }

  @Test func timesHaveAUnitThatSuits() {
    #expect(Text.time(.microseconds(41_400)) == "41 ms")
    #expect(Text.time(.milliseconds(3200)) == "3.20 s")
    #expect(Text.time(.seconds(65)) == "1:05")
    #expect(Text.time(.seconds(7210)) == "2:00:10")
    #expect(
      Text.milliseconds(.nanoseconds(1_234_567)) == "1.235"
        || Text.milliseconds(.nanoseconds(1_234_567)) == "1.234")
  }

  @Test func textFromOutsideCannotMoveTheCursor() {
    #expect(Text.printable("a\u{1B}[2Jb\r\n\u{9B}c") == "a\\u{1b}[2Jb\\u{d}\\u{a}\\u{9b}c")
    #expect(Text.printable("a\u{202E}b") == "a\\u{202e}b")
    #expect(Text.printable("grün 漢字 👩‍👩‍👧") == "grün 漢字 👩‍👩‍👧")
    let long = Text.printable(String(repeating: "x", count: 1000), limit: 30)
    #expect(long.count == 30)
    #expect(long.contains("..."))
  }

  @Test func sourcesAreShownWithoutCredentialsAndData() {
    #expect(Text.source("http://user:secret@a.example/b.jpg?c=d") == "http://a.example/b.jpg?c=d")
    #expect(Text.source("https://user@a.example") == "https://a.example/")
    #expect(Text.source(#"{"source":"http://user:secret@a.example/"#) == #"{"source":"http://a.example/"#)
    let two = Text.source("http://u:secret@a.example/ http://u:secret@b.example/")
    #expect(!two.contains("secret"))
    #expect(Text.source("http://u:sec ret@a.example/").contains("a.example"))
    #expect(Text.source("data:image/png;base64,AAAA") == "data:image/png;base64,…")
    for malformed in [
      "http://user:sec/ret@a.example/b", "http://user:sec#ret@a.example/b", "http:user:secret@a.example/b",
      "user:secret@a.example/b", "http:/user:secret@a.example/b",
    ] {
      let shown = Text.source(malformed)
      #expect(!shown.contains("sec") && shown.hasSuffix("a.example/b"), "\(shown)")
    }
    #expect(Text.source("http://a.example:80/a@2x.png") == "http://a.example:80/a@2x.png")
    #expect(Text.source("http://[::1]:80/a@2x.png") == "http://[::1]:80/a@2x.png")
    #expect(Text.source("icons/a@2x.png") == "icons/a@2x.png")
    #expect(
      Text.withoutCredentials("see http://u:secret@a/b@c, 'ftp://x@y'") == "see http://a/b@c, 'ftp://y'")
  }

  @Test func aSwapOfTwoLettersIsOneEdit() {
    #expect(Text.nearest(to: "siez", in: ["size", "json"]) == "size")
    #expect(Text.nearest(to: "fech", in: ["fetch", "probe"]) == "fetch")
    #expect(Text.nearest(to: "sxyz", in: ["size"]) == nil)
    #expect(Text.nearest(to: "", in: ["size"]) == nil)
  }

  @Test func paragraphsAreBrokenAtBlanks() {
    #expect(Text.wrapped("aa bb cc", width: 7, indent: 2) == "  aa bb\n  cc")
    #expect(Text.wrapped("aaaaaaaaaa b", width: 6, indent: 1) == " aaaaaaaaaa\n b")
  }
}
