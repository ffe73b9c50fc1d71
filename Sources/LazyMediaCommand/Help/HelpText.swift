/// The help, in the sections of a manual page. Options come from ``CommandOption/table``.
enum HelpText {
  private static let width = 80
  private static let indent = 7

  /// The page of a subcommand, or of the command itself.
  static func page(for subcommand: Subcommand?) -> String {
    var sections: [(String, String)] = []
    switch subcommand {
    case nil:
      sections.append(("NAME", body("lazymedia - fetch images and decode them while they arrive")))
    case let subcommand?:
      sections.append(("NAME", body("lazymedia-\(subcommand.rawValue) - \(subcommand.summary)")))
    }
    sections.append(("SYNOPSIS", synopsis(of: subcommand)))
    sections.append(("DESCRIPTION", body(HelpTopics.description(of: subcommand))))
    if subcommand == nil { sections.append(("COMMANDS", commands)) }
    sections.append(("OPTIONS", options(of: subcommand)))
    sections += HelpTopics.sections(of: subcommand).map { ($0.title, body($0.text)) }
    sections.append(("EXIT STATUS", table(HelpTopics.exitStatus(of: subcommand), column: 6)))
    let examples = HelpTopics.examples(of: subcommand).map { String(repeating: " ", count: indent) + $0 }
    if !examples.isEmpty { sections.append(("EXAMPLES", examples.joined(separator: "\n"))) }
    return sections.map { "\($0)\n\($1)" }.joined(separator: "\n\n")
  }

  private static func synopsis(of subcommand: Subcommand?) -> String {
    let margin = String(repeating: " ", count: indent)
    guard let subcommand else {
      return "\(margin)lazymedia COMMAND [OPTION...] [ARGUMENT...]\n\(margin)lazymedia --help | --version"
    }
    let operands = subcommand.operands
    return "\(margin)lazymedia \(subcommand.rawValue) [OPTION...]" + (operands.isEmpty ? "" : " \(operands)")
  }

  private static var commands: String {
    table(Subcommand.allCases.map { ($0.rawValue, $0.summary) }, column: 13)
  }

  private static func options(of subcommand: Subcommand?) -> String {
    let margin = String(repeating: " ", count: indent)
    return CommandOption.options(of: subcommand).map { option in
      let value = option.value.map { " \($0.placeholder)" } ?? ""
      let short = option.short.map { "-\($0), " } ?? ""
      return "\(margin)\(short)\(option.flag)\(value)\n"
        + Text.wrapped(option.explanation, width: width, indent: indent + 7)
    }.joined(separator: "\n")
  }

  /// Paragraphs, divided by empty lines; lines that start with a blank stay as they are.
  private static func body(_ text: String) -> String {
    text.split(separator: "\n\n").map { paragraph in
      paragraph.split(separator: "\n").map { line in
        line.hasPrefix(" ")
          ? String(repeating: " ", count: indent) + line
          : Text.wrapped(String(line), width: width, indent: indent)
      }.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private static func table(_ rows: [(String, String)], column: Int) -> String {
    rows.map { name, text in
      let wrapped = Text.wrapped(text, width: width, indent: indent + column)
      return String(repeating: " ", count: indent) + Text.rightPadded(name, to: column)
        + wrapped.dropFirst(indent + column)
    }.joined(separator: "\n")
  }
}
