import LazyMedia
import SampleFeed
import Testing

@testable import LazyMediaCommand

@Suite struct InvocationTests {
  private func fetch(_ arguments: Argument...) throws -> Settings {
    try Invocation(["fetch"] + arguments + ["a.jpg"]).settings
  }

  private func failure(_ arguments: Argument...) -> String? {
    do throws(UsageError) {
      _ = try Invocation(arguments)
      return nil
    } catch {
      return error.message
    }
  }

  // MARK: Forms

  @Test func valuesMayFollowOrBeAttached() throws {
    #expect(try fetch("--retries", "5").retries == 5)
    #expect(try fetch("--retries=5").retries == 5)
    #expect(try fetch("-o", "out").outputPath == "out")
    #expect(try fetch("-oout").outputPath == "out")
    #expect(try fetch("--proxy=").proxy == "")
    #expect(try fetch("--user-agent=a=b").userAgent == "a=b")
  }

  @Test func optionsAndSourcesMayBeMixedInAnyOrder() throws {
    let invocation = try Invocation(["fetch", "a.jpg", "--json", "b.jpg", "-", "--", "--json", "-x"])
    #expect(invocation.subcommand == .fetch)
    #expect(invocation.settings.isJSON)
    #expect(invocation.operands == ["a.jpg", "b.jpg", "-", "--json", "-x"])
  }

  @Test func theLastOfRepeatedOptionsCountsButHeadersAddUp() throws {
    let settings = try fetch("--retries", "1", "--retries", "3", "-H", "A: 1", "--header", "B:  2 ")
    #expect(settings.retries == 3)
    #expect(settings.headers == [HTTPField("A", "1"), HTTPField("B", "2")])
  }

  @Test func withoutOptionsTheDefaultsHold() throws {
    let settings = try fetch()
    #expect(settings.size == nil)
    #expect(settings.fit == .contain)
    #expect(settings.concurrency == 16)
    #expect(settings.timeout == .seconds(60))
    #expect(settings.retries == RetryPolicy().maximumRetries)
    #expect(settings.maximumBytes == nil)
    #expect(settings.maximumPixels == DecodeLimits().maximumPixels)
    #expect(settings.appliesOrientation && !settings.allowsPartial && !settings.isJSON)
    #expect(settings.progress == .auto)
  }

  @Test func everyOptionOfTheIssueIsUnderstood() throws {
    let settings = try fetch(
      "--size", "600x314", "--fit", "cover", "--upscale", "--encode", "jpeg", "--quality", "80", "--output",
      "out", "--json", "--ordered", "--pixel-hash", "--no-orientation", "--allow-partial", "--concurrency",
      "4", "--timeout", "1.5", "--retries", "0", "--max-bytes", "2M", "--max-pixels", "1000",
      "--user-agent", "me", "--header", "Accept: image/*", "--progress", "never", "--cacert", "ca.pem",
      "--proxy", "http://127.0.0.1:1")
    #expect(settings.size == PixelSize(width: 600, height: 314))
    #expect(settings.fit == .cover)
    #expect(settings.allowsUpscaling)
    #expect(settings.encoding == .jpeg)
    #expect(settings.quality == 80)
    #expect(settings.isOrdered && settings.hashesPixels && settings.allowsPartial)
    #expect(!settings.appliesOrientation)
    #expect(settings.concurrency == 4)
    #expect(settings.timeout == .milliseconds(1500))
    #expect(settings.maximumBytes == 2 << 20)
    #expect(settings.maximumPixels == 1000)
    #expect(settings.caBundlePath == "ca.pem")
    #expect(settings.proxy == "http://127.0.0.1:1")
  }

  @Test func faultsOfTheSampleAdServerAddUp() throws {
    let settings = try Invocation([
      "serve", "--fault", "ads=500/2", "--fault=media=slow", "--fault", "ads=no-fill", "--port", "65535",
      "--latency", "0.5", "--log", "a/b",
    ]).settings
    #expect(settings.faults.rules == [.ads: .init(.noFill), .media: .init(.slow)])
    #expect(settings.port == 65_535)
    #expect(settings.latency == .microseconds(500))
    #expect(settings.logPath == "a/b")
  }

  @Test(arguments: [
    "ads", "ads=", "=", "", "ads=success", "media=no-fill", "trackers=500/0", "latency=5", "ads=500/x",
    "ads=200",
    "x=500",
  ])
  func aFaultThatIsNoneIsRefused(text: String) {
    let message = failure("serve", "--fault", Argument(text))
    #expect(message?.contains("it must be such as 'ads=500/2': ") == true, "\(message ?? "none")")
  }

  @Test func theSampleAdServerRefusesWhatItDoesNotTake() {
    #expect(failure("serve", "a.jpg") == "'serve' takes no 'a.jpg'")
    #expect(failure("serve", "--port", "65536") != nil)
    #expect(failure("serve", "--log", "") != nil)
  }

  // MARK: Refusals

