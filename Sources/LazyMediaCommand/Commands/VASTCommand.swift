/// `lazymedia vast`
struct VASTCommand: Sendable {
  init(settings: Settings, source: Argument) throws(UsageError) {}
  @Sendable func run() async -> ExitStatus { .someFailed }
}
extension HelpTopics { static let vastOutput = "x" }
