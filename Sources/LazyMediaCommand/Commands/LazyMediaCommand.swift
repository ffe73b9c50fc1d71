import Glibc

/// The command `lazymedia`.
@main enum LazyMediaCommand {
  static func main() {
    StandardStreams.occupy()
    // A reader that goes away is seen as a failed write, so that work can be stopped and files taken away.
    signal(SIGPIPE, SIG_IGN)
    do throws(UsageError) {
      let invocation = try Invocation(arguments())
      run(invocation)
    } catch {
      end(complaining: error.message)
    }
  }

  private static func run(_ invocation: Invocation) {
    let settings = invocation.settings
    if settings.wantsHelp { return printAndEnd(HelpText.page(for: invocation.subcommand)) }
    if settings.wantsVersion { return printAndEnd("lazymedia \(lazyMediaVersion)") }
    let operand = invocation.operands.first?.text
    switch invocation.subcommand {
    case nil, .help:
      printAndEnd(HelpText.page(for: operand.flatMap(Subcommand.init)))
    case .completions:
      printAndEnd(Completions.script(for: operand.flatMap(Shell.init) ?? .bash))
    case .fetch:
      start { () throws(UsageError) in try FetchCommand(settings: settings, operands: invocation.operands).run
      }
    case .probe:
      start { () throws(UsageError) in try ProbeCommand(settings: settings, operands: invocation.operands).run
      }
    case .demo:
      start { () throws(UsageError) in try DemoCommand(settings: settings).run }
    }
  }

  private static func start(
    _ prepare: () throws(UsageError) -> @Sendable () async -> ExitStatus
  ) {
    do throws(UsageError) {
      Interruption.run(try prepare())
    } catch {
      end(complaining: error.message)
    }
  }

  private static func end(complaining message: String) -> Never {
    var console = Console(progress: .never)
    console.complain("\(message); 'lazymedia --help' tells more")
    exit(ExitStatus.usage.code)
  }

  private static func printAndEnd(_ text: String) {
    var console = Console(progress: .never)
    console.print(text)
    exit(console.status(after: .success).code)
  }

  /// The arguments after the command's name, in whatever bytes they are.
  private static func arguments() -> [Argument] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { start in
        Argument(bytes: UnsafeRawBufferPointer(start: start, count: strlen(start)))
      }
    }
  }
}
