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

@Suite struct DemoProcessTests {
  private let folder = TemporaryFolder()

  private func write(_ bytes: [UInt8], _ path: String) throws {
    try Folder.make(folder.path(Folder.parent(of: path)))
    try AtomicFile.write(bytes, to: folder.path(path))
  }

  @Test func theLastLineIsThePathOfThePicture() async throws {
    for index in 0..<5 {
      try write(try SamplePicture.jpeg(width: 600, height: 314), "images/media/media \(index).jpg")
      try write(try SamplePicture.png(width: 80, height: 80), "images/icons/icon-\(index).png")
    }
    try write(
      Array(try SamplePicture.jpeg(width: 600, height: 314).prefix(900)), "images/truncated/jpeg-mid-scan.jpg"
    )
    let result = try await CommandProcess.run(
      "demo", "--images", "images", "--latency", "1", "--output", "made/sheet.png",
      workingDirectory: folder.path(""))
    #expect(result.status == 0, "\(result.text)\(result.errors)")
    #expect(result.lines.last == "made/sheet.png")
    #expect(result.lines.filter { $0.contains(" loaded ") }.count == 10)
    #expect(result.lines.filter { $0.contains(" failed ") }.count == 2)
    #expect(result.text.contains("5 of 5 ads loaded"))
    let probe = try await CommandProcess.run("probe", "--json", folder.path("made/sheet.png"))
    #expect(try probe.objects().first?["width"] as? Int == 4 * 300 + 3 * 20 + 60)
  }

  @Test func everyAnswerIsDelayedEvenThatOfTheMissingFile() async throws {
    try write(try SamplePicture.jpeg(width: 60, height: 31), "images/media/a.jpg")
    let result = try await CommandProcess.run(
      "demo", "--images", "images", "--latency", "300", workingDirectory: folder.path(""))
    let times = result.lines.filter { $0.contains(" loaded ") || $0.contains(" failed ") }
      .compactMap { Double($0.split(separator: " ").first ?? "") }
    // One after the other: the missing file is asked for when the ad is there.
    try #require(times.count == 2)
    #expect(times[1] - times[0] >= 290)
  }

  @Test func anAdThatFailsEndsWith1ThoughThePictureIsWritten() async throws {
    try write(try SamplePicture.jpeg(width: 60, height: 31), "images/media/a.jpg")
    try write([1, 2, 3], "images/media/b.jpg")
    let result = try await CommandProcess.run(
      "demo", "--images", "images", "--latency", "0", workingDirectory: folder.path(""))
    #expect(result.status == 1)
    #expect(result.lines.last == "Output/demo.png")
    #expect(!(try folder.bytes("Output/demo.png")).isEmpty)
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
    #expect(try await offers("lazymedia", "fetch", "--fit", "=") == ["contain", "cover", "fill"])
    #expect(try await offers("lazymedia", "completions", "z") == ["zsh"])
    #expect(
      try await offers("lazymedia", "fetch", "--") == CommandOption.options(of: .fetch).map(\.flag))
  }
}
