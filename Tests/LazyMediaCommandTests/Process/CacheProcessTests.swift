import Foundation
import LazyMedia
import Testing

@testable import LazyMediaCommand

@Suite struct CacheProcessTests {
  private let folder = TemporaryFolder()

  #if DiskCache
    private var cachePath: String { folder.path("cache") }

    /// A cache of three entries, of which the first has its body in a file.
    private func makeCache() throws {
      let cache = try DiskCache(directory: cachePath, byteLimit: 32 << 20)
      for (index, count) in [50_000, 300, 2].enumerated() {
        let body = MediaBody(byteCount: count) { $0.initializeMemory(as: UInt8.self, repeating: 7) }
        try cache.insert(head: [1, 2], body: body, for: "https://user:secret@example.com/\(index).jpg")
      }
    }

    private var bodyPath: String? {
      FileManager.default.enumerator(atPath: cachePath)?.compactMap { $0 as? String }
        .first { $0.contains("/") }.map { "\(cachePath)/\($0)" }
    }

    @Test func infoTellsEntriesAndBytes() async throws {
      try makeCache()
      let result = try await CommandProcess.run("cache", "info", cachePath)
      #expect(result.status == 0)
      #expect(result.errors.isEmpty)
      #expect(result.lines.map { $0.prefix(9) } == ["folder   ", "format   ", "entries  ", "bytes    "])
      #expect(result.lines[2] == "entries  3")
      #expect(result.lines[3].hasSuffix(" of 33.6 MB"))
      let object = try #require(
        try await CommandProcess.run("cache", "info", "--json", cachePath).objects().first)
      #expect(object["entries"] as? Int == 3)
      #expect(object["limit"] as? Int == 32 << 20)
      #expect(object["formatVersion"] as? Int == 1)
      #expect(object["bytes"] as? Int ?? 0 > 50_000)
    }

    @Test func lsTellsEveryEntryWithoutPasswords() async throws {
      try makeCache()
      let result = try await CommandProcess.run("cache", "ls", cachePath)
      #expect(result.status == 0)
      #expect(result.lines.count == 3)
      #expect(result.text.contains("  50.0 kB  "))
      #expect(result.text.contains("example.com/2.jpg"))
      #expect(!result.text.contains("secret"))
      let objects = try await CommandProcess.run("cache", "--json", "ls", cachePath).objects()
      #expect(Set(objects.compactMap { $0["bytes"] as? Int }) == [50_000, 300, 2])
      #expect(objects.allSatisfy { $0["headBytes"] as? Int == 2 })
      let times = objects.compactMap { $0["stored"] as? String }
      #expect(times.allSatisfy { $0.wholeMatch(of: /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil })
      #expect(times.count == 3)
    }

    @Test func timesAreUTC() {
      #expect(Text.utc(milliseconds: 0) == "1970-01-01T00:00:00Z")
      #expect(Text.utc(milliseconds: 1_709_210_096_789) == "2024-02-29T12:34:56Z")
    }

    @Test func verifyFindsDamageAndRemovesItIfAsked() async throws {
      try makeCache()
      let sound = try await CommandProcess.run("cache", "verify", cachePath)
      #expect(sound.status == 0)
      #expect(sound.text == "3 sound (50.3 kB)\n")
      #expect(truncate(try #require(bodyPath), 10) == 0)
      for isRemoving in [false, true] {
        let arguments = ["cache", "verify", "--json", cachePath] + (isRemoving ? ["--remove"] : [])
        let result = await (try CommandProcess(arguments)).result()
        #expect(result.status == 1)
        let object = try #require(try result.objects().first)
        #expect(object["damaged"] as? Int == 1)
        #expect(object["sound"] as? Int == 2)
        #expect(object["removed"] as? Bool == isRemoving)
      }
      #expect(try await CommandProcess.run("cache", "verify", cachePath).text == "2 sound (302 B)\n")
    }

    @Test func trimAndClearRemove() async throws {
      try makeCache()
      let trimmed = try await CommandProcess.run("cache", "trim", "--to", "100K", cachePath)
      #expect(trimmed.status == 0)
      #expect(trimmed.text.contains("entries  "))
      #expect(try DiskCache(keptIn: cachePath).info().byteCount <= 250 << 10)
      try makeCache()
      let cleared = try await CommandProcess.run("cache", "clear", "--json", cachePath)
      #expect(cleared.status == 0)
      #expect(try cleared.objects().first?["entries"] as? Int == 0)
      #expect(bodyPath == nil)
    }

    @Test func whatIsNoCacheIsLeftAlone() async throws {
      try Folder.make(folder.path("other"))
      for action in CacheAction.allCases {
        let arguments =
          ["cache", action.rawValue, folder.path("other")] + (action == .trim ? ["--to", "0"] : [])
        let result = await (try CommandProcess(arguments)).result()
        #expect(result.status == 64)
        #expect(result.errors == "lazymedia: '\(folder.path("other"))' holds no cache\n")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("other")).isEmpty)
    }

    @Test func aReaderThatGoesAwayEndsTheList() async throws {
      try makeCache()
      let result = await (try CommandProcess(["cache", "ls", cachePath], output: .closedPipe)).result()
      #expect(result.status == 141)
      #expect(result.errors.isEmpty)
    }
  #else
    @Test func withoutTheTraitTheCommandSaysSo() async throws {
      let result = try await CommandProcess.run("cache", "info", folder.path("cache"))
      #expect(result.status == 64)
      #expect(result.errors == "lazymedia: this command was built without disk caches (trait DiskCache)\n")
    }
  #endif

  @Test(arguments: [
    (["cache"], "'cache' takes an action: info, ls, verify, trim, clear"),
    (["cache", "inf", "x"], "unknown action 'inf'; did you mean 'info'?"),
    (["cache", "info"], "'cache info' takes one folder"),
    (["cache", "ls", "a", "b"], "'cache ls' takes one folder"),
    (["cache", "trim", "a"], "'cache trim' needs '--to N'"),
    (["cache", "clear", "--to", "1", "a"], "option '--to' is for 'cache trim'"),
    (["cache", "ls", "--remove", "a"], "option '--remove' is for 'cache verify'"),
  ])
  func wrongUsesAreExplained(arguments: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try Invocation(arguments.map { Argument($0) }) }
    #expect(error?.message == message)
  }
}
