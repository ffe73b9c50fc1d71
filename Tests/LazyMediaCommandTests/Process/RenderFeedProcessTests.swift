#if Canvas
  import Foundation
  import LazyMedia
  import OriginServer
  import Testing

  @testable import LazyMediaCommand

  /// Runs `lazymedia render feed` over an origin on the loopback.
  @Suite struct RenderFeedProcessTests {
    private let ads: AdOrigin
    private let folder = TemporaryFolder()

    init() throws { ads = try AdOrigin() }

    private func feed(_ count: Int, media: (Int) -> String = { "/media.jpg?\($0)" }) -> String {
      (0..<count).map { ads.response("Ad \($0)", media: media($0)) }.joined(separator: "\n")
    }

    // MARK: The film strip

    @Test(arguments: [("cover", "vertical"), ("small", "vertical"), ("circular", "horizontal")])
    func nothingMovesWhenItLoads(renderer: String, orientation: String) async throws {
      for index in 0..<40 { try ads.serve("/media.jpg?\(index)", latency: .milliseconds(40)) }
      let result = try await CommandProcess.run(
        "render", "feed", "-", "--renderer", renderer, "--scale", "1", "--height", "300", "--width", "200",
        "--frames", folder.path("film"), input: feed(40))
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.lines == [folder.path("film/frames.json")])
      let film = try film()
      #expect(film["orientation"] as? String == orientation)
      let frames = try #require(film["frames"] as? [[String: Any]])
      #expect(frames.count > 30)
      let pictures = (0..<frames.count).map { Text.leftPadded("\($0)", to: 4, with: "0") + ".png" }
      #expect(Folder.names(in: folder.path("film")) == pictures + ["frames.json"])
      let offsets = frames.compactMap { $0["offset"] as? Double }
      #expect(offsets.first == 0 && offsets == offsets.sorted() && (offsets.last ?? 0) > 500)

      var places: [String: Set<[Double]>] = [:]
      var states: [String: Set<String>] = [:]
      for frame in frames {
        for item in try #require(frame["items"] as? [[String: Any]]) {
          for type in ["media", "icon"] {
            guard let area = item[type] as? [String: Any] else { continue }
            let name = "\(type) \(item["index"] ?? "")"
            let place = ["x", "y", "width", "height"].compactMap { area[$0] as? Double }
            // What is told is rounded; a hundredth of a point is no move.
            places[name, default: []].insert(place.map { ($0 * 100).rounded() / 100 })
            states[name, default: []].insert(area["state"] as? String ?? "")
          }
        }
      }
      #expect(places.count > 10)
      for (name, places) in places {
        #expect(places.count == 1 && places.first?.count == 4, "\(name): \(places)")
      }
      // Something was seen before and after it had loaded, or it would show nothing.
      #expect(states.values.contains(["loading", "loaded"]))
      let last = try #require(frames.last?["items"] as? [[String: Any]])
      #expect(!last.isEmpty)
      for item in last {
        let state = ((item["media"] ?? item["icon"]) as? [String: Any])?["state"] as? String
        #expect(state == nil || state == "loaded")
      }
    }

    private func film() throws -> [String: Any] {
      try #require(
        try JSONSerialization.jsonObject(with: Data(try folder.bytes("film/frames.json"))) as? [String: Any])
    }

    @Test func aFeedThatFitsRestsAtOnce() async throws {
      let result = try await CommandProcess.run(
        "render", "feed", "-", "--scale", "1", "--frames", folder.path("film"), "--json", input: feed(1))
      #expect(result.status == 0)
      #expect(try result.objects().first?["kind"] as? String == "frames")
      let frames = try #require(try film()["frames"] as? [[String: Any]])
      #expect(frames.allSatisfy { $0["offset"] as? Double == 0 })
      #expect(try result.objects().first?["frames"] as? Int == frames.count)
    }

    // MARK: The picture

    @Test func listsOfEveryKindGiveTheSamePicture() async throws {
      ads.origin.route("/ad/1", OriginResponse(text: ads.response("Ad 1", media: "/media.jpg?1")))
      let first = ads.response("Ad 0", media: "/media.jpg?0")
      let url = ads.origin.url("/ad/1")
      let lists = [
        first + "\n" + url + "\n", "[\(first), \"\(url)\"]",
        "[\(first),\(ads.response("Ad 1", media: "/media.jpg?1"))]",
      ]
      var hashes: Set<String> = []
      for (index, list) in lists.enumerated() {
        try AtomicFile.write(Array(list.utf8), to: folder.path("list"))
        ads.origin.route("/list/\(index)", OriginResponse(text: list))
        for source in [folder.path("list"), ads.origin.url("/list/\(index)")] {
          let result = try await CommandProcess.run(
            "render", "feed", source, "--out", folder.path("feed.png"), "--scale", "1", "--height", "600")
          #expect(result.status == 0, "\(result.errors)")
          hashes.insert(String(decoding: try folder.bytes("feed.png"), as: UTF8.self))
        }
      }
      #expect(hashes.count == 1)
    }

    @Test func aListFromElsewhereReadsNoLocalFiles() async throws {
      try AtomicFile.write(Array(ads.response().utf8), to: folder.path("ad.json"))
      ads.origin.route("/list", OriginResponse(text: folder.path("ad.json")))
      let result = try await CommandProcess.run(
        "render", "feed", ads.origin.url("/list"), "--out", folder.path("feed.png"))
      #expect(result.status == 1)
      #expect(result.errors.contains("can only name http: and https: URLs"))
      #expect(result.errors.contains("none of the ads is there"))
      #expect(folder.names == ["ad.json"])
    }

    @Test func anAdThatIsNotThereIsToldAndTheOthersAreDrawn() async throws {
      let result = try await CommandProcess.run(
        "render", "feed", "-", "--out", folder.path("feed.png"), "--scale", "1", "--retries", "0",
        input: feed(2) + "\n" + ads.origin.url("/none") + "\n" + ads.response(media: "/none.jpg"))
      #expect(result.status == 1)
      #expect(result.lines == [folder.path("feed.png")])
      #expect(result.errors.split(separator: "\n").count == 2, "\(result.errors)")
      #expect(result.errors.contains("standard input #4: Media: the server answered with status 404"))
    }

    @Test func aFeedAtTheSideIsAsHighAsItsItems() async throws {
      let result = try await CommandProcess.run(
        "render", "feed", "-", "--json", "--renderer", "circular", "--out", folder.path("feed.png"),
        "--scale", "1", input: feed(3))
      #expect(result.status == 0)
      #expect(try result.objects().first?["height"] as? Int == 240 + 32)
      let tall = try await CommandProcess.run(
        "render", "feed", "-", "--json", "--renderer", "circular", "--orientation", "vertical", "--out",
        folder.path("feed.png"), "--scale", "1", input: feed(3))
      #expect(try tall.objects().first?["height"] as? Int == 844)
    }
  }
#endif
