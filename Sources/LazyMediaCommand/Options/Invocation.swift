/// Arguments that could not be understood, or files and folders in them that cannot be used. Ends the command with
/// status 64 (EX_USAGE of sysexits.h).
struct UsageError: Error, Equatable {
  /// One line, without the command's name.
  var message: String
  /// Whether the help says more: not about what the system refused.
  var concernsSystem = false

  /// The message, and which help says more.
  func line(for subcommand: Subcommand?) -> String {
    if concernsSystem { return message }
    let page = subcommand.map { "lazymedia \($0.rawValue) --help" } ?? "lazymedia --help"
    return message + (message.hasSuffix("?") ? " See '\(page)'." : "; see '\(page)'")
  }
}

/// The arguments, understood.
struct Invocation: Sendable {
  /// `nil` when only options of the command itself were given.
  var subcommand: Subcommand?
  var settings = Settings()
  /// What is no option, in order.
  var operands: [Argument] = []

  /// Understands the arguments that follow the command's name.
  init(_ arguments: [Argument]) throws(UsageError) {
    try understand(arguments)
  }

  /// Understands nothing yet.
  init() {}

  /// Takes the arguments that follow the command's name; after an error ``subcommand`` is what was known by then.
  mutating func understand(_ arguments: [Argument]) throws(UsageError) {
    var parser = OptionParser(arguments)
    try parser.parseOptions(of: nil, into: &self)
    if settings.wantsHelp || settings.wantsVersion { return }
    guard let word = parser.next() else { throw UsageError(message: "no command given") }
    guard let subcommand = Subcommand(rawValue: word.text) else {
      let hint = Text.nearest(to: word.text, in: Subcommand.allCases.map(\.rawValue))
      throw UsageError(message: "unknown command '\(Text.source(word.text))'" + OptionParser.hint(hint))
    }
    self.subcommand = subcommand
    try parser.parseOptions(of: subcommand, into: &self)
    if settings.wantsHelp || settings.wantsVersion { return }
    try validate(subcommand)
  }

  private func validateCache() throws(UsageError) {
    let names = CacheAction.allCases.map(\.rawValue)
    guard let word = operands.first else {
      throw UsageError(message: "'cache' takes an action: \(names.joined(separator: ", "))")
    }
    guard let action = CacheAction(rawValue: word.text) else {
      throw UsageError(
        message: "unknown action '\(Text.source(word.text))'"
          + OptionParser.hint(Text.nearest(to: word.text, in: names)))
    }
    guard operands.count == 2, !operands[1].text.isEmpty else {
      throw UsageError(message: "'cache \(action.rawValue)' takes one folder")
    }
    if (action == .trim) != (settings.trimmedBytes != nil) {
      throw UsageError(
        message: action == .trim ? "'cache trim' needs '--to N'" : "option '--to' is for 'cache trim'")
    }
    if settings.removesBad, action != .verify {
      throw UsageError(message: "option '--remove' is for 'cache verify'")
    }
  }

  private func validateRender() throws(UsageError) {
    let names = RenderAction.allCases.map(\.rawValue)
    guard let word = operands.first else {
      throw UsageError(message: "'render' takes what to draw: \(names.joined(separator: ", "))")
    }
    guard let action = RenderAction(rawValue: word.text) else {
      throw UsageError(
        message: "first say what to draw, \(names.joined(separator: " or ")), not '\(Text.source(word.text))'"
          + OptionParser.hint(Text.nearest(to: word.text, in: names)))
    }
    let sources = operands.dropFirst()
    if sources.isEmpty { throw UsageError(message: "no source given") }
    if sources.contains(where: { $0.text.isEmpty }) { throw UsageError(message: "a source is empty") }
    if sources.filter({ $0.text == "-" }).count > 1 {
      throw UsageError(message: "standard input ('-') can be read only once")
    }
    if settings.outputPath == nil, settings.framesPath == nil, settings.reportPath == nil {
      throw UsageError(
        message: "nothing to write: '--out FILE', '--html FILE'"
          + (action == .feed ? " or '--frames DIR'" : "") + " says what")
    }
    if let path = settings.outputPath, path == settings.reportPath {
      throw UsageError(message: "'--out' and '--html' cannot be the same file")
    }
    switch action {
    case .ad:
      let foreign = [
        ("frames", settings.framesPath != nil), ("renderer", settings.renderer != nil),
        ("orientation", settings.orientation != nil), ("height", settings.canvasHeight != nil),
      ]
      if let (name, _) = foreign.first(where: \.1) {
        throw UsageError(message: "option '--\(name)' is for 'render feed'")
      }
      if settings.moments != nil, settings.outputPath == nil {
        throw UsageError(message: "option '--at' needs '--out FILE'")
      }
      if settings.outputPath != nil, sources.count > 1 {
        throw UsageError(message: "option '--out' takes one source; '--html' takes many")
      }
    case .feed:
      if settings.moments != nil { throw UsageError(message: "option '--at' is for 'render ad'") }
      if settings.placeholder != nil {
        throw UsageError(message: "option '--placeholder' is for 'render ad'")
      }
      if sources.count > 1 {
        throw UsageError(
          message: "'render feed' takes one source, not '\(Text.source(operands[2].text))', too")
      }
    }
  }

  private func validate(_ subcommand: Subcommand) throws(UsageError) {
    switch subcommand {
    case .fetch, .probe, .hash:
      if operands.isEmpty { throw UsageError(message: "no source given") }
      if operands.contains(where: { $0.text.isEmpty }) { throw UsageError(message: "a source is empty") }
      if operands.filter({ $0.text == "-" }).count > 1 {
        throw UsageError(message: "standard input ('-') can be read only once")
      }
      if settings.encoding != nil, settings.outputPath == nil {
        throw UsageError(message: "option '--encode' needs '--output DIR'")
      }
      if settings.cachePolicy != nil, settings.cachePath == nil, settings.sharedCache == nil {
        throw UsageError(message: "option '--cache-policy' needs '--cache DIR'")
      }
    case .ad, .vast:
      guard let source = operands.first else { throw UsageError(message: "no source given") }
      if source.text.isEmpty { throw UsageError(message: "the source is empty") }
      if operands.count > 1 {
        throw UsageError(
          message: "'\(subcommand.rawValue)' takes one source, not '\(Text.source(operands[1].text))', too")
      }
    case .render: try validateRender()
    case .cache: try validateCache()
    case .serve, .demo:
      if let extra = operands.first {
        throw UsageError(message: "'\(subcommand.rawValue)' takes no '\(Text.source(extra.text))'")
      }
    case .completions:
      let shells = Shell.allCases.map(\.rawValue)
      guard operands.count == 1, shells.contains(operands[0].text) else {
        throw UsageError(message: "'completions' takes one shell: \(shells.joined(separator: " or "))")
      }
    case .help:
      let names = Subcommand.allCases.map(\.rawValue)
      guard operands.count <= 1, operands.allSatisfy({ names.contains($0.text) }) else {
        throw UsageError(message: "'help' takes one command: \(names.joined(separator: ", "))")
      }
    }
  }
}
