import Foundation
import Glibc
import LazyMedia
import OriginServer
import Testing

@testable import LazyMediaCommand

/// `fetch` with a disk cache.
@Suite struct FetchCacheProcessTests {
  private let origin: OriginServer
  private let folder = TemporaryFolder()

  init() throws {
    origin = try OriginServer()
    for (path, seconds) in [("/fresh.png", 3600), ("/stale.png", 0)] {
      var response = OriginResponse(bytes: try SamplePicture.png(width: 64, height: 40))
      response.fields = [OriginField("Cache-Control", "max-age=\(seconds)")]
      response.entityTag = "\"1\""
      origin.route(path, response)
    }
    var heavy = OriginResponse(bytes: try SamplePicture.heavyJPEG())
    heavy.fields = [OriginField("Cache-Control", "max-age=3600")]
    origin.route("/heavy.jpg", heavy)
    origin.route("/hang.jpg", .hang)
  }

  #if DiskCache
    private var cachePath: String { folder.path("made/cache") }

    private func fetch(_ arguments: String...) async throws -> CommandProcess.Result {
      await (try CommandProcess(["fetch", "--json", "--ordered", "--cache", cachePath] + arguments)).result()
    }

    private func origins(_ result: CommandProcess.Result) throws -> [String?] {
      try result.objects().map { $0["from"] as? String }
    }

    @Test func theSecondRunFindsTheFileOnDisk() async throws {
      let first = try await fetch("--pixel-hash", "--stats", origin.url("/fresh.png"))
      #expect(first.status == 0, "\(first.errors)")
      #expect(try origins(first) == ["network"])
      let second = try await fetch("--pixel-hash", "--stats", origin.url("/fresh.png"))
      #expect(second.status == 0, "\(second.errors)")
      #expect(try origins(second) == ["disk"])
      #expect(origin.statistics.requests(for: "/fresh.png") == 1)
      let (one, two) = try (#require(first.objects().first), #require(second.objects().first))
      #expect(one["pixelHash"] as? String == two["pixelHash"] as? String)
      #expect(two["bytes"] as? Int == 0)
      #expect(two["attempts"] as? Int == 0)
      #expect(two["status"] is NSNull)
      let counts = try [first, second].map { result in
        try #require(try JSONSerialization.jsonObject(with: Data(result.errors.utf8)) as? [String: Int])
      }
      #expect(counts.map { $0["fetches"] } == [1, 0])
      #expect(counts.map { $0["diskHits"] } == [0, 1])
      #expect(counts.map { $0["storeFailures"] } == [0, 0])
      #expect(counts[0]["bytesFetched"] == one["bytes"] as? Int)
    }

    @Test func theHelpNamesEveryCountOfTheStats() async throws {
      let result = try await fetch("--stats", origin.url("/fresh.png"))
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(result.errors.utf8)) as? [String: Int])
      for name in object.keys { #expect(HelpText.page(for: .fetch).contains("         \(name) "), "\(name)") }
    }

    @Test func textTellsWhereFilesCameFromAndStatsAreAligned() async throws {
      _ = try await fetch(origin.url("/fresh.png"))
      try AtomicFile.write(SamplePicture.png(width: 5, height: 4), to: folder.path("p.png"))
      let result = try await CommandProcess.run(
        "fetch", "--ordered", "--stats", "--cache", cachePath, origin.url("/fresh.png"),
        origin.url("/stale.png"),
        folder.path("p.png"))
      #expect(result.status == 0, "\(result.errors)")
      let words = result.lines.map { $0.split(separator: " ").map(String.init) }
      #expect(words.map { $0.count > 5 ? $0[5] : "" } == ["disk", "network", "local"])
      let counts = result.errors.split(separator: "\n")
      #expect(counts.first == "fetches                2")
      #expect(counts.contains("diskHits               1"))
      #expect(counts.contains { $0.hasPrefix("bytesFetched ") && $0.hasSuffix(" kB") || $0.hasSuffix(" B") })
      #expect(Set(counts.map(\.count)).count == 1)
    }

