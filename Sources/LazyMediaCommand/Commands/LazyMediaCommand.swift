import Glibc

/// The command `lazymedia`.
@main @MainActor enum LazyMediaCommand {
  static func main() {
    StandardStreams.occupy()
    // A reader that goes away is seen as a failed write, so that work can be stopped and files taken away.
    signal(SIGPIPE, SIG_IGN)
    var invocation = Invocation()
    do throws(UsageError) {
      try invocation.understand(arguments())
      run(invocation)
    } catch {
      end(complaining: error, about: invocation.subcommand)
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
      start(.fetch) { () throws(UsageError) in
        try FetchCommand(settings: settings, operands: invocation.operands).run
      }
    case .probe:
      start(.probe) { () throws(UsageError) in
        try ProbeCommand(settings: settings, operands: invocation.operands).run
      }
    case .hash:
      start(.hash) { () throws(UsageError) in
        try HashCommand(settings: settings, operands: invocation.operands).run
      }
    case .ad:
      start(.ad) { () throws(UsageError) in
        try AdCommand(settings: settings, source: invocation.operands[0]).run
      }
    case .vast:
      start(.vast) { () throws(UsageError) in
        try VASTCommand(settings: settings, source: invocation.operands[0]).run
      }
    case .render:
      start(.render) { () throws(UsageError) in
        try RenderCommand(
          settings: settings, action: RenderAction(rawValue: operand ?? "") ?? .ad,
          operands: Array(invocation.operands.dropFirst())
        ).run
      }
    case .cache:
      start(.cache) { () throws(UsageError) in
        try CacheCommand(
          settings: settings, action: CacheAction(rawValue: operand ?? "") ?? .info,
          directory: invocation.operands[1]
        ).run
      }
    case .serve:
      start(.serve, endsBySignal: true) { () throws(UsageError) in
        try ServeCommand(settings: settings).run
      }
    case .demo:
      start(.demo) { () throws(UsageError) in try DemoCommand(settings: settings).run }
    }
  }

  private static func start(
    _ subcommand: Subcommand, endsBySignal: Bool = false,
    _ prepare: () throws(UsageError) -> @Sendable () async -> ExitStatus
  ) {
    do throws(UsageError) {
      Interruption.run(isTheUsualEnd: endsBySignal, try prepare())
    } catch {
      end(complaining: error, about: subcommand)
    }
  }

  private static func end(complaining error: UsageError, about subcommand: Subcommand?) -> Never {
    var console = Console(progress: .never)
    console.complain(error.line(for: subcommand))
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
