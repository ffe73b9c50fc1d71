import Foundation
import LazyMedia
import OriginServer
import Testing

@testable import LazyMediaCommand

/// Runs the command itself, over an origin on the loopback.
@Suite struct FetchProcessTests {
  private let origin: OriginServer
  private let folder = TemporaryFolder()

  init() throws {
    origin = try OriginServer()
    origin.route("/a.png", OriginResponse(bytes: try SamplePicture.png(width: 64, height: 40)))
    origin.route("/b.jpg", OriginResponse(bytes: try SamplePicture.jpeg(width: 120, height: 60)))
    origin.route("/hang.jpg", .hang)
  }

  // MARK: Output

  @Test func jsonHasExactlyTheListedFields() async throws {
    let result = try await CommandProcess.run(
      "fetch", "--json", "--pixel-hash", "--size", "32x32", origin.url("/a.png?x=1"))
    #expect(result.status == 0)
    #expect(result.errors == "")
    let object = try #require(try result.objects().first)
    #expect(
      Set(object.keys) == [
        "index", "source", "state", "format", "width", "height", "orientation", "decodedWidth",
        "decodedHeight", "from",
        "bytes", "status", "attempts", "pixelHash", "timings", "error",
      ])
    #expect(object["source"] as? String == origin.url("/a.png?x=1"))
    #expect(object["state"] as? String == "loaded")
    #expect(object["format"] as? String == "png")
    #expect(object["width"] as? Int == 64)
    #expect(object["height"] as? Int == 40)
    #expect(object["decodedWidth"] as? Int == 32)
    #expect(object["decodedHeight"] as? Int == 20)
    #expect(object["status"] as? Int == 200)
    #expect(object["attempts"] as? Int == 1)
    #expect(object["bytes"] as? Int == (try SamplePicture.png(width: 64, height: 40)).count)
    let timings = try #require(object["timings"] as? [String: Any])
    #expect(Set(timings.keys) == ["resolve", "connect", "firstByte", "lastByte", "decoded"])
    let moments = ["connect", "firstByte", "lastByte", "decoded"].compactMap { timings[$0] as? Double }
    #expect(moments.count == 4)
    #expect(moments == moments.sorted())
  }

  @Test func thePixelHashIsThatOfTheRawPixels() async throws {
    let result = try await CommandProcess.run("fetch", "--json", "--pixel-hash", origin.url("/a.png"))
    var hash = SHA256()
    try SamplePicture.pixels(width: 64, height: 40).withUnsafeBytes { hash.update($0) }
    #expect(try result.objects().first?["pixelHash"] as? String == Text.hexadecimal(hash.finalize()))
  }

  @Test func textHasALineForEachLoadedSourceAndErrorsHaveTheRest() async throws {
    let result = try await CommandProcess.run(
      "fetch", "--ordered", origin.url("/a.png"), origin.url("/none.png"), origin.url("/b.jpg"))
    #expect(result.status == 1)
    #expect(result.lines.count == 2)
    #expect(result.lines.first?.hasPrefix("loaded   png         64x40 -> 64x40  ") == true)
    #expect(result.lines.first?.hasSuffix(origin.url("/a.png")) == true)
    #expect(!result.text.contains("\u{1B}"))
    let errors = result.errors.split(separator: "\n")
    #expect(errors.count == 1)
    #expect(errors.first?.hasPrefix("lazymedia: \(origin.url("/none.png")): ") == true)
    #expect(errors.first?.hasSuffix("(headers: badStatus)") == true)
  }

  @Test func orderedKeepsTheOrderThoughTheFirstIsTheLastToFinish() async throws {
    let gate = OriginGate()
    var slow = OriginResponse(bytes: try SamplePicture.png(width: 8, height: 8))
    slow.gate = gate
    origin.route("/slow.png", slow)
    let fast = (0..<20).map { origin.url("/a.png?\($0)") }
    let process = try CommandProcess(["fetch", "--json", "--ordered", origin.url("/slow.png")] + fast)
    try await origin.wait { $0.requests(for: "/a.png") == 20 }
    gate.open()
    let result = await process.result()
    #expect(try result.objects().map { $0["index"] as? Int } == Array(0...20))
    #expect(result.status == 0)
  }

  @Test func unorderedTellsWhatFinishesFirst() async throws {
    let gate = OriginGate()
    var slow = OriginResponse(bytes: try SamplePicture.png(width: 8, height: 8))
    slow.gate = gate
    origin.route("/slow.png", slow)
    let process = try CommandProcess(["fetch", "--json", origin.url("/slow.png"), origin.url("/a.png")])
    try await waitUntil { process.outputSoFar.contains("\"index\":1") }
    gate.open()
    let result = await process.result()
    #expect(try result.objects().map { $0["index"] as? Int } == [1, 0])
  }

  // MARK: Sources

  @Test func linesAndObjectsOfStandardInputAreSources() async throws {
    let input = """
      \(origin.url("/a.png"))

      {"source": "\(origin.url("/b.jpg"))", "size": "30x30", "fit": "fill", "headers": {"X-Mark": "7"}}
      {"source": 5}
      """
    let result = try await CommandProcess.run("fetch", "--json", "--ordered", "-", input: input)
    let objects = try result.objects()
    #expect(objects.map { $0["state"] as? String } == ["loaded", "loaded", "failed"])
    #expect(objects[1]["source"] as? String == origin.url("/b.jpg"))
    #expect(objects[1]["decodedWidth"] as? Int == 30)
    #expect(objects[1]["decodedHeight"] as? Int == 30)
    #expect(objects[2]["source"] as? String == "{\"source\": 5}")
    #expect((objects[2]["error"] as? [String: Any])?["code"] as? String == "invalidLine")
    let request = origin.statistics.recorded.first { $0.path == "/b.jpg" }
    #expect(request?.fields.contains { $0.name == "X-Mark" && $0.value == "7" } == true)
    #expect(result.status == 1)
  }

  @Test func aSourceIsToldWhileStandardInputStaysOpen() async throws {
    let process = try CommandProcess(["fetch", "--json", "-"], input: nil)
    process.write(origin.url("/a.png") + "\n")
    try await waitUntil { process.outputSoFar.hasSuffix("}\n") }
    process.write(origin.url("/b.jpg") + "\n")
    process.closeInput()
    let result = await process.result()
    #expect(result.status == 0)
    #expect(result.lines.count == 2)
  }

  @Test func pathsFileURLsAndDataURLsAreLoaded() async throws {
    let png = try SamplePicture.png(width: 5, height: 4)
    try AtomicFile.write(png, to: folder.path("p.png"))
    let result = try await CommandProcess.run(
      "fetch", "--json", "--ordered", "p.png", "file://\(folder.path("p.png"))",
      "data:image/png;base64,\(Data(png).base64EncodedString())", workingDirectory: folder.path(""))
    #expect(result.status == 0, "\(result.text)\(result.errors)")
    for object in try result.objects() {
      #expect(object["width"] as? Int == 5)
      #expect(object["status"] is NSNull)
    }
  }

  @Test func optionsReachTheServer() async throws {
    _ = try await CommandProcess.run(
      "fetch", "--user-agent", "probe-agent/1", "-H", "X-One: 1", origin.url("/a.png"))
    let fields = try #require(origin.statistics.recorded.first).fields
    #expect(fields.contains { $0.name == "User-Agent" && $0.value == "probe-agent/1" })
    #expect(fields.contains { $0.name == "X-One" && $0.value == "1" })
  }

  @Test func limitsAndTimeLimitsAreKept() async throws {
    func code(_ options: String...) async throws -> [String?] {
      let process = try CommandProcess(["fetch", "--json", "--retries", "0"] + options)
      let result = await process.result()
      #expect(result.status == 1)
      return try result.objects().map { ($0["error"] as? [String: Any])?["code"] as? String }
    }
    #expect(try await code("--max-bytes", "100", origin.url("/b.jpg")) == ["tooLarge"])
    #expect(try await code("--max-pixels", "100", origin.url("/b.jpg")).first??.contains("imit") == true)
    #expect(try await code("--timeout", "0.2", origin.url("/hang.jpg")) == ["timedOut"])
  }

  @Test func retriesAreCounted() async throws {
    origin.route(
      "/flaky.png",
      sequence: [.status(503), OriginResponse(bytes: try SamplePicture.png(width: 4, height: 4))])
    let result = try await CommandProcess.run("fetch", "--json", origin.url("/flaky.png"))
    #expect(try result.objects().first?["attempts"] as? Int == 2)
    let none = try await CommandProcess.run("fetch", "--json", "--retries", "0", origin.url("/none.png"))
    #expect(try none.objects().first?["attempts"] as? Int == 1)
    #expect(try none.objects().first?["status"] as? Int == 404)
  }

  // MARK: Files

  @Test(arguments: OutputEncoding.allCases)
  func picturesAreWrittenWholeUnderTheirNames(encoding: OutputEncoding) async throws {
    let out = folder.path("new/out")
    let result = try await CommandProcess.run(
      "fetch", "--json", "--ordered", "--output", out, "--encode", encoding.rawValue, origin.url("/a.png"),
      origin.url("/a.png"))
    #expect(result.status == 0, "\(result.text)")
    let stem = encoding == .rgba ? "-a-64x40." : "-a."
    let names = ["00000", "00001"].map { "\($0)\(stem)\(encoding.fileExtension)" }
    #expect(try FileManager.default.contentsOfDirectory(atPath: out).sorted() == names)
    #expect(try result.objects().map { $0["output"] as? String } == names.map { "\(out)/\($0)" })
    let pixels = try SamplePicture.pixels(width: 64, height: 40)
    let written = try folder.bytes("new/out/\(names[0])")
    switch encoding {
    case .png, .jpeg:
      let again = try await CommandProcess.run("probe", "--json", "\(out)/\(names[0])")
      #expect(try again.objects().first?["format"] as? String == encoding.rawValue)
      #expect(try again.objects().first?["width"] as? Int == 64)
    case .rgba:
      #expect(pixels.withUnsafeBytes { Array($0) } == written)
    case .ppm:
      let body = pixels.withUnsafeBytes { bytes in
        bytes.indices.filter { $0 % 4 != 3 }.map { bytes[$0] }
      }
      #expect(Array("P6\n64 40\n255\n".utf8) + body == written)
    }
  }

  @Test func aFileThatCannotBeWrittenFailsItsSource() async throws {
    let out = folder.path("out")
    // A folder stands where the picture would.
    try Folder.make("\(out)/00000-a.png")
    let result = try await CommandProcess.run("fetch", "--json", "--output", out, origin.url("/a.png"))
    #expect(result.status == 1)
    let error = try #require(try result.objects().first?["error"] as? [String: Any])
    #expect(error["phase"] as? String == "output")
    #expect(try FileManager.default.contentsOfDirectory(atPath: out) == ["00000-a.png"])
  }

  // MARK: Ends

  @Test(arguments: [
    ["fetch"], ["fetch", "--nope", "x"], ["nope"], [], ["fetch", "--size", "big", "x"],
    ["fetch", "--cacert", "/none/ca.pem", "x"], ["fetch", "--output", "/dev/null/x", "x"],
    ["demo", "--images", "/none"],
  ])
  func wrongArgumentsEndWith64AndOneLine(arguments: [String]) async throws {
    let result = await (try CommandProcess(arguments)).result()
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("lazymedia: "))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [true, false])
  func anUnreadablePathEndsWith1AndOneLine(isJSON: Bool) async throws {
    let result = await (try CommandProcess(["fetch"] + (isJSON ? ["--json"] : []) + ["/none/x.jpg"])).result()
    #expect(result.status == 1)
    #expect(result.lines.count == (isJSON ? 1 : 0))
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(result.errors.contains("/none/x.jpg"))
  }

  @Test(arguments: ["one.png", "a/two.JPEG", "three.rgba"])
  func aFolderNamedLikeAPictureIsRefusedUnlessItIsThere(name: String) async throws {
    let path = folder.path(name)
    let refused = try await CommandProcess.run("fetch", "--output", path, origin.url("/a.png"))
    #expect(refused.status == 64)
    #expect(refused.errors.contains("option '--output' takes a folder"))
    #expect(!FileManager.default.fileExists(atPath: path))
    try Folder.make(path)
    #expect(try await CommandProcess.run("fetch", "--output", path, origin.url("/a.png")).status == 0)
  }

  @Test func passwordsAreShownInNoLineForPeople() async throws {
    let secret = origin.url("/none.png").replacingOccurrences(of: "http://", with: "http://user:secret@")
    let good = origin.url("/a.png").replacingOccurrences(of: "http://", with: "http://user:secret@")
    for command in ["fetch", "probe"] {
      let text = try await CommandProcess.run(command, secret, good)
      #expect(!text.errors.contains("secret") && !text.text.contains("secret"))
      #expect(text.errors.contains(origin.url("/none.png")) && text.text.contains(origin.url("/a.png")))
      let json = try await CommandProcess.run(command, "--json", secret)
      #expect(try json.objects().first?["source"] as? String == secret)
      #expect(json.errors == "")
    }
  }

  @Test func aHostWithoutASchemeIsOfferedAsAURL() async throws {
    let result = try await CommandProcess.run("fetch", "example.com/a.jpg", workingDirectory: folder.path(""))
    #expect(result.status == 1)
    #expect(result.errors.contains("no such file; did you mean https://example.com/a.jpg?"))
  }

  @Test(arguments: ["fetch", "probe"])
  func attemptsAreNamedWhereThereWereSeveral(command: String) async throws {
    origin.route("/broken.png", OriginResponse.status(500))
    let result = try await CommandProcess.run(command, "--retries", "1", origin.url("/broken.png"))
    #expect(result.errors.contains("status 500 after 2 attempts ("))
  }

  @Test func aPictureOnStandardInputFailsOnce() async throws {
    let file = "\u{89}PNG\r\n\u{1A}\n\0\0\0\rIHDR\n\n\0a\nb\n"
    let result = try await CommandProcess.run("fetch", "-", input: file)
    #expect(result.status == 1)
    #expect(
      result.errors
        == "lazymedia: -: standard input holds file contents, not a list of sources (input: invalidLine)\n")
  }

  @Test func interruptionStopsTransfersAndLeavesNoFile() async throws {
    let out = folder.path("out")
    var stalled = OriginResponse(bytes: try SamplePicture.jpeg(width: 800, height: 600))
    stalled.fault = .cut(.withinBody(after: 2000), ending: .stall)
    origin.route("/stalled.jpg", stalled)
    let process = try CommandProcess(
      ["fetch", "--json", "--output", out, origin.url("/hang.jpg"), origin.url("/stalled.jpg"), "-"],
      input: nil)
    try await origin.wait { $0.requests == 2 }
    process.send(SIGINT)
    let result = await process.result(limit: .seconds(10))
    #expect(result.status == 130)
    #expect(result.output.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: out).isEmpty)
    try await origin.wait { $0.connectionsOpen == 0 }
  }

  @Test func terminationEndsWith143() async throws {
    let process = try CommandProcess(["probe", origin.url("/hang.jpg")])
    try await origin.wait { $0.requests == 1 }
    process.send(SIGTERM)
    #expect(await process.result(limit: .seconds(10)).status == 143)
  }

  @Test func aReaderThatGoesAwayEndsTheCommandQuietly() async throws {
    let process = try CommandProcess(
      ["fetch", "--json"] + (0..<50).map { origin.url("/a.png?\($0)") }, output: .closedPipe)
    let result = await process.result(limit: .seconds(10))
    #expect(result.status == 141)
    #expect(result.errors == "")
  }

  @Test func closedOutputIsNoOtherFile() async throws {
    let folder = TemporaryFolder()
    let process = try CommandProcess(
      ["fetch", "--json", "--output", folder.path("out"), origin.url("/a.png")], output: .closed)
    let result = await process.result(limit: .seconds(10))
    #expect(result.status == 1)
    #expect(result.errors == "lazymedia: cannot write to standard output: Bad file descriptor\n")
  }

  // MARK: Terminal

  @Test(.enabled(if: CommandProcess.hasTerminals, "pseudo-terminals are needed: no /dev/pts here"))
  func aTerminalGetsAProgressLineThatIsGoneAtTheEnd() async throws {
    let gate = OriginGate()
    var slow = OriginResponse(bytes: try SamplePicture.png(width: 8, height: 8))
    slow.gate = gate
    origin.route("/slow.png", slow)
    let process = try CommandProcess(
      ["fetch", "--json", origin.url("/a.png"), origin.url("/slow.png")], errors: .terminal(columns: 60))
    async let ended = process.result()
    try await waitUntil { process.outputSoFar.contains("/a.png") }
    // Long enough for one redraw, which is a tenth of a second away.
    try await Task.sleep(for: .milliseconds(400))
    gate.open()
    let result = await ended
    #expect(result.status == 0)
    #expect(try result.objects().count == 2)
    #expect(result.errors.contains("1/2"))
    #expect(result.errors.contains("█"))
    #expect(result.errors.hasSuffix("\r\n"))
    #expect(result.errors.contains("2 loaded, "))
    for line in result.errors.split(whereSeparator: { $0 == "\r" || $0 == "\n" || $0 == "\r\n" }) {
      #expect(line.replacingOccurrences(of: "\u{1B}[K", with: "").count < 60)
    }
  }

  @Test(.enabled(if: CommandProcess.hasTerminals, "pseudo-terminals are needed: no /dev/pts here"))
  func aTerminalGetsNoProgressIfNeverIsAskedFor() async throws {
    let process = try CommandProcess(
      ["fetch", "--json", "--progress", "never", origin.url("/a.png")], errors: .terminal(columns: 80))
    #expect(await process.result().errors == "")
  }

  @Test func aPipeGetsNoProgressUnlessAlwaysIsAskedFor() async throws {
    let piped = try await CommandProcess.run("fetch", "--json", origin.url("/a.png"))
    #expect(piped.errors == "")
    let always = try await CommandProcess.run("fetch", "--json", "--progress", "always", origin.url("/a.png"))
    #expect(always.errors.contains("1 loaded, "))
  }

  // MARK: Many

  @Test(.enabled(if: CommandProcess.measuresMemory))
  func thousandsOfSourcesStreamThroughInConstantMemory() async throws {
    func peak(_ count: Int) async throws -> Int {
      let process = try CommandProcess(["fetch", "--json", "--ordered", "-"], input: nil)
      process.write((0..<count).map { "\(origin.url("/a.png"))?\($0)\n" }.joined())
      try await waitUntil { process.lastOutput.contains("\"index\":\(count - 1),") }
      let peak = try #require(process.peakMemory)
      process.closeInput()
      let result = await process.result()
      #expect(result.status == 0)
      #expect(result.lines.count == count)
      return peak
    }
    let few = try await peak(500)
    let many = try await peak(5000)
    #expect(many <= few + 3072, "\(few) KiB for 500, \(many) KiB for 5,000")
  }
}

extension CommandProcess {
  /// A chroot may have none.
  static var hasTerminals: Bool {
    var (master, slave): (Int32, Int32) = (0, 0)
    guard openpty(&master, &slave, nil, nil, nil) == 0 else { return false }
    close(master)
    close(slave)
    return true
  }

  /// The sanitizers keep freed memory.
  static var measuresMemory: Bool {
    dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil
  }
}
