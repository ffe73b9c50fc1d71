/// Scripts that make a shell complete the command. Made from ``CommandOption/table``.
enum Completions {
  static func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    }
  }

  // MARK: bash

  private static var bash: String {
    var lines = [
      "# bash completion for lazymedia",
      "_lazymedia() {",
      "  local current=\"${COMP_WORDS[COMP_CWORD]}\" previous=\"${COMP_WORDS[COMP_CWORD-1]}\" command= word",
      "  COMPREPLY=()",
      // bash takes '=' for a word of its own.
      "  if [[ $current == = ]]; then current=; elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi",
      "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do",
      "    case $word in",
      "      \(Subcommand.allCases.map(\.rawValue).joined(separator: "|"))) command=$word; break ;;",
      "    esac",
      "  done",
      "  case $command:$previous in",
    ]
    for subcommand in scopes {
      for option in CommandOption.options(of: subcommand) {
        guard let value = option.value else { continue }
        let name = subcommand?.rawValue ?? ""
        let flags = [option.flag] + (option.short.map { ["-\($0)"] } ?? [])
        let pattern = flags.map { "\(name):\($0)" }.joined(separator: "|")
        lines.append("    \(pattern)) \(bashReply(value.completion)); return ;;")
      }
    }
    lines += ["  esac", "  if [[ $current == -* ]]; then", "    case $command in"]
    for subcommand in scopes {
      let flags = CommandOption.options(of: subcommand).map(\.flag).joined(separator: " ")
      lines.append("      \(subcommand?.rawValue ?? "''")) \(bashReply(.words([flags]))) ;;")
    }
    lines += ["    esac", "    return", "  fi", "  case $command in"]
    for subcommand in scopes {
      lines.append("    \(subcommand?.rawValue ?? "''")) \(bashReply(operands(of: subcommand))) ;;")
    }
    lines += ["  esac", "}", "complete -o filenames -F _lazymedia lazymedia"]
    return lines.joined(separator: "\n")
  }

  private static func bashReply(_ completion: CommandOption.Completion) -> String {
    switch completion {
    case .words(let words): "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\"))"
    case .wordsOrDirectories(let words):
      "mapfile -t COMPREPLY < <(compgen -d -W '\(words.joined(separator: " "))' -- \"$current\")"
    case .wordsOrFiles(let words):
      "mapfile -t COMPREPLY < <(compgen -f -W '\(words.joined(separator: " "))' -- \"$current\")"
    case .files: "mapfile -t COMPREPLY < <(compgen -f -- \"$current\")"
    case .directories: "mapfile -t COMPREPLY < <(compgen -d -- \"$current\")"
    case .nothing: ":"
    }
  }

  // MARK: zsh

  private static var zsh: String {
    var lines = [
      "#compdef lazymedia",
      "_lazymedia() {",
      "  local curcontext=\"$curcontext\" state line",
      "  typeset -A opt_args",
      "  _arguments -C \\",
    ]
    lines += CommandOption.options(of: nil).map { "    \(zshArgument($0)) \\" }
    lines += ["    '1:command:->command' '*::argument:->argument'", "  case $state in", "    command)"]
    lines.append("      local -a commands=(")
    lines += Subcommand.allCases.map { "        \(quoted("\($0.rawValue):\($0.summary)"))" }
    lines += ["      )", "      _describe command commands ;;", "    argument)", "      case $line[1] in"]
    for subcommand in Subcommand.allCases {
      lines += ["        \(subcommand.rawValue))", "          _arguments -S \\"]
      lines += CommandOption.options(of: subcommand).map { "            \(zshArgument($0)) \\" }
      lines.append(
        "            \(zshOperand(operands(of: subcommand), isRepeated: takesSources(subcommand))) ;;")
    }
    lines += ["      esac ;;", "  esac", "}"]
    // Read from a file of $fpath it is the function's body; sourced, it registers itself.
    lines += [
      "if [[ ${funcstack[1]} == _lazymedia ]]; then", "  _lazymedia \"$@\"", "else",
      "  compdef _lazymedia lazymedia", "fi",
    ]
    return lines.joined(separator: "\n")
  }

  private static func zshArgument(_ option: CommandOption) -> String {
    let text = escaped(option.summary)
    let isRepeated = option.name == "header" ? "*" : ""
    var action = ""
    if let value = option.value {
      action = ":\(escaped(value.placeholder)):\(zshAction(value.completion))"
    }
    let names = [option.flag] + (option.short.map { ["-\($0)"] } ?? [])
    return names.map { name in
      let form = option.value == nil ? name : name.hasPrefix("--") ? "\(name)=" : "\(name)+"
      return quoted("\(isRepeated)\(form)[\(text)]\(action)")
    }.joined(separator: " ")
  }

  private static func zshOperand(_ completion: CommandOption.Completion, isRepeated: Bool) -> String {
    if case .nothing = completion { return "&& return" }
    if case .wordsOrDirectories = completion {
      return quoted("1:action:\(zshAction(completion))") + " " + quoted("2:folder:\(zshAction(.directories))")
    }
    if case .wordsOrFiles = completion {
      return quoted("1:action:\(zshAction(completion))") + " " + quoted("*:source:\(zshAction(.files))")
    }
    return quoted("\(isRepeated ? "*" : "1"):\(isRepeated ? "source" : "argument"):\(zshAction(completion))")
  }

  private static func zshAction(_ completion: CommandOption.Completion) -> String {
    switch completion {
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .wordsOrDirectories(let words), .wordsOrFiles(let words): "(\(words.joined(separator: " ")))"
    case .files: "_files"
    case .directories: "_files -/"
    case .nothing: " "
    }
  }

  private static func escaped(_ text: String) -> String {
    text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  // MARK: Both

  private static let scopes: [Subcommand?] = [nil] + Subcommand.allCases

  private static func operands(of subcommand: Subcommand?) -> CommandOption.Completion {
    switch subcommand {
    case nil, .help: .words(Subcommand.allCases.map(\.rawValue))
    case .fetch, .probe, .hash, .ad, .vast: .files
    case .cache: .wordsOrDirectories(CacheAction.allCases.map(\.rawValue))
    case .render: .wordsOrFiles(RenderAction.allCases.map(\.rawValue))
    case .completions: .words(Shell.allCases.map(\.rawValue))
    case .serve, .demo: .nothing
    }
  }

  private static func takesSources(_ subcommand: Subcommand) -> Bool {
    subcommand == .fetch || subcommand == .probe || subcommand == .hash
  }
}