  @Test(arguments: [
    ("--concurrency", "0"), ("--concurrency", "257"), ("--concurrency", "x"), ("--concurrency", "-1"),
    ("--concurrency", "1e2"), ("--concurrency", "99999999999999999999"), ("--timeout", "0"),
    ("--timeout", "86401"), ("--timeout", "1.2.3"), ("--timeout", "."), ("--timeout", "1.0000001"),
    ("--timeout", "1.99999999999999999999"), ("--timeout", "1.é9999999999999999999"),
    ("--retries", "21"), ("--max-bytes", "0"), ("--max-bytes", "5G"), ("--max-bytes", "K"),
    ("--max-bytes", "9999999999999999G"), ("--max-pixels", "0"), ("--size", "600"), ("--size", "0x1"),
    ("--size", "1x16385"), ("--size", "1x1x1"), ("--size", " 1x1"), ("--fit", "stretch"), ("--fit", "Cover"),
    ("--header", "no colon"), ("--header", "A B: c"), ("--header", ": c"), ("--header", "A: b\r\nC: d"),
    ("--user-agent", "a\nb"), ("--progress", "maybe"), ("--quality", "101"), ("--output", ""),
  ])
  func valuesOutOfRangeAreRefusedByName(option: String, value: String) {
    let message = failure("fetch", Argument(option), Argument(value), "a.jpg")
    #expect(message?.hasPrefix("option '\(option)' cannot be '") == true, "\(message ?? "accepted")")
    #expect(message?.contains("\n") == false)
    #expect(message?.contains("must be") == true)
  }

  @Test func componentsOfTheBlurHashAreTwoDigits() throws {
    let settings = try Invocation(["hash", "--components", "9x1", "a.jpg"]).settings
    #expect(settings.components == (9, 1))
    #expect(try Invocation(["hash", "a.jpg"]).settings.components == (4, 3))
    for value in ["0x3", "4x10", "4", "4x", "4x3x2", "-1x3", "4X3"] {
      let message = failure("hash", "--components", Argument(value), "a.jpg")
      #expect(message?.contains("must be two numbers, such as 4x3, each from 1 to 9") == true, "\(value)")
    }
    #expect(failure("hash") == "no source given")
    #expect(failure("probe", "--components", "4x3", "a") == "unknown option '--components'")
  }

  @Test func valuesThatAreNoUTF8AreRefusedRatherThanChanged() {
    let folder = Argument(bytes: [0x6F, 0xFF])
    #expect(
      failure("fetch", "--output", folder, "a.jpg")
        == "option '--output' cannot be 'o\u{FFFD}': it must be UTF-8")
    let attached = Argument(bytes: Array("--output=".utf8) + [0x6F, 0xFF])
    #expect(failure("fetch", attached, "a.jpg") == "option '--output=o\u{FFFD}' is not UTF-8")
  }

  @Test func unknownOptionsAreNamedAndTheNearestIsOffered() {
    #expect(failure("fetch", "--jsom", "a") == "unknown option '--jsom'; did you mean '--json'?")
    #expect(failure("fetch", "--qqqqqq", "a") == "unknown option '--qqqqqq'")
    #expect(failure("fetch", "-z", "a") == "unknown option '-z'")
    #expect(failure("probe", "--pixel-hash", "a") == "unknown option '--pixel-hash'")
    #expect(failure("fetsh") == "unknown command 'fetsh'; did you mean 'fetch'?")
    #expect(failure("--json") == "unknown option '--json'")
  }

  @Test func whatIsMissingOrTooMuchIsSaid() {
    #expect(failure() == "no command given")
    #expect(failure("fetch") == "no source given")
    #expect(failure("fetch", "") == "a source is empty")
    #expect(failure("fetch", "-", "-") == "standard input ('-') can be read only once")
    #expect(failure("fetch", "a", "--retries") == "option '--retries' needs a value: N")
    #expect(failure("fetch", "a", "--json=yes") == "option '--json' takes no value")
    #expect(failure("fetch", "a", "--encode", "png") == "option '--encode' needs '--output DIR'")
    #expect(failure("demo", "x") == "'demo' takes no 'x'")
    #expect(failure("completions", "fish") == "'completions' takes one shell: bash or zsh")
    #expect(failure("help", "x")?.hasPrefix("'help' takes one command") == true)
  }

  @Test func theLineNamesTheHelpThatSaysMore() {
    func line(_ arguments: Argument...) -> String? {
      var invocation = Invocation()
      do throws(UsageError) {
        try invocation.understand(arguments)
        return nil
      } catch {
        return error.line(for: invocation.subcommand)
      }
    }
    #expect(line("fech") == "unknown command 'fech'; did you mean 'fetch'? See 'lazymedia --help'.")
    #expect(line() == "no command given; see 'lazymedia --help'")
    #expect(line("fetch") == "no source given; see 'lazymedia fetch --help'")
    #expect(
      line("fetch", "--siez", "1x1", "a")
        == "unknown option '--siez'; did you mean '--size'? See 'lazymedia fetch --help'.")
    let error = UsageError(message: "cannot read 'x': No such file or directory", concernsSystem: true)
    #expect(error.line(for: .fetch) == error.message)
  }

  @Test func textFromTheUserCannotForgeALineOfTheMessage() {
    #expect(failure("fetch", "--a\nb\u{1B}[2J", "x") == "unknown option '--a\\u{a}b\\u{1b}[2J'")
  }

  @Test(arguments: [nil] + Subcommand.allCases)
  func helpAndVersionAreUnderstoodEverywhere(subcommand: Subcommand?) throws {
    let start = subcommand.map { [Argument($0.rawValue)] } ?? []
    #expect(try Invocation(start + ["--help"]).settings.wantsHelp)
    #expect(try Invocation(start + ["-h"]).settings.wantsHelp)
    #expect(try Invocation(start + ["--version"]).settings.wantsVersion)
  }

  @Test func bytesThatAreNoUTF8StandForAPath() {
    let argument = Argument(bytes: [0x61, 0xFF, 0x2F, 0x25, 0x62])
    #expect(argument.text == "a\u{FFFD}/%b")
    #expect(argument.url(workingDirectory: { "/x y" }) == "file:///x%20y/a%FF/%25b")
    #expect(Argument(bytes: Array("ä.jpg".utf8)).url(workingDirectory: { "/" }) == "ä.jpg")
  }
}
