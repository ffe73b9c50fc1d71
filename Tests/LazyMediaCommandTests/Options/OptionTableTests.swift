import JSON
import Testing

@testable import LazyMediaCommand
@testable import SampleFeed

@Suite struct OptionTableTests {
  private static let scopes: [Subcommand?] = [nil] + Subcommand.allCases

  @Test(arguments: scopes)
  func namesAreUniqueWithinACommand(subcommand: Subcommand?) {
    let options = CommandOption.options(of: subcommand)
    #expect(Set(options.map(\.name)).count == options.count)
    let shorts = options.compactMap(\.short)
    #expect(Set(shorts).count == shorts.count)
  }

  @Test(arguments: scopes)
  func helpListsEveryOptionWithItsValueAndStaysWithinEightyColumns(subcommand: Subcommand?) {
    let page = HelpText.page(for: subcommand)
    for option in CommandOption.options(of: subcommand) {
      let value = option.value.map { " \($0.placeholder)" } ?? ""
      #expect(page.contains("\(option.flag)\(value)\n"), "\(option.flag)")
    }
    for line in page.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    for section in ["NAME\n", "SYNOPSIS\n", "DESCRIPTION\n", "OPTIONS\n", "EXIT STATUS\n"] {
      #expect(page.contains(section))
    }
  }

  @Test(arguments: [Subcommand.fetch, .probe, .hash])
  func helpSaysWhatHappensToPasswordsAndUnreadableFiles(subcommand: Subcommand) {
    let page = HelpText.page(for: subcommand).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(page.contains("leaves out the user name and password of a URL"))
    #expect(page.contains("repeats the source exactly as given"))
    #expect(page.contains("except for local files that cannot be read"))
  }

  @Test func helpNamesEveryFieldOfTheOutput() throws {
    let fields = try JSONValue(FetchOutcome(index: 0, source: "a").json)
    let page = HelpText.page(for: .fetch)
    guard case .object(let members) = fields else { return #expect(Bool(false), "no object") }
    for member in members { #expect(page.contains("         \(member.name)"), "\(member.name)") }
    guard case .object(let hashMembers) = try JSONValue(HashOutcome(source: "a").json) else {
      return #expect(Bool(false), "no object")
    }
    let hashPage = HelpText.page(for: .hash)
    for member in hashMembers { #expect(hashPage.contains("         \(member.name)"), "\(member.name)") }
  }

  @Test func helpNamesEveryEventOfAnAd() {
    let page = HelpText.page(for: .ad)
    for name in AdEvent.Name.allCases { #expect(page.contains("         \(name.rawValue)"), "\(name)") }
  }

  @Test func helpNamesEveryFieldOfTheWayOfAVASTDocument() throws {
    let page = HelpText.page(for: .vast)
    guard case .object(let members) = try JSONValue(VASTReport(source: "a", targetWidth: nil).json) else {
      return #expect(Bool(false), "no object")
    }
    for member in members { #expect(page.contains("         \(member.name)"), "\(member.name)") }
  }

  @Test func helpNamesEveryFieldOfTheSampleAdServer() throws {
    let hit = SampleTrackerHit(time: .zero, event: "e", unit: "", count: 1, target: "")
    let request = ServedRequest(time: .zero, target: "/t/e", hit: hit)
    let page = HelpText.page(for: .serve)
    for json in [ServeReport.json(request), hit.json] {
      guard case .object(let members) = try JSONValue(json) else { return #expect(Bool(false), "no object") }
      for member in members { #expect(page.contains("         \(member.name)"), "\(member.name)") }
    }
    for endpoint in SampleEndpoint.allCases {
      #expect(page.contains("         \(endpoint.rawValue)"), "\(endpoint)")
    }
  }

  @Test(arguments: Subcommand.allCases)
  func completionsListEveryOptionAndCommand(subcommand: Subcommand) throws {
    let bash = Completions.script(for: .bash)
    let zsh = Completions.script(for: .zsh)
    // The line that offers this command's options.
    let offers = bash.split(separator: "\n").filter { $0.contains("compgen -W '--") }
    let offer = try #require(offers.first { $0.contains(" \(subcommand.rawValue)) ") })
    let start = try #require(zsh.split(separator: "\n").firstIndex(of: "        \(subcommand.rawValue))"))
    let arguments = zsh.split(separator: "\n")[start...].prefix { !$0.hasSuffix(";;") }
    for option in CommandOption.options(of: subcommand) {
      #expect(offer.contains("\(option.flag) ") || offer.contains("\(option.flag)'"), "\(option.flag)")
      #expect(arguments.contains { $0.contains("\(option.flag)[") || $0.contains("\(option.flag)=[") })
    }
    #expect(zsh.contains("'\(subcommand.rawValue):"))
  }
}
