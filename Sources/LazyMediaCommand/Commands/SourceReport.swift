/// What `fetch`, `probe` and `hash` share: sources in, outcomes out.
struct SourceReport: Sendable {
  var settings: Settings
  var reader: SourceReader
  var meter: ProgressMeter

  /// Works through all sources and reports the outcomes.
  func run<O: Outcome>(
    _ perform: @escaping @Sendable (Int, SourceRequest) async -> O?
  ) async -> ExitStatus {
    var console = Console(progress: settings.progress)
    var hasFailures = false
    let stream = SourceStream(
      concurrency: settings.concurrency, isOrdered: settings.isOrdered,
      tickInterval: console.showsProgress ? .milliseconds(100) : nil)
    let reader = reader
    await stream.run(
      next: { await reader.next() }, perform: perform,
      event: { event in
        switch event {
        case .tick:
          console.draw(meter.progress)
        case .outcome(let outcome):
          hasFailures = hasFailures || outcome.failure != nil
          report(outcome, on: &console)
        }
        return console.outputFailure == nil
      })
    console.conclude(meter.progress, isInterrupted: Interruption.signal != nil)
    return console.status(after: hasFailures ? .someFailed : .success)
  }

  private func report(_ outcome: some Outcome, on console: inout Console) {
    if settings.isJSON {
      console.print(outcome.json)
      // Something to be mended at this end is reported where people look, too.
      guard outcome.failure?.isUnreadableFile == true else { return }
    } else if outcome.failure == nil {
      console.print(outcome.line, color: .green)
      for warning in outcome.warnings {
        console.complain(
          "\(Text.source(outcome.source)): warning: \(Text.printable(warning))", color: .yellow)
      }
    }
    if let line = outcome.failureLine { console.complain(line) }
  }
}
