import LazyMedia

/// A command that asks the pipeline for one thing of every source, and prints what came of it.
struct SourceCommand<Loaded: LoadedOutcome>: Sendable {
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

  private func perform(_ index: Int, _ source: SourceRequest) async -> Loaded? {
    var outcome = Loaded(source: source.text)
    meter.started(index)
    if let problem = source.problem {
      outcome.failure = .invalidLine(problem)
    } else {
      do {
        try await outcome.load(MediaSetup.request(for: source, settings), from: pipeline, settings)
      } catch let error as MediaError {
        outcome.failure = Failure(error, of: source.url)
      } catch let failure as Failure {
        outcome.failure = failure
      } catch {
        return nil
      }
    }
    meter.finished(index, hasFailed: outcome.failure != nil, bytes: outcome.bytesRead)
    return outcome
  }
}

/// What a ``SourceCommand`` reports of one source.
protocol LoadedOutcome: Outcome {
  init(source: String)
  var failure: Failure? { get set }
  /// Bytes of the body received.
  var bytesRead: Int? { get }
  /// Asks the pipeline, and keeps what it gives. Throws its `MediaError`, a `Failure`, or that it was cancelled.
  mutating func load(_ request: MediaRequest, from pipeline: MediaPipeline, _ settings: Settings) async throws
}
