#if Canvas
  import Foundation
  import LazyMedia
  import OriginServer
  import Testing

  @testable import LazyMediaCommand

  /// Runs `lazymedia render ad` over an origin on the loopback.
  @Suite struct RenderAdProcessTests {
    private let ads: AdOrigin
    private let folder = TemporaryFolder()

    init() throws { ads = try AdOrigin() }

    private var origin: OriginServer { ads.origin }

    private func pixels(_ name: String) async throws -> PixelBuffer {
      var configuration = HTTPTransportConfiguration()
      configuration.allowsLocalSources = true
      let pipeline = MediaPipeline(
        configuration: MediaPipelineConfiguration(transport: HTTPTransport(configuration: configuration)))
      return try await pipeline.image(for: MediaRequest(url: folder.path(name))).pixels
    }

    @Test func placeholderThenPictureInTheSamePlace() async throws {
      let gate = OriginGate()
      try ads.serve("/media.jpg", gate: gate)
      let process = try CommandProcess(
        [
          "render", "ad", "--json", "--scale", "1", "--at", "loaded,0,20ms", "--out",
          folder.path("new/ad.png"),
          "-",
        ],
        input: ads.response())
      try await waitUntil { process.outputSoFar.split(separator: "\n").count == 2 }
      gate.open()
      let result = await process.result()
      #expect(result.status == 0, "\(result.errors)")
      #expect(Folder.names(in: folder.path("new")) == ["ad-0.png", "ad-20ms.png", "ad-loaded.png"])
      let objects = try result.objects()
      #expect(objects.map { $0["at"] as? String } == ["0", "20ms", "loaded"])
      #expect(objects.map { $0["mediaState"] as? String } == ["loading", "loading", "loaded"])
      let frames = objects.compactMap { $0["mediaFrame"] as? [String: Double] }
      #expect(frames.count == 3 && Set(frames).count == 1)
      let frame = try #require(frames.first)
      // The size that the response says, to the width of the card.
      #expect(frame["height"] == ((frame["width"] ?? 0) / 2).rounded())
      let early = try await pixels("new/ad-0.png")
      let late = try await pixels("new/ad-loaded.png")
      #expect(early.size == late.size && early.size.width == 390)
      #expect(PixelRows.hash(early) != PixelRows.hash(late))
      // Outside of the areas for pictures nothing has changed.
      #expect(
        differingRows(early, late).allSatisfy { row in
          let row = Double(row)
          return (frame["y"] ?? 0) <= row && row < (frame["y"] ?? 0) + (frame["height"] ?? 0) || row < 100
        })
    }

    /// Rows in which two pictures of one size differ.
    private func differingRows(_ first: PixelBuffer, _ second: PixelBuffer) -> [Int] {
      let width = first.bytesPerRow
      let (first, second) = (PixelRows.tight(first), PixelRows.tight(second))
      return (0..<first.count / width).filter { row in
        let range = row * width..<(row + 1) * width
        return first[range] != second[range]
      }
    }

    @Test func theSamePictureComesOutEachTime() async throws {
      var hashes: Set<String> = []
      for _ in 0..<2 {
        let result = try await CommandProcess.run(
          "render", "ad", "--out", folder.path("ad.png"), "-", input: ads.response())
        #expect(result.status == 0)
        #expect(result.lines == [folder.path("ad.png")])
        hashes.insert(PixelRows.hash(try await pixels("ad.png")))
      }
      #expect(hashes.count == 1)
      for options in [["--dark"], ["--rtl"], ["--width", "320"], ["--scale", "1"]] {
        let process = try CommandProcess(
          ["render", "ad", "--out", folder.path("ad.png")] + options + ["-"], input: ads.response())
        #expect(await process.result().status == 0)
        hashes.insert(PixelRows.hash(try await pixels("ad.png")))
      }
      #expect(hashes.count == 5)
    }

    @Test func whatFailsIsDrawnAndTold() async throws {
      let result = try await CommandProcess.run(
        "render", "ad", "--out", folder.path("ad.png"), "--retries", "0", "-",
        input: ads.response(media: "/none.jpg"))
      #expect(result.status == 1)
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(result.errors.contains("Media: the server answered with status 404"))
      #expect(folder.names == ["ad.png"])
    }

    @Test func whatHangsIsDrawnWhenTheTimeIsOver() async throws {
      origin.route("/hang.jpg", .hang)
      let result = try await CommandProcess.run(
        "render", "ad", "--out", folder.path("ad.png"), "--timeout", "0.3", "--retries", "0", "-",
        input: ads.response(media: "/hang.jpg"))
      #expect(result.status == 1)
      #expect(result.errors.contains("timedOut"), "\(result.errors)")
      #expect(folder.names == ["ad.png"])
      // At a moment before that, nothing has failed yet.
      let early = try await CommandProcess.run(
        "render", "ad", "--out", folder.path("b.png"), "--at", "1", "-",
        input: ads.response(media: "/hang.jpg"))
      #expect(early.status == 0)
    }

    @Test func whatIsNotShownIsNotWaitedFor() async throws {
      origin.route("/hang.jpg", .hang)
      // There is no room for pictures in a card so narrow.
      let result = try await CommandProcess.run(
        "render", "ad", "--out", folder.path("ad.png"), "--width", "40", "-",
        input: ads.response(media: "/hang.jpg"))
      #expect(result.status == 0, "\(result.errors)")
      #expect(folder.names == ["ad.png"])
    }

    @Test func momentsAfterTheEndDoNotWait() async throws {
      let clock = ContinuousClock()
      let start = clock.now
      let result = try await CommandProcess.run(
        "render", "ad", "--out", folder.path("ad.png"), "--at", "50000,loaded", "-", input: ads.response())
      #expect(result.status == 0)
      #expect(clock.now - start < .seconds(40))
      #expect(folder.names == ["ad-50000ms.png", "ad-loaded.png"])
    }

    @Test func whatIsNoAdIsTold() async throws {
      for source in [origin.url("/none"), folder.path("none.json")] {
        let result = try await CommandProcess.run(
          "render", "ad", "--out", folder.path("ad.png"), "--retries", "0", source)
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.errors.split(separator: "\n").count == 1)
      }
      for (input, message) in [
        ("", "there are no ads in it"), ("{}\n{}", "there are 2 ads in it"), ("[", "does not end"),
        ("{}", "response"),
      ] {
        let result = try await CommandProcess.run(
          "render", "ad", "--out", folder.path("ad.png"), "-", input: input)
        #expect(result.status == 1)
        #expect(result.errors.contains(message), "\(result.errors)")
      }
      #expect(folder.names.isEmpty)
    }

    @Test func wrongArgumentsEndWith64() async throws {
      for arguments in [
        ["render"], ["render", "ad"], ["render", "ad", "x"], ["render", "ad", "x", "--out", "/none/\u{0}"],
        ["render", "ad", "x", "--out", "/dev/null/a.png"], ["render", "ad", "x", "--out", "/"],
        ["render", "ad", "x", "--out", folder.path("a"), "--html", folder.path("a")],
        ["render", "ad", "sample:none", "--out", folder.path("a.png")],
        ["render", "feed", "sample:image", "--out", folder.path("a.png")],
        ["render", "feed", "x", "--frames", "/dev/null/a"],
        [
          "render", "feed", "x", "--out", folder.path("a.png"), "--width", "4096", "--height", "4096",
          "--scale", "3",
        ],
      ] {
        let result = await (try CommandProcess(arguments)).result()
        #expect(result.status == 64, "\(arguments)")
        #expect(result.errors.split(separator: "\n").count == 1, "\(arguments)")
        #expect(result.output.isEmpty)
      }
    }

    @Test func interruptionEndsWith130AndLeavesNoFile() async throws {
      origin.route("/hang.jpg", .hang)
      let process = try CommandProcess(
        ["render", "ad", "--out", folder.path("ad.png"), "-"], input: ads.response(media: "/hang.jpg"))
      try await origin.wait { $0.requests(for: "/hang.jpg") == 1 }
      process.send(SIGINT)
      let result = await process.result(limit: .seconds(10))
      #expect(result.status == 130)
      #expect(result.errors == "")
      #expect(folder.names.isEmpty)
    }
  }
#endif
