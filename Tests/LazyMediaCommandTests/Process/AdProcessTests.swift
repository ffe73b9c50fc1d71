import Foundation
import LazyMedia
import OriginServer
import Testing

@testable import LazyMediaCommand

/// Runs `lazymedia ad` over an origin on the loopback.
@Suite struct AdProcessTests {
  private let origin: OriginServer
  private let images: String

  init() throws {
    origin = try OriginServer()
    origin.route("/media.jpg", OriginResponse(bytes: try SamplePicture.jpeg(width: 120, height: 60)))
    origin.route("/icon.png", OriginResponse(bytes: try SamplePicture.png(width: 16, height: 16)))
    images =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("TestImages").path
  }

  /// A response with a picture of the size that `size` says, and an icon.
  private func response(size: String = #", "w": 120, "h": 60"#, media: String? = nil, icon: String? = nil)
    -> String
  {
    """
    {"native": {"link": {"url": "https://example.com"}, "assets": [
      {"id": 1, "title": {"text": "A \\u001b[31mtitle"}},
      {"id": 2, "img": {"type": 1, "url": "\(icon ?? origin.url("/icon.png"))"}},
      {"id": 3, "img": {"type": 3, "url": "\(media ?? origin.url("/media.jpg"))"\(size)}}]}}
    """
  }

  private func names(_ result: CommandProcess.Result) throws -> [String] {
    try result.objects().map { $0["event"] as? String ?? "" }
  }

  // MARK: The timeline

  // G8, G9, G15, G17
  @Test func theAdIsReceivedWithItsSizeBeforeTheFirstByteOfItsMedia() async throws {
    let gate = OriginGate()
    for path in ["/media.jpg", "/icon.png"] {
      let bytes =
        path == "/media.jpg"
        ? try SamplePicture.jpeg(width: 120, height: 60) : try SamplePicture.png(width: 16, height: 16)
      origin.route(path, OriginResponse(bytes: bytes).with { $0.gate = gate })
    }
    origin.route("/ad", OriginResponse(text: response(), contentType: "application/json"))
    let process = try CommandProcess(["ad", "--json", origin.url("/ad")])
    try await origin.wait { $0.requests(for: "/media.jpg") == 1 && $0.requests(for: "/icon.png") == 1 }
    let early = process.outputSoFar.split(separator: "\n")
    #expect(early.count == 1)
    #expect(early.first?.contains(#""event":"didReceive""#) == true)
    gate.open()
    let result = await process.result()
    #expect(result.status == 0)
    #expect(result.errors == "")
    let first = try #require(try result.objects().first)
    #expect(
      Set(first.keys) == [
        "t", "event", "title", "iconLoadingState", "mediaLoadingState", "preferredMediaWidth",
        "preferredMediaHeight", "mediaType",
      ])
    #expect(first["preferredMediaWidth"] as? Int == 120)
    #expect(first["preferredMediaHeight"] as? Int == 60)
    #expect(first["mediaType"] as? String == "image")
    #expect(first["title"] as? String == "A \u{1B}[31mtitle")
    #expect(first["mediaLoadingState"] as? String == "loading")
    let events = try names(result)
    #expect(events.filter { $0 == "didChangeMediaAssetLoadingState" }.count == 2)
    #expect(events.last == "didLoadMediaData")
    #expect(events.count == 4)
    let times = try result.objects().compactMap { $0["t"] as? Double }
    #expect(times.count == 4 && times == times.sorted())
  }

  // G31
  @Test func placeholdersGoBeforeTheAdIsSaidToBeLoaded() async throws {
    let result = try await CommandProcess.run(
      "ad", "--json", "--placeholder", "hash", "-", input: response())
    #expect(result.status == 0)
    let objects = try result.objects()
    #expect(try names(result).suffix(3) == ["placeholderRemoved", "placeholderRemoved", "didLoadMediaData"])
    #expect(objects.suffix(3).compactMap { $0["asset"] as? String } == ["media", "icon"])
  }

  @Test func aSizeThatTheResponseDoesNotTellIsProbedFromTheRunningDownload() async throws {
    let result = try await CommandProcess.run("ad", "--json", "-", input: response(size: ""))
    #expect(result.status == 0)
    let objects = try result.objects()
    #expect(objects.first?["preferredMediaWidth"] as? Int == 0)
    let probed = try #require(objects.first { $0["event"] as? String == "probedSize" })
    #expect(probed["preferredMediaWidth"] as? Int == 120)
    #expect(probed["preferredMediaHeight"] as? Int == 60)
    #expect(try names(result).filter { $0 == "probedSize" }.count == 1)
    #expect(try names(result).last == "didLoadMediaData")
  }

  @Test func withProbeTheAdIsReceivedWithTheSize() async throws {
    let result = try await CommandProcess.run("ad", "--json", "--probe", "-", input: response(size: ""))
    #expect(try result.objects().first?["preferredMediaWidth"] as? Int == 120)
    #expect(try names(result).filter { $0 == "probedSize" }.count == 1)
  }