    @Test func whatIsStaleIsAskedForAndStillComesFromDisk() async throws {
      _ = try await fetch(origin.url("/stale.png"))
      let result = try await fetch("--stats", origin.url("/stale.png"))
      #expect(try origins(result) == ["disk"])
      #expect(result.errors.contains("\"revalidations\":1,"))
      #expect(origin.statistics.requests(for: "/stale.png") == 2)
    }

    @Test func policiesSayWhetherTheCacheOrTheNetworkIsUsed() async throws {
      let stale = origin.url("/stale.png")
      let missing = try await fetch("--cache-policy", "only-if-cached", stale)
      #expect(missing.status == 1)
      #expect(try origins(missing) == [nil])
      #expect((try missing.objects().first?["error"] as? [String: Any])?["code"] as? String == "notCached")
      #expect(origin.statistics.requests(for: "/stale.png") == 0)
      #expect(try origins(try await fetch("--cache-policy", "cache-first", stale)) == ["network"])
      #expect(try origins(try await fetch("--cache-policy", "cache-first", stale)) == ["disk"])
      #expect(try origins(try await fetch("--cache-policy", "only-if-cached", stale)) == ["disk"])
      #expect(origin.statistics.requests(for: "/stale.png") == 1)
      let fresh = origin.url("/fresh.png")
      _ = try await fetch(fresh)
      #expect(try origins(try await fetch("--cache-policy", "reload", fresh)) == ["network"])
      #expect(origin.statistics.requests(for: "/fresh.png") == 2)
    }

    @Test func whatHasComeIsStoredBeforeTheCommandEnds() async throws {
      for index in 0..<5 {
        let url = origin.url("/heavy.jpg?\(index)")
        #expect(try await fetch(url).status == 0)
        #expect(try DiskCache(keptIn: cachePath).head(for: url) != nil)
      }
    }

    @Test func anInterruptedCommandKeepsWhatHasCome() async throws {
      let process = try CommandProcess([
        "fetch", "--json", "--cache", cachePath, origin.url("/hang.jpg"), origin.url("/heavy.jpg"),
      ])
      try await waitUntil { process.outputSoFar.hasSuffix("}\n") }
      process.send(SIGINT)
      let result = await process.result(limit: .seconds(20))
      #expect(result.status == 130)
      #expect(try DiskCache(keptIn: cachePath).head(for: origin.url("/heavy.jpg")) != nil)
    }

