/// One option: how it is written, explained, completed and applied. Parser, help and completions all
/// read the same ``CommandOption/table``, so they cannot differ.
struct CommandOption: Sendable {
  /// What a shell offers as the value.
  enum Completion: Sendable {
    case words([String])
    /// First one of the words, then a folder.
    case wordsOrDirectories([String])
    /// First one of the words, then files.
    case wordsOrFiles([String])
    case files
    case directories
    case nothing
  }

  /// What follows the name.
  struct Value: Sendable {
    /// How the value stands in the help, for example `WxH`.
    var placeholder: String
    var completion: Completion
  }

  /// The long name, without dashes.
  var name: String
  /// The one-letter form, without its dash.
  var short: Character?
  /// `nil` for a switch.
  var value: Value?
  /// Where it is valid; `nil` in the list stands for the command before its subcommand.
  var subcommands: [Subcommand?]
  /// What it does, in a few words, for completions.
  var summary: String
  /// What it does, in sentences, with unit and default.
  var explanation: String
  /// Puts a value (empty for a switch) into the settings.
  var apply: @Sendable (inout Settings, String) throws(InvalidValue) -> Void

  /// How it is typed, for example `--size`.
  var flag: String { "--\(name)" }

  /// The options of a subcommand, in the order of the table.
  static func options(of subcommand: Subcommand?) -> [CommandOption] {
    table.filter { $0.subcommands.contains(subcommand) }
  }
}

/// Why an option's value was refused.
struct InvalidValue: Error, Equatable {
  /// What is allowed, to follow the words "it must be".
  var expected: String
}

extension CommandOption {
  static func toggle(
    _ name: String, short: Character? = nil, _ subcommands: [Subcommand?], _ summary: String,
    _ explanation: String, apply: @escaping @Sendable (inout Settings) -> Void
  ) -> CommandOption {
    CommandOption(
      name: name, short: short, value: nil, subcommands: subcommands, summary: summary,
      explanation: explanation, apply: { settings, _ throws(InvalidValue) in apply(&settings) })
  }

  static func valued(
    _ name: String, _ placeholder: String, short: Character? = nil, _ subcommands: [Subcommand?],
    _ summary: String, _ explanation: String, completes completion: Completion = .nothing,
    apply: @escaping @Sendable (inout Settings, String) throws(InvalidValue) -> Void
  ) -> CommandOption {
    CommandOption(
      name: name, short: short, value: Value(placeholder: placeholder, completion: completion),
      subcommands: subcommands, summary: summary, explanation: explanation, apply: apply)
  }

  /// An option that takes one of the values of an enumeration.
  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ keyPath: any WritableKeyPath<Settings, Choice> & Sendable,
    _ subcommands: [Subcommand?], _ summary: String, _ explanation: String
  ) -> CommandOption where Choice.RawValue == String {
    choice(name, subcommands, summary, explanation) { $0[keyPath: keyPath] = $1 }
  }

  /// An option that takes one of the values of an enumeration, which `apply` puts into the settings.
  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ subcommands: [Subcommand?], _ summary: String, _ explanation: String,
    apply: @escaping @Sendable (inout Settings, Choice) -> Void
  ) -> CommandOption where Choice.RawValue == String {
    let words = Choice.allCases.map(\.rawValue)
    return valued(
      name, words.joined(separator: "|"), subcommands, summary, explanation, completes: .words(words)
    ) { settings, text throws(InvalidValue) in
      guard let choice = Choice(rawValue: text) else {
        throw InvalidValue(expected: "one of \(words.joined(separator: ", "))")
      }
      apply(&settings, choice)
    }
  }

  /// An option that takes a whole number.
  static func number(
    _ name: String, _ range: ClosedRange<Int>, _ keyPath: any WritableKeyPath<Settings, Int> & Sendable,
    _ subcommands: [Subcommand?], _ summary: String, _ explanation: String
  ) -> CommandOption {
    valued(name, "N", subcommands, summary, explanation) { settings, text throws(InvalidValue) in
      settings[keyPath: keyPath] = try OptionValue.wholeNumber(text, in: range)
    }
  }
}
