#if Canvas
  import Foundation
  import LazyMedia
  import OriginServer
  import Testing

  @testable import LazyMediaCommand

  /// Runs `lazymedia render --html` over an origin on the loopback.
  @Suite struct RenderReportProcessTests {
    private let ads: AdOrigin
    private let folder = TemporaryFolder()

    init() throws { ads = try AdOrigin() }

    @Test func everyAdHasAnObjectAndARow() async throws {
      let jpeg = try SamplePicture.jpeg(width: 120, height: 60)
      ads.origin.route("/cut.jpg", OriginResponse(bytes: Array(jpeg.prefix(jpeg.count / 2))))
      ads.origin.route("/ad", OriginResponse(text: ads.response("By its address")))
      let lines = [
        ads.response("Good"), ads.response("Other size", size: #", "w": 60, "h": 60"#),
        ads.response("Cut", media: "/cut.jpg"), ads.response("Missing", media: "/none.jpg"), "{\"no\": 1}",
        ads.origin.url("/ad"),
      ]
      let result = try await CommandProcess.run(
        "render", "ad", "--html", folder.path("r.html"), "--json", "--retries", "0", "-",
        input: lines.joined(separator: "\n"))
      #expect(result.status == 1)
      #expect(result.errors == "")
      let objects = try result.objects()
      let creatives = objects.filter { $0["kind"] as? String == "creative" }
        .sorted { ($0["index"] as? Int ?? 0) < ($1["index"] as? Int ?? 0) }
      #expect(
        creatives.map { $0["state"] as? String } == [
          "loaded", "warned", "failed", "failed", "failed", "loaded",
        ])
      #expect(
        creatives.map { $0["title"] as? String } == [
          "Good", "Other size", "Cut", "Missing", nil, "By its address",
        ])
      let report = try #require(objects.last)
      #expect(report["kind"] as? String == "report")
      #expect(
        ["creatives", "failed", "warned", "loaded"].map { report[$0] as? Int } == [6, 3, 1, 2])
      let page = folder.text("r.html")
      #expect(report["bytes"] as? Int == page.utf8.count)
      #expect(page.components(separatedBy: "<tr role=\"row\" data-state=").count == 7)
      #expect(page.components(separatedBy: "src=\"data:image/jpeg;base64,").count == 4)

      let good = try #require(creatives[5]["media"] as? [String: Any])
      #expect(good["width"] as? Int == 120 && good["saidHeight"] as? Int == 60)
      #expect(good["bytes"] as? Int == jpeg.count)
      let response = try #require(creatives[5]["response"] as? [String: Any])
      let moments = [
        response["began"], response["firstByte"], response["received"], good["began"], good["firstByte"],
        good["settled"],
      ].compactMap { $0 as? Double }
      #expect(moments.count == 6 && moments == moments.sorted(), "\(moments)")
      let cut = try #require((creatives[2]["media"] as? [String: Any])?["error"] as? [String: Any])
      #expect(cut["code"] as? String == "truncated")
    }

    @Test func oneThatHangsEndsWithItsTimeAndHoldsNobodyUp() async throws {
      ads.origin.route("/hang.jpg", .hang)
      ads.origin.route("/hang", .hang)
      let lines = [ads.response("Hangs", media: "/hang.jpg"), ads.origin.url("/hang"), ads.response("Good")]
      let result = try await CommandProcess.run(
        "render", "ad", "--html", folder.path("r.html"), "--json", "--timeout", "0.5", "-",
        input: lines.joined(separator: "\n"))
      #expect(result.status == 1)
      let creatives = try result.objects().filter { $0["kind"] as? String == "creative" }
      #expect(creatives.first?["title"] as? String == "Good")
      #expect(
        creatives.compactMap { ($0["error"] as? [String: Any])?["code"] as? String } == [
          "timedOut", "timedOut",
        ])
      let page = folder.text("r.html")
      #expect(page.contains("it was not there within 500 ms: nothing had come"))
      #expect(page.contains("the response was not there within 500 ms: nothing had come"))
    }

    @Test func nothingOfOneAdMakesAnotherFaster() async throws {
      let result = try await CommandProcess.run(
        "render", "ad", "--html", folder.path("r.html"), "--concurrency", "1", "-",
        input: [String](repeating: ads.response(), count: 3).joined(separator: "\n"))
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.lines.last == folder.path("r.html"))
      #expect(result.lines.first == "3 creatives: 0 failed, 0 check, 3 loaded")
      #expect(ads.origin.statistics.requests(for: "/media.jpg") == 3)
    }

    @Test func textsOfAdsStayTexts() async throws {
      let hostile = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"
      let result = try await CommandProcess.run(
        "render", "ad", "--html", folder.path("r.html"), "-", input: ads.response(hostile))
      #expect(result.status == 0)
      let page = folder.text("r.html")
      #expect(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)"))
      #expect(page.components(separatedBy: "<script").count == 2)
      #expect(!page.contains("<img src=x"))
    }

    @Test func aFeedHasAReportBesideItsPicture() async throws {
      let result = try await CommandProcess.run(
        "render", "feed", "-", "--html", folder.path("r.html"), "--out", folder.path("f.png"), "--scale", "1",
        input: ads.response() + "\n" + ads.response())
      #expect(result.status == 0)
      #expect(folder.names == ["f.png", "r.html"])
    }

    @Test func interruptionLeavesNoPage() async throws {
      ads.origin.route("/hang.jpg", .hang)
      let process = try CommandProcess(
        ["render", "ad", "--html", folder.path("r.html"), "-"], input: ads.response(media: "/hang.jpg"))
      try await ads.origin.wait { $0.requests(for: "/hang.jpg") == 1 }
      process.send(SIGINT)
      #expect(await process.result(limit: .seconds(10)).status == 130)
      #expect(folder.names.isEmpty)
    }
  }
#else
  import Testing

  @Suite struct RenderWithoutCanvasTests {
    @Test func itSaysThatItCannotDraw() async throws {
      let result = try await CommandProcess.run("render", "ad", "x", "--out", "a.png")
      #expect(result.status == 64)
      #expect(result.errors == "lazymedia: this command was built without drawing (trait Canvas)\n")
    }
  }
#endif
