import LazyMedia
import NativeAds

/// `lazymedia vast`: follows a VAST document to the video that would be played.
struct VASTCommand: Sendable {
  private let settings: Settings
  private let source: DocumentSource
  private let shownSource: String
  private let transport: MeteredTransport

  /// Checks what the options name, and serves a sample.
  init(settings: Settings, source argument: Argument) throws(UsageError) {
    source = try DocumentSource(argument, fileExtension: "xml", settings: settings)
    self.settings = source.adapted(settings)
    shownSource = argument.text
    (_, transport) = try MediaSetup.meteredPipeline(for: self.settings, of: source)
  }

  /// Runs until the choice is made, or the Swift task is cancelled.
  @Sendable func run() async -> ExitStatus {
    guard let report = await report() else { return .someFailed }
    var console = Console(progress: .never)
    if settings.isJSON {
      console.print(report.json)
    } else {
      for line in report.lines { console.print(line) }
    }
    if let failure = report.failure, !settings.isJSON {
      console.complain("\(Text.source(shownSource)): \(failure.text)")
    }
    return console.status(after: report.failure == nil ? .success : .someFailed)
  }

  /// What was found; `nil` once cancelled.
  private func report() async -> VASTReport? {
    var report = VASTReport(source: shownSource, targetWidth: settings.targetWidth)
    do {
      let resolver = VASTResolver(
        transport: transport, hopTimeout: settings.hopTimeout, allowsLocalFiles: source.isLocal)
      report.take(try await resolver.resolve(try await start()))
    } catch let failure as VASTFailure {
      report.take(failure)
    } catch let error as TransportError {
      report.take(error)
    } catch {
      return nil
    }
    report.time { transport.count(of: $0 ?? source.url ?? "").duration }
    return report
  }

  private func start() async throws -> VASTResolver.Start {
    guard let url = source.url else {
      return .document(await StandardInput().readAll(limit: VAST.largestDocument))
    }
    // Not left to the resolver, which calls whatever goes wrong that of a wrapper.
    return .document(
      try await WholeDocument.bytes(
        at: url, limit: VAST.largestDocument, timeout: settings.hopTimeout, over: transport))
  }
}