    @Test func aUseIsNotedThoughTheProcessEndsAtOnce() async throws {
      _ = try await fetch(origin.url("/fresh.png"))
      let old = Int64(1_000_000_000_000)
      do {
        // As if it had been used last in 2001.
        let cache = try DiskCache(directory: cachePath, byteLimit: nil, now: { old })
        let entry = try #require(try cache.entry(for: origin.url("/fresh.png")))
        try cache.insert(head: entry.head.bytes, body: entry.body, for: origin.url("/fresh.png"))
      }
      #expect(
        try origins(try await fetch("--cache-policy", "cache-first", origin.url("/fresh.png"))) == ["disk"])
      var uses: [Int] = []
      try DiskCache(keptIn: cachePath).forEachEntry { entry in
        uses.append(entry.lastUsed)
        return true
      }
      #expect(uses.count == 1)
      #expect(uses.allSatisfy { $0 > old })
    }

    @Test func aCacheThatCannotBeOpenedIsNamed() async throws {
      try AtomicFile.write([1], to: folder.path("file"))
      let result = try await CommandProcess.run(
        "fetch", "--cache", folder.path("file"), origin.url("/fresh.png"))
      #expect(result.status == 64)
      #expect(
        result.errors.hasPrefix("lazymedia: cannot open cache '\(folder.path("file"))': "), "\(result.errors)"
      )
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(origin.statistics.requests(for: "/fresh.png") == 0)
    }

    /// What xargs -P does: processes with a cache and standard output in common.
    @Test func processesShareACacheAndAPipe() async throws {
      let bytes = try SamplePicture.png(width: 16, height: 16)
      var response = OriginResponse(bytes: bytes)
      response.fields = [OriginField("Cache-Control", "max-age=3600")]
      let paths = (0..<40).map { "/\($0).png" }
      for path in paths { origin.route(path, response) }
      // A record far longer than what the system keeps together.
      let long =
        "data:image/png;base64,\(Data(bytes).base64EncodedString())"
        + String(repeating: "=", count: 100_000)
      let pipe = try CommandProcess.pipe()
      let reading = CommandProcess.onThread { CommandProcess.readAll(pipe.read) }
      let input = (paths.map(origin.url) + [String](repeating: long, count: 8)).joined(separator: "\n")
      let processes = try (0..<4).map { _ in
        try CommandProcess(
          ["fetch", "--json", "--cache", cachePath, "-"], input: nil, output: .descriptor(pipe.write))
      }
      close(pipe.write)
      for process in processes {
        process.write(input)
        process.closeInput()
      }
      for process in processes { #expect(await process.result().status == 1) }
      let lines = String(decoding: await reading.value, as: UTF8.self).split(separator: "\n")
      #expect(lines.count == 4 * 48)
      let objects = lines.compactMap {
        (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
      }
      #expect(objects.count == lines.count)
      let bySource = Dictionary(grouping: objects) { $0["source"] as? String ?? "" }
      #expect(bySource.count == 41)
      for path in paths {
        #expect(
          bySource[origin.url(path)]?.map { $0["state"] as? String } == Array(repeating: "loaded", count: 4))
      }
      #expect(try DiskCache(keptIn: cachePath).verify(removingBad: false).soundEntries == 40)
    }
  #else
    @Test func withoutTheTraitTheOptionSaysSo() async throws {
      let result = try await CommandProcess.run(
        "fetch", "--cache", folder.path("cache"), origin.url("/fresh.png"))
      #expect(result.status == 64)
      #expect(
        result.errors
          == "lazymedia: option '--cache': this command was built without disk caches (trait DiskCache)\n")
      #expect(folder.names.isEmpty)
    }
  #endif

  #if Redis
    @Test func aRedisServerThatIsNotThereHoldsUpNothing() async throws {
      let result = try await CommandProcess.run(
        "fetch", "--json", "--stats", "--shared-cache", "redis://127.0.0.1:1", origin.url("/fresh.png"))
      #expect(result.status == 0)
      #expect(try result.objects().first?["from"] as? String == "network")
      let counts = try #require(
        try JSONSerialization.jsonObject(with: Data(result.errors.utf8)) as? [String: Int])
      #expect(counts["storeFailures"] ?? 0 > 0)
    }

    @Test func anAddressOfNoRedisServerIsRefusedWithoutItsPassword() async throws {
      let result = try await CommandProcess.run(
        "fetch", "--shared-cache", "http://me:secret@127.0.0.1", origin.url("/fresh.png"))
      #expect(result.status == 64)
      #expect(result.errors.contains("it must be redis://HOST[:PORT][/DATABASE] or unix:/PATH"))
      #expect(!result.errors.contains("secret"))
    }
  #else
    @Test func withoutRedisTheOptionSaysSo() async throws {
      let result = try await CommandProcess.run(
        "fetch", "--shared-cache", "redis://127.0.0.1", origin.url("/fresh.png"))
      #expect(result.status == 64)
      #expect(
        result.errors
          == "lazymedia: option '--shared-cache': this command was built without Redis (trait Redis)\n")
    }
  #endif

  @Test func anEmptyListGivesNoRecordAndNoFailure() async throws {
    for input in ["", "\n\n"] {
      let result = try await CommandProcess.run("fetch", "--json", "--ordered", "-", input: input)
      #expect(result.status == 0)
      #expect(result.text.isEmpty)
      #expect(result.errors.isEmpty)
    }
  }

  @Test func aPolicyNeedsACache() {
    let error = #expect(throws: UsageError.self) {
      try Invocation(["fetch", "--cache-policy", "reload", "a"])
    }
    #expect(error?.message == "option '--cache-policy' needs '--cache DIR'")
  }
}
