package import MediaTransport

/// Loads pictures: fetches them, decodes them while their bytes arrive, at the size they are shown, and keeps them in
/// memory.
///
/// ```swift
/// let image = try await MediaPipeline.shared.image(for: MediaRequest(url: "https://example.com/a.jpg"))
/// ```
///
/// Requests for the same bytes share one transfer, requests for the same pixels share one decode, and work that nobody
/// waits for any more stops. All members are safe from any thread. A pipeline that is let go finishes what its tasks
/// still wait for.
public final class MediaPipeline: Sendable {
  /// A pipeline with the default configuration.
  public static let shared = MediaPipeline()

  private let core: PipelineCore
  /// Who lets go of pictures when memory is short.
  package let memoryWarnings = MemoryWarnings()
  private let files: FileCore
  private let memoryPressure: MemoryPressureObservation?
  /// Why memory pressure is not watched, though ``MediaPipelineConfiguration/memoryPressureSource`` was set.
  public let memoryPressureError: MemoryPressureError?

  /// Creates a pipeline.
  public init(configuration: MediaPipelineConfiguration = MediaPipelineConfiguration()) {
    core = PipelineCore(configuration)
    files = FileCore(core)
    do {
      memoryPressure = try configuration.memoryPressureSource?.observe {
        [weak core, weak memoryWarnings, scheduler = configuration.mainScheduler] in
        scheduler.enqueue {
          if let core, let memoryWarnings { Self.dropPictures(of: core, memoryWarnings) }
        }
      }
      memoryPressureError = nil
    } catch {
      memoryPressure = nil
      memoryPressureError = error
    }
  }

  /// Where events for the main actor wait for their turn.
  package var mainScheduler: any MainScheduler { core.configuration.mainScheduler }

  /// Tells the time.
  package var clock: @Sendable () -> Duration { core.configuration.now }

  /// The time.
  package var now: Duration { clock() }

  /// Runs blocking reads and writes.
  package var storeExecutor: any BackgroundExecutor { core.configuration.storeExecutor }

  /// Fetches bytes.
  package var transport: any Transport { core.configuration.transport }

  /// The picture, if the memory cache has it. Synchronous.
  public func cachedImage(for request: MediaRequest) -> MediaImage? { core.cachedImage(for: request) }

  /// Loads a picture.
  ///
  /// Cancelling the Swift task that waits stops the work, unless others wait for it.
  /// - Throws: ``MediaError`` on failure, `CancellationError` if cancelled.
  public func image(for request: MediaRequest) async throws -> MediaImage {
    if let image = core.cachedImage(for: request) { return image }
    return try await task(for: request).value
  }

  /// Starts to load a picture.
  @discardableResult
  public func task(for request: MediaRequest) -> MediaTask {
    let task = MediaTask(request: request, pipeline: core)
    core.begin(task)
    return task
  }

  /// Starts to load a picture for something on the main actor, such as a view.
  ///
  /// A picture in the memory cache is handed to `onEvent` before this returns, so that it is shown in the same turn.
  /// Everything else comes in later turns, through ``MainLoop`` where the program's main thread runs another loop.
  /// After ``MediaTask/cancel()`` on the main actor `onEvent` is not called again.
  @MainActor @discardableResult
  public func load(_ request: MediaRequest, onEvent: @escaping @MainActor (MediaEvent) -> Void) -> MediaTask {
    if let image = core.cachedImage(for: request) {
      let task = MediaTask(request: request, pipeline: core)
      core.finish(task, with: image)
      onEvent(.size(image.info))
      onEvent(.finished(image))
      return task
    }
    let task = MediaTask(request: request, pipeline: core, onEvent: onEvent)
    core.begin(task)
    return task
  }

  /// Starts to bring a file into the pipeline's stores, without decoding it. A picture that is asked for meanwhile shares
  /// the transfer, and makes it as urgent as it needs.
  @discardableResult
  public func store(_ request: MediaRequest) -> StoreTask {
    let task = StoreTask(request: request, core: core)
    core.begin(task)
    return task
  }

  /// Returns when everything that was fetched so far is stored: to be awaited before a program ends, which would lose what
  /// waits to be written.
  public func finishStoring() async { await core.stores.finishWriting() }

  /// Whether there is a store at all.
  var hasStores: Bool { !core.stores.isEmpty }

  /// What the pipeline has done so far.
  public var metrics: MediaMetrics {
    var metrics = core.metrics()
    metrics.fetchesNow += files.count
    return metrics
  }

  /// Counts a picture that a slot had asked for at `start` and shows now.
  func countVisible(since start: Duration) {
    let waited = now - start
    core.meter.count { metrics in
      metrics.shown += 1
      metrics.totalTimeToVisible += waited
      metrics.longestTimeToVisible = max(metrics.longestTimeToVisible, waited)
    }
  }

  /// How each load of a picture ends, from now on. A reader that is more than 1,024 reports behind loses the oldest.
  public var reports: AsyncStream<MediaReport> { core.meter.reports() }

  /// Memory is short: drops all pictures that no display shows. They come back by themselves where they are shown again.
  /// Called by itself where ``MediaPipelineConfiguration/memoryPressureSource`` is set.
  @MainActor public func handleMemoryWarning() { Self.dropPictures(of: core, memoryWarnings) }

  @MainActor private static func dropPictures(of core: PipelineCore, _ memoryWarnings: MemoryWarnings) {
    core.configuration.memoryCache?.removeAll()
    core.partialBodies.removeAll()
    memoryWarnings.tell()
    // Last: the storage of what was dropped has come to the pool.
    core.configuration.pixelBufferPool.trim()
  }

  /// Starts to load a whole file, such as a video, for something on the main actor: fetches it, then checks its
  /// container on the decode executor. Of the request, only what is about fetching and ``MediaRequest/keepsData`` counts;
  /// the limit of its size is ``MediaPipelineConfiguration/fileByteLimit``.
  ///
  /// A file that the data cache has, and that was checked before it came there, is handed to `onEvent` before this
  /// returns. Everything else comes in later turns of ``MediaPipelineConfiguration/mainScheduler``. After
  /// ``MediaFileTask/cancel()`` on the main actor `onEvent` is not called again.
  @MainActor @discardableResult
  public func loadFile(_ request: MediaRequest, onEvent: @escaping @MainActor (MediaFileEvent) -> Void)
    -> MediaFileTask
  {
    if let file = files.cachedFile(for: request) {
      onEvent(.finished(file))
      return MediaFileTask(request: request, files: files, onEvent: nil)
    }
    let task = MediaFileTask(request: request, files: files, onEvent: onEvent)
    files.begin(task)
    return task
  }

  /// Reads just enough of a file to tell its size, and stops the transfer then. No cache is asked or filled.
  /// - Throws: ``MediaError`` on failure, `CancellationError` if the waiting Swift task is cancelled.
  public func probe(_ request: MediaRequest) async throws -> MediaProbe {
    let probing = Probing(request: request, core: core)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        probing.start { continuation.resume(with: $0) }
      }
    } onCancel: {
      probing.cancel()
    }
  }

  /// The same, told to `completion` once on a thread of the transport's; a cancelled one tells that it was.
  package func probe(_ request: MediaRequest, completion: @escaping Probing.Completion) -> Probing {
    let probing = Probing(request: request, core: core)
    probing.start(completion)
    return probing
  }
}
