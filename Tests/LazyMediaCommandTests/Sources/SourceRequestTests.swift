import LazyMedia
import Testing

@testable import LazyMediaCommand

@Suite struct SourceRequestTests {
  private func request(_ line: String) -> SourceRequest? {
    SourceRequest(line: Array(line.utf8), workingDirectory: { "/work" })
  }

  @Test func aLineIsASourceExactlyAsGiven() {
    #expect(request(" https://a.example/x y ")?.text == " https://a.example/x y ")
    #expect(request("a.jpg")?.url == "a.jpg")
    #expect(request("") == nil)
    #expect(request(" \t") == nil)
  }

  @Test func aPathThatStartsLikeAHostHasALikelyURL() {
    func url(_ path: String, isThere: Bool = false) -> String? {
      MediaSource.likelyURL(for: path, exists: { _ in isThere })
    }
    #expect(url("example.com/a.jpg") == "https://example.com/a.jpg")
    #expect(url("cdn-1.example.co.uk/a/b?c") == "https://cdn-1.example.co.uk/a/b?c")
    #expect(url("example.com/a.jpg", isThere: true) == nil)
    for path in [
      "a.jpg", "/a.com/b", "./a/b.jpg", "../b.jpg", "folder/a.jpg", "v1.2/a.jpg", "a..com/b", "-a.com/b",
    ] {
      #expect(url(path) == nil, "\(path)")
    }
  }

  @Test func anObjectSaysMoreAboutItsSource() throws {
    let source = try #require(
      request(
        #" {"source":"a\u0062.jpg","size":"600x314","fit":"cover","upscale":true,"headers":{"A":" b "}}"#))
    #expect(source.problem == nil)
    #expect(source.text == "ab.jpg")
    #expect(source.size == PixelSize(width: 600, height: 314))
    #expect(source.fit == .cover)
    #expect(source.allowsUpscaling == true)
    #expect(source.headers == [HTTPField("A", "b")])
  }

  @Test func anObjectOutweighsTheOptions() throws {
    var settings = Settings()
    settings.size = PixelSize(width: 1, height: 2)
    settings.fit = .fill
    settings.headers = [HTTPField("A", "1")]
    let plain = try #require(request("a.jpg"))
    #expect(
      MediaSetup.request(for: plain, settings).target
        == DecodeTarget(size: PixelSize(width: 1, height: 2), fit: .fill))
    let own = try #require(request(#"{"source":"a.jpg","size":"3x4","headers":{"B":"2"}}"#))
    let asked = MediaSetup.request(for: own, settings)
    #expect(asked.target == DecodeTarget(size: PixelSize(width: 3, height: 4), fit: .fill))
    #expect(asked.headers == [HTTPField("A", "1"), HTTPField("B", "2")])
  }

  @Test(arguments: [
    (#"{"source":"a","size":"0x1"}"#, "member 'size' must be"),
    (#"{"source":"a","size":1}"#, "member 'size' has a value of the wrong kind"),
    (#"{"source":"a","fit":"x"}"#, "member 'fit' must be"),
    (#"{"source":"a","color":"x"}"#, "unknown member 'color'"),
    (#"{"source":"a","headers":{"A":"b\r\nC: d"}}"#, "member 'headers' has an invalid field"),
    (#"{"size":"1x1"}"#, "the line has no text member 'source'"),
    (#"{"source":""}"#, "the line has no text member 'source'"),
    (#"{"source":"a""#, "the line is no JSON object"),
  ])
  func aLineThatCannotBeUnderstoodIsAProblemOfItsSourceAlone(line: String, problem: String) throws {
    let source = try #require(request(line))
    #expect(source.problem?.hasPrefix(problem) == true, "\(source.problem ?? "none")")
    #expect(!source.text.isEmpty || line.contains(#""source":"""#))
  }
}
