import Glibc
import LazyMedia
import Testing

@testable import NativeAds

/// The program that opens pages, with a script in its place.
@MainActor @Suite(.timeLimit(.minutes(1))) struct DesktopLinkOpenerTests {
  /// What was told of a page.
  private enum Told: Hashable, Sendable {
    case opened
    case failed(String)
  }

  /// A folder that goes with the test.
  private final class Folder: Sendable {
    let path: String

    init() throws {
      var name = Array("/tmp/link-opener-XXXXXX".utf8CString)
      path = String(cString: try #require(mkdtemp(&name)))
    }

    deinit {
      for name in ["xdg-open", "out", "gate"] { unlink("\(path)/\(name)") }
      rmdir(path)
    }

    /// Writes a script, and gives its path.
    func script(_ text: String, mode: mode_t = 0o755) throws -> String {
      let file = "\(path)/xdg-open"
      let stream = try #require(fopen(file, "we"))
      fputs("#!/bin/sh\n\(text)\n", stream)
      fclose(stream)
      chmod(file, mode)
      return file
    }

    var output: String {
      guard let stream = fopen("\(path)/out", "re") else { return "" }
      defer { fclose(stream) }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, stream)], as: UTF8.self)
    }
  }

  private let folder: Folder

  init() throws { folder = try Folder() }

  private func open(
    _ opener: DesktopLinkOpener, _ url: String = "https://example.com/?a=1&b='$(x)'"
  ) async -> Told {
    await withCheckedContinuation { continuation in
      opener.open(
        LandingPage(url: url, inAppBrowser: false) { event in
          switch event {
          case .opened: continuation.resume(returning: .opened)
          case .failed(let reason): continuation.resume(returning: .failed(reason))
          case .closed: break
          }
        })
    }
  }

  private func waitForEnd(of opener: DesktopLinkOpener) async {
    while opener.running > 0 { await Task.yield() }
  }

  // D8
  @Test func theProgramIsGivenTheURLAsItIs() async throws {
    let program = try folder.script(#"printf '%s\n' "$#" "$1" > "$(dirname "$0")/out""#)
    let opener = DesktopLinkOpener(program: program)
    #expect(await open(opener) == .opened)
    #expect(folder.output == "1\nhttps://example.com/?a=1&b='$(x)'\n")
    #expect(opener.running == 0)
  }

  @Test func aStatusOtherThanZeroIsAFailure() async throws {
    for (status, text) in [(1, "exit status 1"), (3, "no program that opens"), (4, "exit status 4")] {
      let opener = DesktopLinkOpener(program: try folder.script("exit \(status)"))
      guard case .failed(let reason) = await open(opener) else {
        Issue.record("opened")
        continue
      }
      #expect(reason.contains(text))
    }
    let opener = DesktopLinkOpener(program: try folder.script("kill -KILL $$"))
    guard case .failed(let reason) = await open(opener) else {
      Issue.record("opened")
      return
    }
    #expect(reason.contains("signal 9"))
  }

  @Test func whatIsNotInstalledIsNamed() async throws {
    for (program, text) in [
      ("no-such-program-anywhere", "not installed"), (folder.path + "/none", "not installed"),
      (try folder.script("exit 0", mode: 0o644), "may not be run"),
    ] {
      let opener = DesktopLinkOpener(program: program)
      guard case .failed(let reason) = await open(opener) else {
        Issue.record("opened")
        continue
      }
      #expect(reason.contains(text), "\(reason)")
      #expect(opener.running == 0)
    }
  }

  /// The script ends when the test opens the gate, not by time.
  @Test func aProgramThatStillRunsHasOpenedItsPage() async throws {
    let gate = folder.path + "/gate"
    #expect(mkfifo(gate, 0o600) == 0)
    let program = try folder.script(#"read -r line < "$(dirname "$0")/gate"; exit 7"#)
    let opener = DesktopLinkOpener(program: program, patience: .zero)
    #expect(await open(opener) == .opened)
    #expect(opener.running == 1)
    let descriptor = Glibc.open(gate, O_RDWR | O_CLOEXEC)
    #expect(write(descriptor, "\n", 1) == 1)
    await waitForEnd(of: opener)
    close(descriptor)
  }

  // B8
  @Test func itsPagesAreClosedWhenThePersonIsBack() async throws {
    let gate = folder.path + "/gate"
    #expect(mkfifo(gate, 0o600) == 0)
    let program = try folder.script(#"read -r line < "$(dirname "$0")/gate"; exit $line"#)
    let opener = DesktopLinkOpener(program: program)
    var told: [String] = []
    var pages: [LandingPage] = []
    func open(_ name: String) {
      let page = LandingPage(url: "https://example.com/", inAppBrowser: false) { event in
        switch event {
        case .opened: told.append("\(name) opened")
        case .failed: told.append("\(name) failed")
        case .closed: told.append("\(name) closed")
        }
      }
      pages.append(page)
      opener.open(page)
    }
    let descriptor = Glibc.open(gate, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    for (name, status, isBackEarly, lines) in [
      ("open", 0, false, ["open opened"]), ("early", 0, true, ["early opened", "early closed"]),
      ("none", 3, true, ["none failed"]),
    ] {
      open(name)
      // What was opened before, too.
      if isBackEarly { opener.personDidReturn() }
      if name == "early" { #expect(told == ["open closed"]) }
      told = []
      let line = "\(status)\n"
      #expect(write(descriptor, line, line.utf8.count) == line.utf8.count)
      await waitForEnd(of: opener)
      #expect(told == lines)
      told = []
    }
    opener.personDidReturn()
    #expect(told == [])
  }

  @Test func itIsAProcessOfItsOwn() async throws {
    // A descriptor that any child would inherit.
    let leak = Glibc.open(folder.path, O_RDONLY)
    defer { close(leak) }
    let program = try folder.script(
      #"""
      descriptors=$(for d in 0 1 2; do readlink /proc/$$/fd/$d; done)
      { echo "$descriptors"
        for d in /proc/$$/fd/*; do [ "$(readlink $d)" = "$(dirname "$0")" ] && echo leaks; done
        awk -v me=$$ '$5 != me { print "group" }' /proc/$$/stat
        grep -E 'SigBlk|SigIgn' /proc/$$/status | awk '{ print $2 }'
      } > "$(dirname "$0")/out"
      """#)
    #expect(await open(DesktopLinkOpener(program: program)) == .opened)
    let lines = folder.output.split(separator: "\n")
    #expect(lines.prefix(3) == ["/dev/null", "/dev/null", "/dev/null"])
    #expect(lines.count == 5, "\(lines)")
    // glibc keeps signals 32 and 33 for itself.
    for line in lines.suffix(2) {
      #expect(UInt64(line, radix: 16).map { $0 & 0x7FFF_FFFF } == 0, "\(lines)")
    }
  }

  @Test func moreThanAFewAtOnceAreNotStarted() async throws {
    let gate = folder.path + "/gate"
    #expect(mkfifo(gate, 0o600) == 0)
    let program = try folder.script(#"read -r line < "$(dirname "$0")/gate""#)
    let opener = DesktopLinkOpener(program: program, patience: .zero)
    for _ in 0..<DesktopLinkOpener.mostRunning { #expect(await open(opener) == .opened) }
    guard case .failed(let reason) = await open(opener) else {
      Issue.record("opened")
      return
    }
    #expect(reason.contains("\(DesktopLinkOpener.mostRunning) pages"))
    let descriptor = Glibc.open(gate, O_RDWR | O_CLOEXEC)
    for _ in 0..<DesktopLinkOpener.mostRunning { #expect(write(descriptor, "\n", 1) == 1) }
    await waitForEnd(of: opener)
    close(descriptor)
    #expect(await open(DesktopLinkOpener(program: try folder.script("exit 0"))) == .opened)
  }

  @Test func whatIsNoURLIsGivenToNobody() async throws {
    let opener = DesktopLinkOpener(program: try folder.script("exit 0"))
    for url in ["https://a.example/\u{0}x", "https://a.example/\nx", "https://a.example/\u{7F}"] {
      #expect(await open(opener, url) == .failed("a URL has no control characters"))
    }
    #expect(
      await open(opener, "https://a.example/" + String(repeating: "a", count: 1 << 20))
        == .failed("the URL is too long for \(folder.path)/xdg-open"))
  }
}