  @Test func withoutLazyLoadingTheAdComesLoadedAndNothingFollows() async throws {
    let result = try await CommandProcess.run("ad", "--json", "--no-lazy", "-", input: response())
    #expect(result.status == 0)
    #expect(try names(result) == ["didReceive"])
    #expect(try result.objects().first?["mediaLoadingState"] as? String == "loaded")
    #expect(try result.objects().first?["iconLoadingState"] as? String == "loaded")
  }

  @Test func textHasTheTitleMadeHarmlessThenEventsThenALineForEachAsset() async throws {
    let result = try await CommandProcess.run("ad", "--size", "60x60", "-", input: response())
    #expect(result.status == 0)
    #expect(result.lines.first == "Ad: A \\u{1b}[31mtitle")
    #expect(result.lines.dropFirst().first?.contains("didReceive") == true)
    #expect(result.lines.dropFirst().first?.contains("image 120x60") == true)
    #expect(result.lines.filter { $0.contains(" ms  did") }.last?.hasSuffix("didLoadMediaData") == true)
    let summaries = result.lines.suffix(2)
    #expect(summaries.first?.hasPrefix("media  loaded      60x30") == true, "\(result.text)")
    #expect(summaries.last?.hasPrefix("icon   loaded      16x16") == true, "\(result.text)")
  }

  @Test func anAdIsBoundAndAttachedLateIfThatIsAskedFor() async throws {
    let result = try await CommandProcess.run(
      "ad", "--json", "--bind-delay", "1", "--attach-after", "1", "--placeholder", "color", "-",
      input: response())
    #expect(result.status == 0)
    #expect(try names(result).last == "didLoadMediaData")
  }

  // MARK: Failures

