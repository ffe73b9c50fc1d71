import LazyMedia
import Testing

@testable import LazyMediaCommand

@Suite struct ReportTests {
  private var loaded: FetchOutcome {
    var outcome = FetchOutcome(index: 7, source: "https://a.example/\"x\"\n.jpg")
    outcome.info = ImageInfo(
      format: .jpeg, storedSize: PixelSize(width: 1200, height: 627), orientation: .right)
    outcome.decodedSize = PixelSize(width: 314, height: 600)
    outcome.origin = .network
    outcome.bytes = 137_210
    outcome.status = 200
    outcome.attempts = 2
    outcome.pixelHash = "00ff"
    outcome.timings.resolve = .microseconds(500)
    outcome.timings.connect = .microseconds(800)
    outcome.timings.firstByte = .milliseconds(40)
    outcome.timings.lastByte = .milliseconds(45)
    outcome.decoded = .microseconds(46_789)
    return outcome
  }

  @Test func aLoadedSourceHasExactlyTheFieldsOfTheContract() {
    #expect(
      String(decoding: loaded.json, as: UTF8.self)
        == #"{"index":7,"source":"https://a.example/\"x\"\n.jpg","state":"loaded","format":"jpeg","#
        + #""width":1200,"height":627,"orientation":6,"decodedWidth":314,"decodedHeight":600,"#
        + #""from":"network","bytes":137210,"status":200,"attempts":2,"pixelHash":"00ff","timings":{"resolve":0.500,"#
        + #""connect":0.800,"firstByte":40.000,"lastByte":45.000,"decoded":46.789},"error":null}"#)
  }

  @Test func aFailedSourceHasTheSameFieldsAndItsError() {
    var outcome = FetchOutcome(index: 0, source: "a")
    outcome.status = 404
    outcome.attempts = 1
    outcome.failure = Failure(phase: "headers", code: "badStatus", message: "the server answered 404")
    #expect(
      String(decoding: outcome.json, as: UTF8.self)
        == #"{"index":0,"source":"a","state":"failed","format":null,"width":null,"height":null,"#
        + #""orientation":null,"decodedWidth":null,"decodedHeight":null,"from":null,"bytes":null,"status":404,"#
        + #""attempts":1,"pixelHash":null,"timings":{"resolve":null,"connect":null,"firstByte":null,"#
        + #""lastByte":null,"decoded":null},"error":{"phase":"headers","code":"badStatus","#
        + #""message":"the server answered 404"}}"#)
    #expect(outcome.failureLine == "a: the server answered 404 (headers: badStatus)")
  }

  @Test func peopleSeeTheNumberOfAttemptsAndNoPassword() {
    var outcome = FetchOutcome(index: 0, source: "http://user:secret@a.example/b.jpg")
    outcome.failure = Failure(
      phase: "headers", code: "badStatus", message: "the server answered with status 500", attempts: 3)
    #expect(
      outcome.failureLine
        == "http://a.example/b.jpg: the server answered with status 500 after 3 attempts (headers: badStatus)"
    )
    #expect(!outcome.line.contains("secret"))
    #expect(String(decoding: outcome.json, as: UTF8.self).contains(#""http://user:secret@a.example/b.jpg""#))
  }

  @Test func aPartialPictureAWrittenFileAndWarningsAreTold() {
    var outcome = loaded
    outcome.goodRows = 10
    outcome.outputPath = "out/00007-x.png"
    outcome.warnings = ["odd"]
    #expect(
      String(decoding: outcome.json, as: UTF8.self).hasSuffix(
        #""error":null,"output":"out/00007-x.png","goodRows":10,"warnings":["odd"]}"#))
    #expect(outcome.line.hasPrefix("partial  jpeg"))
    #expect(outcome.line.hasSuffix("(10 good rows of 600) => out/00007-x.png"))
  }

  @Test func linesOfLoadedSourcesAreAligned() {
    var other = FetchOutcome(index: 0, source: "b.png")
    other.info = ImageInfo(format: .png, storedSize: PixelSize(width: 1, height: 16384))
    other.decodedSize = PixelSize(width: 16384, height: 16384)
    other.origin = .local
    other.bytes = 5
    other.decoded = .seconds(100)
    var plain = loaded
    plain.pixelHash = nil
    #expect(
      plain.line
        == #"loaded   jpeg     1200x627 -> 314x600      network  137.2 kB    47 ms  https://a.example/"x"\u{a}.jpg"#
    )
    #expect(
      other.line == "loaded   png       1x16384 -> 16384x16384  local         5 B     1:40  b.png")
  }

  @Test func aProbeTellsTheSizeAsDisplayed() {
    var outcome = ProbeOutcome(source: "a")
    outcome.info = loaded.info
    outcome.bytesRead = 623
    #expect(
      String(decoding: outcome.json, as: UTF8.self)
        == #"{"source":"a","state":"loaded","format":"jpeg","width":1200,"height":627,"orientation":6,"#
        + #""preferredWidth":627,"preferredHeight":1200,"bytesRead":623}"#)
  }
}
