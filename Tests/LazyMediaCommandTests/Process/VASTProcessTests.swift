#if VAST
  import Foundation
  import OriginServer
  import Testing

  @testable import LazyMediaCommand

  /// Runs `lazymedia vast` over an origin on the loopback.
  @Suite struct VASTProcessTests {
    private let origin: OriginServer

    init() throws {
      origin = try OriginServer()
      origin.route("/wrapper.xml", OriginResponse(text: Self.wrapper(origin.url("/inline.xml"))))
      origin.route("/inline.xml", OriginResponse(text: Self.inline))
    }

    private static func wrapper(_ url: String) -> String {
      """
      <VAST version="3.0"><Ad id="outer"><Wrapper><AdSystem>Reseller</AdSystem>
      <VASTAdTagURI><![CDATA[\(url)]]></VASTAdTagURI><Impression>https://example.com/1</Impression>
      </Wrapper></Ad></VAST>
      """
    }

    private static let inline = """
      <VAST version="4.2"><Ad id="inner"><InLine><AdSystem>Server</AdSystem><AdTitle>A</AdTitle>
      <Impression>https://example.com/2</Impression><Creatives><Creative><Linear><Duration>00:00:15</Duration>
      <MediaFiles>
      <MediaFile delivery="progressive" type="video/x-flv" width="640" height="360">https://example.com/a.flv</MediaFile>
      <MediaFile delivery="progressive" type="video/mp4" width="640" height="360">https://example.com/a.mp4</MediaFile>
      <MediaFile delivery="progressive" type="video/mp4" width="1280" height="720">https://example.com/b.mp4</MediaFile>
      </MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>
      """

    @Test func jsonHasChainCandidatesAndChoiceWithReasons() async throws {
      let result = try await CommandProcess.run(
        "vast", "--json", "--width", "600", origin.url("/wrapper.xml"))
      #expect(result.status == 0)
      #expect(result.errors == "")
      let object = try #require(try result.objects().first)
      #expect(
        Set(object.keys) == [
          "chain", "abandoned", "candidates", "choice", "targetWidth", "duration", "trackers", "error",
        ])
      let chain = try #require(object["chain"] as? [[String: Any]])
      #expect(chain.map { $0["kind"] as? String } == ["wrapper", "inLine"])
      #expect(chain.map { $0["adID"] as? String } == ["outer", "inner"])
      #expect(
        chain.map { $0["source"] as? String } == [origin.url("/wrapper.xml"), origin.url("/inline.xml")])
      #expect(chain.allSatisfy { $0["duration"] is Double || $0["duration"] is Int })
      let candidates = try #require(object["candidates"] as? [[String: Any]])
      #expect(candidates.map { $0["verdict"] as? String } == ["dropped", "chosen", "outranked"])
      #expect(candidates.allSatisfy { ($0["reason"] as? String)?.isEmpty == false })
      let choice = try #require(object["choice"] as? [String: Any])
      #expect(choice["url"] as? String == "https://example.com/a.mp4")
      #expect(choice["preferredMediaWidth"] as? Int == 640)
      #expect(choice["preferredMediaHeight"] as? Int == 360)
      #expect((object["trackers"] as? [String: Int])?["impressions"] == 2)
    }

    @Test func textShowsTheSame() async throws {
      let result = try await CommandProcess.run("vast", origin.url("/wrapper.xml"))
      #expect(result.status == 0)
      #expect(result.lines.contains { $0.contains("wrapper") && $0.contains("Reseller (outer)") })
      #expect(result.lines.contains { $0.contains("dropped") && $0.contains("a.flv") })
      #expect(result.lines.contains("Choice: https://example.com/b.mp4"))
      #expect(result.lines.contains { $0.hasPrefix("Trackers: 2 impressions") })
    }

    @Test func aDocumentMayComeFromAFileOrStandardInput() async throws {
      let folder = TemporaryFolder()
      try AtomicFile.write(Array(Self.inline.utf8), to: folder.path("a.xml"))
      #expect(try await CommandProcess.run("vast", folder.path("a.xml")).status == 0)
      #expect(try await CommandProcess.run("vast", "-", input: Self.inline).status == 0)
    }

    @Test(arguments: [
      ("", "900"), ("{}", "100"), ("<VAST", "100"), ("<html/>", "101"), ("<VAST version=\"1.0\"/>", "102"),
      ("<VAST version=\"4.2\"/>", "900"), (Self.wrapper("http://127.0.0.1:1/"), "300"),
      (Self.inline.replacingOccurrences(of: "video/mp4", with: "video/ogg"), "403"),
      (String(repeating: " ", count: 3 << 20), "100"),
    ])
    func whatLeadsToNoVideoEndsWith1AndACode(input: String, code: String) async throws {
      let result = try await CommandProcess.run("vast", "--json", "-", input: input)
      #expect(result.status == 1)
      #expect(result.lines.count == 1)
      let error = try result.objects().first?["error"] as? [String: Any]
      #expect(error?["code"] as? String == code)
      let text = try await CommandProcess.run("vast", "-", input: input)
      #expect(text.status == 1)
      #expect(text.errors.split(separator: "\n").count == 1)
      #expect(text.errors.contains("(vast: \(code))"))
    }

    @Test func wrappersThatLeadInACircleEnd() async throws {
      origin.route("/loop.xml", OriginResponse(text: Self.wrapper(origin.url("/loop.xml"))))
      let result = try await CommandProcess.run("vast", "--json", origin.url("/loop.xml"))
      #expect(result.status == 1)
      #expect((try result.objects().first?["error"] as? [String: Any])?["code"] as? String == "302")
    }

    @Test func aSourceThatIsNotThereIsNoMatterOfVAST() async throws {
      let result = try await CommandProcess.run("vast", "--json", origin.url("/none.xml"))
      #expect(result.status == 1)
      #expect((try result.objects().first?["error"] as? [String: Any])?["code"] as? String == "badStatus")
    }

    @Test func interruptionEndsWith130() async throws {
      origin.route("/hang.xml", .hang)
      let process = try CommandProcess(["vast", origin.url("/hang.xml")])
      try await origin.wait { $0.requests(for: "/hang.xml") == 1 }
      process.send(SIGINT)
      #expect(await process.result(limit: .seconds(10)).status == 130)
    }
  }
#else
  import Testing

  @Suite struct VASTProcessTests {
    @Test func withoutTheTraitTheCommandSaysSo() async throws {
      let result = try await CommandProcess.run("vast", "-", input: "<VAST version=\"4.2\"/>")
      #expect(result.status == 1)
      #expect(result.errors.contains("without the trait VAST"))
    }
  }
#endif
