import LazyMedia

/// `lazymedia fetch`: fetches and decodes sources, reports the results, writes pictures.
struct FetchCommand: Sendable {
  private let settings: Settings
  private let caches: CacheSetup
  private let pipeline: MediaPipeline
  private let reader: SourceReader
  private let meter: ProgressMeter
  private let isMetered: Bool

  /// Checks and makes what the options name.
  init(settings: Settings, operands: [Argument]) throws(UsageError) {
    if let folder = settings.outputPath {
      let shown = Text.printable(folder)
      if OutputName.isPictureName(folder), !Folder.isFolder(folder) {
        throw UsageError(
          message: "option '--output' takes a folder, not the name of a picture such as '\(shown)'")
      }
      do throws(SystemError) {
        try Folder.make(folder)
      } catch {
        throw UsageError(message: "cannot write to folder '\(shown)': \(error)", concernsSystem: true)
      }
    }
    self.settings = settings
    caches = try CacheSetup(settings)
    pipeline = try MediaSetup.pipeline(for: settings, stores: caches.stores)
    reader = SourceReader(operands)
    meter = ProgressMeter(total: reader.total)
    isMetered = Console(progress: settings.progress).showsProgress
  }

  /// Runs until all is done, or the Swift task is cancelled.
  @Sendable func run() async -> ExitStatus {
    let status = await SourceReport(settings: settings, reader: reader, meter: meter).run(perform)
    await Storing.finish(pipeline)
    caches.noteUses()
    if settings.showsMetrics {
      var console = Console(progress: .never)
      console.note(MetricsReport.text(of: pipeline.metrics, asJSON: settings.isJSON))
    }
    return status
  }

  private func perform(_ index: Int, _ source: SourceRequest) async -> FetchOutcome? {
    var outcome = FetchOutcome(index: index, source: source.text)
    meter.started(index)
    if let problem = source.problem {
      outcome.failure = .invalidLine(problem)
    } else {
      let task = pipeline.task(for: MediaSetup.request(for: source, settings))
      guard let result = await result(of: task, index: index, info: &outcome.info) else { return nil }
      outcome.take(task.metrics, isRemote: MediaSource.isRemote(source.url))
      switch result {
      case .success(let image): finish(&outcome, with: image, of: source)
      case .failure(let error): outcome.take(error, of: source)
      }
    }
    meter.finished(index, hasFailed: outcome.failure != nil, bytes: outcome.bytes)
    return outcome
  }

  /// The end of a task; `nil` if it was cancelled.
  private func result(
    of task: MediaTask, index: Int, info: inout ImageInfo?
  ) async -> Result<MediaImage, MediaError>? {
    for await event in task.events {
      switch event {
      case .size(let known): info = known
      case .progress(let received, let expected):
        if isMetered { meter.received(received, of: expected, index: index) }
      case .preview: break
      case .finished(let image): return .success(image)
      case .failed(let error): return .failure(error)
      }
    }
    return nil
  }

  private func finish(_ outcome: inout FetchOutcome, with image: MediaImage, of source: SourceRequest) {
    outcome.info = image.info
    outcome.decodedSize = image.size
    outcome.goodRows = image.goodRows
    outcome.warnings = image.warnings
    if settings.hashesPixels { outcome.pixelHash = PixelRows.hash(image.pixels) }
    guard let folder = settings.outputPath, !Task.isCancelled else { return }
    let encoding = settings.encoding ?? .png
    let name = OutputName.name(
      index: outcome.index, source: source.text, encoding: encoding, size: image.size)
    let path = Folder.path(folder, name)
    do throws(Failure) {
      let file = try encoding.encode(image, quality: settings.quality)
      do throws(SystemError) {
        try AtomicFile.write(file, to: path)
      } catch {
        throw .unwritableFile("cannot write '\(path)': \(error)")
      }
      outcome.outputPath = path
    } catch {
      outcome.failure = error
    }
  }
}

extension FetchOutcome {
  fileprivate mutating func take(_ metrics: MediaTaskMetrics, isRemote: Bool) {
    bytes = metrics.bytes
    status = isRemote ? metrics.status : nil
    attempts = metrics.attempts
    timings = metrics.timings
    decoded = metrics.decoded
    origin = FileOrigin(metrics.source, isRemote: isRemote)
  }

  fileprivate mutating func take(_ error: MediaError, of source: SourceRequest) {
    failure = Failure(error, of: source.url)
    // The task's own counts may end before the answer that failed.
    if status == nil { status = error.status }
    attempts = max(attempts ?? 0, error.attempt)
    failure?.attempts = max(1, attempts ?? 1)
    decoded = nil
    origin = nil
  }
}
