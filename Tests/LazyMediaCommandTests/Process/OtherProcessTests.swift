import Foundation
import LazyMedia
import OriginServer
import Testing

@testable import LazyMediaCommand

@Suite struct ProbeProcessTests {
  @Test func jsonHasExactlyTheListedFieldsAndLittleIsRead() async throws {
    let origin = try OriginServer()
    let jpeg = try SamplePicture.jpeg(width: 900, height: 700)
    origin.route("/b.jpg", OriginResponse(bytes: jpeg).with { $0.ranges = .honoured })
    let result = try await CommandProcess.run("probe", "--json", origin.url("/b.jpg"))
    #expect(result.status == 0)
    let object = try #require(try result.objects().first)
    #expect(
      Set(object.keys) == [
        "source", "state", "format", "width", "height", "orientation", "preferredWidth", "preferredHeight",
        "bytesRead",
      ])
    #expect(object["state"] as? String == "loaded")
    #expect(object["preferredWidth"] as? Int == 900)
    #expect(object["preferredHeight"] as? Int == 700)
    let read = try #require(object["bytesRead"] as? Int)
    #expect(read > 0 && read <= 1_024 && read < jpeg.count)
  }

  @Test func aFailureIsTold() async throws {
    let result = try await CommandProcess.run("probe", "--json", "data:text/plain,hello")
    #expect(result.status == 1)
    let object = try #require(try result.objects().first)
    #expect(object["state"] as? String == "failed")
    #expect(object["width"] is NSNull)
    #expect((object["error"] as? [String: Any])?["message"] is String)
    let text = try await CommandProcess.run("probe", "data:text/plain,hello")
    #expect(text.output.isEmpty)
    #expect(text.errors.split(separator: "\n").count == 1)
  }
}

@Suite struct HashProcessTests {
  @Test func jsonHasExactlyTheListedFieldsAndTheHashesOfThePicture() async throws {
    let origin = try OriginServer()
    origin.route("/a.png", OriginResponse(bytes: try SamplePicture.png(width: 90, height: 60)))
    let result = try await CommandProcess.run("hash", "--json", origin.url("/a.png"))
    #expect(result.status == 0)
    let object = try #require(try result.objects().first)
    #expect(
      Set(object.keys) == ["source", "state", "blurhash", "thumbhash", "width", "height", "error"])
    let pixels = try SamplePicture.pixels(width: 90, height: 60)
    #expect(object["state"] as? String == "loaded")
    #expect(object["blurhash"] as? String == (try BlurHash(encoding: pixels).text))
    #expect(object["thumbhash"] as? String == (try ThumbHash(encoding: pixels).base64))
    #expect(object["width"] as? Int == 90)
    #expect(object["height"] as? Int == 60)
    #expect(object["error"] is NSNull)
  }

  @Test func componentsChooseTheLengthOfTheBlurHash() async throws {
    let folder = TemporaryFolder()
    try AtomicFile.write(try SamplePicture.jpeg(width: 900, height: 700), to: folder.path("a.jpg"))
    let result = try await CommandProcess.run("hash", "--components", "9x1", "--json", folder.path("a.jpg"))
    let object = try #require(try result.objects().first)
    let hash = try BlurHash(try #require(object["blurhash"] as? String))
    #expect(hash.componentsX == 9 && hash.componentsY == 1)
    #expect(object["width"] as? Int == 900)
    let wrong = try await CommandProcess.run("hash", "--components", "4x10", folder.path("a.jpg"))
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("each from 1 to 9"))
  }

  @Test func linesForPeopleAreAlignedAndFailuresAreTold() async throws {
    let folder = TemporaryFolder()
    try AtomicFile.write(try SamplePicture.jpeg(width: 900, height: 700), to: folder.path("a.jpg"))
    try AtomicFile.write(try SamplePicture.png(width: 8, height: 8), to: folder.path("b.png"))
    let result = try await CommandProcess.run(
      "hash", "--ordered", "a.jpg", "data:text/plain,hello", "b.png", workingDirectory: folder.path(""))
    #expect(result.status == 1)
    #expect(result.lines.count == 2)
    #expect(result.lines.first?.hasSuffix("      900x700  a.jpg") == true)
    #expect(result.lines.last?.hasSuffix("          8x8  b.png") == true)
    #expect(Set(result.lines.map(\.count)).count == 1)
    #expect(result.errors.split(separator: "\n").count == 1)
    let json = try await CommandProcess.run("hash", "--json", "data:text/plain,hello")
    let object = try #require(try json.objects().first)
    #expect(object["state"] as? String == "failed")
    #expect(object["blurhash"] is NSNull)
    #expect((object["error"] as? [String: Any])?["message"] is String)
  }

  @Test func aPictureIsHashedAsItIsDisplayed() async throws {
    // Orientation 6: stored 90x60, shown 60x90.
    let pixels = try SamplePicture.pixels(width: 90, height: 60)
    let jpeg = try JPEGEncoder().encode(pixels)
    let tiff: [UInt8] = [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
    ]
    let exif = Array("Exif\0\0".utf8) + tiff
    let file = Array(jpeg[..<2]) + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + Array(jpeg[2...])
    let folder = TemporaryFolder()
    try AtomicFile.write(file, to: folder.path("a.jpg"))
    let object = try #require(
      try await CommandProcess.run("hash", "--json", folder.path("a.jpg")).objects().first)
    #expect(object["width"] as? Int == 60)
    #expect(object["height"] as? Int == 90)
    let thumbHash = try ThumbHash(base64: try #require(object["thumbhash"] as? String))
    #expect(thumbHash.aspectRatio < 1)
  }
}

