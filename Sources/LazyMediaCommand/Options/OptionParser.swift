/// Walks over arguments: `--name value`, `--name=value`, `-n value`, `-nvalue`, joined switches, and `--`, after
/// which everything is an operand. A single `-` is an operand.
struct OptionParser {
  private var rest: ArraySlice<Argument>

  init(_ arguments: [Argument]) {
    rest = arguments[...]
  }

  /// The next argument, whatever it is.
  mutating func next() -> Argument? { rest.popFirst() }

  /// Applies options of `subcommand` and collects its operands. Before a subcommand (`nil`) it stops in front
  /// of the first operand.
  mutating func parseOptions(of subcommand: Subcommand?, into invocation: inout Invocation) throws(UsageError)
  {
    let options = CommandOption.options(of: subcommand)
    var onlyOperands = false
    while let argument = rest.first {
      let text = argument.text
      if onlyOperands || !text.hasPrefix("-") || text == "-" {
        if subcommand == nil { return }
        rest.removeFirst()
        invocation.operands.append(argument)
        continue
      }
      rest.removeFirst()
      // Shown as text it would name something else, such as another folder.
      guard argument.rawPath == nil else {
        throw UsageError(message: "option '\(Text.printable(text))' is not UTF-8")
      }
      if text == "--" {
        onlyOperands = true
      } else if text.hasPrefix("--") {
        try applyLong(text, of: options, to: &invocation.settings)
      } else {
        try applyShort(text, of: options, to: &invocation.settings)
      }
    }
  }

  private mutating func applyLong(
    _ text: String, of options: [CommandOption], to settings: inout Settings
  ) throws(UsageError) {
    let parts = text.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard let option = options.first(where: { $0.name == name }) else {
      let hint = Text.nearest(to: name, in: options.map(\.name)).map { "--\($0)" }
      throw UsageError(message: "unknown option '--\(Text.source(name))'" + Self.hint(hint))
    }
    try apply(option, typed: option.flag, attached: parts.count == 2 ? String(parts[1]) : nil, to: &settings)
  }

  private mutating func applyShort(
    _ text: String, of options: [CommandOption], to settings: inout Settings
  ) throws(UsageError) {
    var letters = text.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.short == letter }) else {
        throw UsageError(message: "unknown option '-\(Text.printable(String(letter)))'")
      }
      guard option.value != nil else {
        try apply(option, typed: "-\(letter)", attached: nil, to: &settings)
        continue
      }
      try apply(
        option, typed: "-\(letter)", attached: letters.isEmpty ? nil : String(letters), to: &settings)
      return
    }
  }

  private mutating func apply(
    _ option: CommandOption, typed: String, attached: String?, to settings: inout Settings
  ) throws(UsageError) {
    var text = ""
    if let value = option.value {
      guard let given = attached.map({ Argument($0) }) ?? rest.popFirst() else {
        throw UsageError(message: "option '\(typed)' needs a value: \(value.placeholder)")
      }
      text = given.text
      guard given.rawPath == nil else {
        throw UsageError(message: "option '\(typed)' cannot be '\(Text.printable(text))': it must be UTF-8")
      }
    } else if attached != nil {
      throw UsageError(message: "option '\(typed)' takes no value")
    }
    do throws(InvalidValue) {
      try option.apply(&settings, text)
    } catch {
      throw UsageError(
        message: "option '\(typed)' cannot be '\(Text.source(text))': it must be \(error.expected)")
    }
  }

  /// The words that offer another spelling.
  static func hint(_ word: String?) -> String {
    word.map { "; did you mean '\($0)'?" } ?? ""
  }
}
