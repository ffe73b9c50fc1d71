#if DiskCache
  import Foundation
  import Testing

  @testable import LazyMedia

  /// What only other processes can show; `CacheWriter` is one.
  @Suite(.timeLimit(.minutes(5))) struct DiskCacheProcessTests {
    private let fixture = DiskFixture()

    // FAULTS 40, 41
    @Test func killsAtRandomMomentsLeaveWholeEntries() throws {
      let (status, text) = try run(["CacheWriter", "kill", fixture.path, "30", "5"])
      #expect(status == 0, "\(text)")
      let counts = words(text)
      #expect(counts["kills"] == "30")
      for name in ["failed_opens", "corrupt", "damaged", "failed"] { #expect(counts[name] == "0", "\(text)") }
      // It was at work when it was killed.
      #expect(Int(counts["operations"] ?? "") ?? 0 > 200, "\(text)")
      #expect(Int(counts["hits"] ?? "") ?? 0 > 20, "\(text)")
      let cache = try fixture.cache(byteLimit: nil)
      #expect(try cache.verify(removingBad: true).isSound)
      #expect(try cache.verify(removingBad: false).strayFiles == 0)
    }

    @Test func aFolderThatMayNotBeWrittenIsUnavailable() throws {
      guard getuid() == 0 else {
        print("skipped: only root can become somebody else")
        return
      }
      try fixture.cache().insert(head: [], body: .pattern(10), for: "a")
      // Others may read all of it.
      _ = try run(["/bin/chmod", "-R", "a+rX", fixture.path])
      let (_, text) = try run(["CacheWriter", "unprivileged", fixture.path])
      #expect(words(text)["refusal"] == "unavailable", "\(text)")
      let (_, inner) = try run(["CacheWriter", "unprivileged", fixture.path + "/new"])
      #expect(words(inner)["refusal"] == "unavailable", "\(inner)")
      #expect(try fixture.cache().entry(for: "a") != nil)
    }

    @Test(arguments: ["/dev/null/cache", "/proc/cache", "/dev/null"])
    func aFolderThatCannotBeIsUnavailable(path: String) {
      let error = #expect(throws: MediaStoreError.self) { try DiskCache(directory: path) }
      #expect(error?.code == .unavailable)
    }

    @Test(arguments: [1000, 100_000]) func aFullDiskIsToldAndHarmsNothing(bodyByteCount: Int) throws {
      try FileManager.default.createDirectory(atPath: fixture.path, withIntermediateDirectories: true)
      let script = """
        mount -t tmpfs -o size=3m none '\(fixture.path)' || exit 75
        exec '\(program("CacheWriter"))' fill '\(fixture.path)/cache' \(bodyByteCount) 100000
        """
      let (status, text) = try run([
        "/usr/bin/unshare", "--mount", "--map-root-user", "/bin/sh", "-c", script,
      ])
      guard status != 75, !text.contains("unshare:") else {
        print("skipped: no small file system can be mounted here")
        return
      }
      let counts = words(text)
      #expect(counts["refusal"] == "full", "\(text)")
      #expect(counts["sound"] == "true", "\(text)")
      #expect(Int(counts["stored"] ?? "") ?? 0 > 10, "\(text)")
      #expect(counts["stored"] == counts["entries"], "\(text)")
      #expect(counts["stray"] == "0", "\(text)")
    }

    // MARK: -

    private func run(_ command: [String]) throws -> (status: Int32, text: String) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program(command[0]))
      process.arguments = Array(command.dropFirst())
      let output = Pipe()
      process.standardOutput = output
      process.standardError = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, text)
    }

    /// Programs without a folder lie where the build put them: beside the test bundle.
    private func program(_ name: String) -> String {
      name.hasPrefix("/")
        ? name
        : URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
          .appendingPathComponent(name).path
    }

    private func words(_ text: String) -> [String: String] {
      var words: [String: String] = [:]
      for word in text.split(whereSeparator: \.isWhitespace) {
        let parts = word.split(separator: "=", maxSplits: 1)
        if parts.count == 2 { words[String(parts[0])] = String(parts[1]) }
      }
      return words
    }
  }
#endif
