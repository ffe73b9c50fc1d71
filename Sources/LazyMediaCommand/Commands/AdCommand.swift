import LazyMedia
import NativeAds

/// `lazymedia ad`: loads a native ad and prints its events.
struct AdCommand: Sendable {
  private let settings: Settings
  private let source: DocumentSource
  private let pipeline: MediaPipeline
  private let transport: MeteredTransport

  /// Checks what the options name, and serves a sample.
  init(settings: Settings, source argument: Argument) throws(UsageError) {
    source = try DocumentSource(argument, fileExtension: "json", settings: settings)
    self.settings = source.adapted(settings)
    (pipeline, transport) = try MediaSetup.meteredPipeline(for: self.settings, of: source)
  }

  /// Runs until icon and main media are settled, or the Swift task is cancelled.
  @MainActor @Sendable func run() async -> ExitStatus {
    await AdRun(
      source: adSource, isLocal: source.isLocal, settings: settings, pipeline: pipeline, transport: transport
    ).run()
  }

  private var adSource: NativeAdSource {
    if let url = source.url { return .url(url) }
    return .provider { completion in
      Task { completion(.success(await StandardInput().readAll(limit: OpenRTBNative.maximumByteCount))) }
    }
  }
}
