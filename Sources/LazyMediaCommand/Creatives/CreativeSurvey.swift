import LazyMedia
import Locking

/// Measures many ads, so many at a time. Each has a pipeline of its own over the one transport, so that nothing that one
/// of them has fetched makes another look faster; it is let go of once it is measured.
struct CreativeSurvey: Sendable {
  private let settings: Settings
  private let transport: any Transport
  private let executor = BackgroundThreads(niceness: 0)

  init(settings: Settings, transport: any Transport) {
    self.settings = settings
    self.transport = transport
  }

  /// Measures the ads, and hands each out as it ends, until `event` returns `false` or the Swift task is cancelled.
  func run(
    isolation: isolated (any Actor)? = #isolation, _ sources: [CreativeSource], meter: ProgressMeter,
    tickInterval: Duration?,
    event: (SourceStream.Event<Creative>) -> Bool
  ) async {
    let stream = SourceStream(
      concurrency: settings.concurrency, isOrdered: false, tickInterval: tickInterval)
    let rest = Lock(sources[...])
    await stream.run(
      next: { rest.withLock { $0.popFirst() } },
      perform: { index, source in
        meter.started(index)
        let creative = await measure(source, index)
        if let creative {
          meter.finished(index, hasFailed: creative.verdict == .failed, bytes: creative.bytes)
        }
        return creative
      }, event: event)
  }

  @MainActor private func measure(_ source: CreativeSource, _ index: Int) async -> Creative? {
    let transport = MeteredTransport(transport, headers: settings.headers, admits: false)
    // The run itself ends the ad in time, and then says what had come.
    var settings = settings
    let limit = settings.timeout
    settings.timeout += .seconds(5)
    let pipeline = MediaSetup.pipeline(for: settings, over: transport) { configuration in
      configuration.dataCache = nil
      configuration.decodeExecutor = executor
    }
    return await CreativeRun(
      source, index: index, settings: settings, limit: limit, pipeline: pipeline, transport: transport
    ).run()
  }
}