@Suite struct DemoProcessTests {
  private let folder = TemporaryFolder()

  private func write(_ bytes: [UInt8], _ path: String) throws {
    try Folder.make(folder.path(Folder.parent(of: path)))
    try AtomicFile.write(bytes, to: folder.path(path))
  }

  #if Canvas
    @Test func theLastLineIsThePathOfThePicture() async throws {
      for index in 0..<5 {
        try write(try SamplePicture.jpeg(width: 600, height: 314), "images/media/media \(index).jpg")
        try write(try SamplePicture.png(width: 80, height: 80), "images/icons/icon-\(index).png")
      }
      try write(
        Array(try SamplePicture.jpeg(width: 600, height: 314).prefix(900)),
        "images/truncated/jpeg-mid-scan.jpg"
      )
      let result = try await CommandProcess.run(
        "demo", "--images", "images", "--latency", "1", "--output", "made/feed.png",
        workingDirectory: folder.path(""))
      #expect(result.status == 0, "\(result.text)\(result.errors)")
      #expect(result.lines.last == "made/feed.png")
      // Of the two that cannot load the icons come.
      #expect(result.lines.filter { $0.contains("  loaded  ") }.count == 12)
      #expect(result.lines.filter { $0.contains("  failed  ") }.count == 2)
      #expect(result.text.contains("5 of 5 ads loaded"))
      let probe = try await CommandProcess.run("probe", "--json", folder.path("made/feed.png"))
      #expect(try probe.objects().first?["width"] as? Int == 2 * (3 * 390 + 2 * 24))
      #expect(result.lines.contains("made/feed.html"))
      #expect(folder.text("made/feed.html").contains("media 3.jpg"))
    }
  #endif

  @Test func everyAnswerIsDelayedEvenThatOfTheMissingFile() async throws {
    try write(try SamplePicture.jpeg(width: 60, height: 31), "images/media/a.jpg")
    let result = try await CommandProcess.run(
      "demo", "--images", "images", "--latency", "300", workingDirectory: folder.path(""))
    let times = result.lines.filter { $0.contains("  loaded  ") || $0.contains("  failed  ") }
      .compactMap { Double($0.split(separator: " ").first ?? "") }
    try #require(times.count == 2)
    for time in times { #expect(time >= 300) }
  }

  @Test func anAdThatFailsEndsWith1ThoughAllIsWritten() async throws {
    try write(try SamplePicture.jpeg(width: 60, height: 31), "images/media/a.jpg")
    try write([1, 2, 3], "images/media/b.jpg")
    let result = try await CommandProcess.run(
      "demo", "--images", "images", "--latency", "0", workingDirectory: folder.path(""))
    #expect(result.status == 1)
    #expect(!(try folder.bytes("Output/demo.html")).isEmpty)
    #if Canvas
      #expect(result.lines.last == "Output/demo.png")
      #expect(!(try folder.bytes("Output/demo.png")).isEmpty)
    #endif
  }
}

@Suite struct ShellProcessTests {
  @Test func versionAndHelpArePrinted() async throws {
    let version = try await CommandProcess.run("--version")
    #expect(version.text == "lazymedia \(lazyMediaVersion)\n")
    for subcommand in Subcommand.allCases {
      let help = try await CommandProcess.run(subcommand.rawValue, "--help")
      #expect(help.status == 0)
      #expect(help.text == HelpText.page(for: subcommand) + "\n")
      #expect(try await CommandProcess.run("help", subcommand.rawValue).text == help.text)
    }
  }

  /// What bash offers for a line.
  private func offers(_ words: String...) async throws -> [String] {
    let folder = TemporaryFolder()
    let script = try await CommandProcess.run("completions", "bash").text
    try AtomicFile.write(
      Array(
        (script + """

          COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
          COMP_CWORD=\(words.count - 1)
          _lazymedia
          printf '%s\\n' "${COMPREPLY[@]}"
          """).utf8), to: folder.path("script"))
    let bash = Process()
    bash.executableURL = URL(fileURLWithPath: "/bin/bash")
    bash.arguments = [folder.path("script")]
    let output = Pipe()
    bash.standardOutput = output
    try bash.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    bash.waitUntilExit()
    return text.split(separator: "\n").map(String.init)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
  func bashOffersWhatFits() async throws {
    #expect(try await offers("lazymedia", "") == Subcommand.allCases.map(\.rawValue))
    #expect(try await offers("lazymedia", "pr") == ["probe"])
    #expect(try await offers("lazymedia", "fetch", "--pix") == ["--pixel-hash"])
    #expect(try await offers("lazymedia", "probe", "--pix") == [])
    #expect(try await offers("lazymedia", "fetch", "--fit", "co") == ["contain", "cover"])
    #expect(try await offers("lazymedia", "fetch", "--fit", "=", "co") == ["contain", "cover"])
    #expect(try await offers("lazymedia", "fetch", "--fit", "=") == ["contain", "cover", "fill", "center"])
    #expect(try await offers("lazymedia", "completions", "z") == ["zsh"])
    #expect(
      try await offers("lazymedia", "fetch", "--") == CommandOption.options(of: .fetch).map(\.flag))
  }
}
