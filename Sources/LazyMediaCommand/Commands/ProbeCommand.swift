import LazyMedia

/// `lazymedia probe`: reports format, size and orientation from the first bytes.
struct ProbeCommand: Sendable {
  private let settings: Settings
  private let pipeline: MediaPipeline
  private let reader: SourceReader
  private let meter: ProgressMeter

  /// Checks what the options name.
  init(settings: Settings, operands: [Argument]) throws(UsageError) {
    self.settings = settings
    pipeline = try MediaSetup.pipeline(for: settings)
    reader = SourceReader(operands)
    meter = ProgressMeter(total: reader.total)
  }

  /// Runs until all is done, or the Swift task is cancelled.
  @Sendable func run() async -> ExitStatus {
    await SourceReport(settings: settings, reader: reader, meter: meter).run(perform)
  }

  private func perform(_ index: Int, _ source: SourceRequest) async -> ProbeOutcome? {
    var outcome = ProbeOutcome(source: source.text)
    meter.started(index)
    if let problem = source.problem {
      outcome.failure = .invalidLine(problem)
    } else {
      do {
        let probe = try await pipeline.probe(MediaSetup.request(for: source, settings))
        outcome.info = probe.info
        outcome.bytesRead = probe.bytesRead
      } catch let error as MediaError {
        outcome.failure = Failure(error, of: source.url)
      } catch {
        return nil
      }
    }
    meter.finished(index, hasFailed: outcome.failure != nil, bytes: outcome.bytesRead)
    return outcome
  }
}