  // G10, G12, G32
  @Test func anAssetThatFailsIsToldOnceAndEndsWith1WhenTheOtherIsThere() async throws {
    let gate = OriginGate()
    origin.route(
      "/media.jpg",
      OriginResponse(bytes: try SamplePicture.jpeg(width: 120, height: 60)).with { $0.gate = gate })
    let process = try CommandProcess(
      ["ad", "--json", "--placeholder", "bare", "-"], input: response(icon: origin.url("/none.png")))
    try await waitUntil { process.outputSoFar.contains("didFailToLoadMediaData") }
    gate.open()
    let result = await process.result()
    #expect(result.status == 1)
    #expect(result.errors == "")
    #expect(
      try names(result) == [
        "didReceive", "didChangeMediaAssetLoadingState", "didFailToLoadMediaData",
        "didChangeMediaAssetLoadingState",
      ])
    let objects = try result.objects()
    #expect(objects[1]["state"] as? String == "failed")
    #expect(objects[2]["asset"] as? String == "icon")
    let error = try #require(objects[2]["error"] as? [String: Any])
    #expect(Set(error.keys) == ["phase", "code", "message"])
    #expect(error["code"] as? String == "badStatus")
    #expect(objects[3]["asset"] as? String == "media")
    #expect(objects[3]["state"] as? String == "loaded")
  }

  @Test(arguments: [
    "", "null", "[]", "{", "{}", "\u{0}\u{1}", "<VAST/>", #"{"native":{"link":{"url":"x"},"assets":[]}}"#,
    #"{"seatbid":[],"nbr":2}"#, String(repeating: "[", count: 100_000),
    String(repeating: " ", count: 3 << 20),
  ])
  func whatIsNoAdEndsInOneFailure(input: String) async throws {
    let result = try await CommandProcess.run("ad", "--json", "-", input: input)
    #expect(result.status == 1)
    #expect(result.errors == "")
    #expect(try names(result) == ["didFailWithError"])
    let error = try #require(try result.objects().first?["error"] as? [String: Any])
    #expect((error["message"] as? String)?.isEmpty == false)
  }

  @Test(arguments: [[], ["--max-bytes", "12M"]])
  func anAssetHasTheLimitOfTheLibraryUnlessToldOtherwise(options: [String]) async throws {
    origin.route("/large.jpg", OriginResponse(bytes: [UInt8](repeating: 0x20, count: 11 << 20)))
    let process = try CommandProcess(
      ["ad", "--json"] + options + ["-"], input: response(media: origin.url("/large.jpg")))
    let result = await process.result()
    let failed = try result.objects().compactMap { $0["error"] as? [String: Any] }
    #expect((failed.first?["code"] as? String == "tooLarge") == options.isEmpty, "\(result.text)")
    #expect(result.status == 1)
  }

  @Test func sourcesThatCannotBeReadEndInOneFailure() async throws {
    for source in ["/none/ad.json", "javascript:alert(1)", origin.url("/none"), "http://", "data:,x"] {
      let result = try await CommandProcess.run("ad", "--json", "--retries", "0", source)
      #expect(result.status == 1, "\(source)")
      #expect(try names(result) == ["didFailWithError"], "\(source)")
    }
  }

  @Test func anAnswerThatDoesNotComeIsGivenUp() async throws {
    origin.route("/hang", .hang)
    let result = try await CommandProcess.run("ad", "--json", "--timeout", "0.2", origin.url("/hang"))
    #expect(result.status == 1)
    #expect(try names(result) == ["didFailWithError"])
  }

  @Test func onlyALocalAdHasLocalAssets() async throws {
    let folder = TemporaryFolder()
    try AtomicFile.write(try SamplePicture.jpeg(width: 120, height: 60), to: folder.path("media.jpg"))
    let text = response(media: "file://" + folder.path("media.jpg"))
    try AtomicFile.write(Array(text.utf8), to: folder.path("ad.json"))
    origin.route("/ad", OriginResponse(text: text))
    #expect(try await CommandProcess.run("ad", folder.path("ad.json")).status == 0)
    for result in [
      try await CommandProcess.run("ad", "--json", origin.url("/ad")),
      try await CommandProcess.run("ad", "--json", "-", input: text),
    ] {
      #expect(result.status == 1)
      let failed = try result.objects().compactMap { $0["error"] as? [String: Any] }
      #expect(failed.first?["code"] as? String == "unsupportedScheme")
    }
  }

  @Test func headersGoWithEveryRequest() async throws {
    origin.route("/ad") { request in
      request.value(of: "X-Test") == "1" ? OriginResponse(text: "{}") : .status(403)
    }
    let result = try await CommandProcess.run("ad", "--json", "-H", "X-Test: 1", origin.url("/ad"))
    let error = try result.objects().first?["error"] as? [String: Any]
    #expect(error?["code"] as? String == "response")
  }

  // MARK: Ends

  @Test func interruptionEndsWith130() async throws {
    origin.route("/hang.jpg", .hang)
    let process = try CommandProcess(["ad", "--json", "-"], input: response(media: origin.url("/hang.jpg")))
    try await origin.wait { $0.requests(for: "/hang.jpg") == 1 }
    process.send(SIGINT)
    let result = await process.result(limit: .seconds(10))
    #expect(result.status == 130)
    #expect(try names(result).first == "didReceive")
  }

  @Test func aReaderThatGoesAwayEndsIt() async throws {
    origin.route("/hang.jpg", .hang)
    let process = try CommandProcess(
      ["ad", "-"], input: response(media: origin.url("/hang.jpg")), output: .closedPipe)
    #expect(await process.result(limit: .seconds(10)).status == 141)
  }

  @Test func wrongArgumentsEndWith64() async throws {
    for arguments in [
      ["ad"], ["ad", ""], ["ad", "a", "b"], ["ad", "--bind-delay", "-1", "a"],
      ["ad", "--placeholder", "x", "a"],
      ["ad", "sample:none", "--images", images], ["ad", "sample:image", "--images", "/none"], ["vast"],
      ["vast", "--width", "0", "a"], ["vast", "sample:image", "--images", images],
    ] {
      let result = await (try CommandProcess(arguments)).result()
      #expect(result.status == 64, "\(arguments)")
      #expect(result.errors.split(separator: "\n").count == 1, "\(arguments)")
      #expect(result.output.isEmpty)
    }
  }

  // MARK: Samples

  @Test(arguments: [
    ("image", Int32(0)), ("no-size", 0), ("embedded", 0), ("broken-icon", 1), ("broken-media", 1),
  ])
  func aSampleIsServedByTheCommandItself(name: String, status: Int32) async throws {
    let result = try await CommandProcess.run(
      "ad", "--json", "--latency", "0", "--images", images, "sample:\(name)",
      environment: ["http_proxy": "http://127.0.0.1:1"])
    #expect(result.status == status)
    #expect(try names(result).first == "didReceive")
    #expect(try names(result).contains(status == 0 ? "didLoadMediaData" : "didFailToLoadMediaData"))
  }

  #if VAST
    // G17
    @Test func aVideoBehindAWrapperIsReceivedWithTheSizeOfItsDocument() async throws {
      let result = try await CommandProcess.run(
        "ad", "--json", "--latency", "0", "--images", images, "--bind-delay", "1", "--attach-after", "1",
        "sample:video")
      #expect(result.status == 0, "\(result.text)")
      let first = try #require(try result.objects().first)
      #expect(first["mediaType"] as? String == "video")
      #expect(first["preferredMediaWidth"] as? Int == 1280)
      #expect(first["preferredMediaHeight"] as? Int == 720)
      #expect(try names(result).last == "didLoadMediaData")
    }
  #endif

  @Test func theDefaultSampleIsDelayedBy200Milliseconds() async throws {
    let result = try await CommandProcess.run("ad", "--json", "--images", images, "sample:image")
    let times = try result.objects().compactMap { $0["t"] as? Double }
    // The response, then the media.
    #expect(times.first ?? 0 >= 200)
    #expect((times.last ?? 0) - (times.first ?? 0) >= 199)
    #expect(try names(result).last == "didLoadMediaData")
  }
}
