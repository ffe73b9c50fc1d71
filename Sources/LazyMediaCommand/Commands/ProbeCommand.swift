import LazyMedia

/// `lazymedia probe`: reports format, size and orientation from the first bytes.
typealias ProbeCommand = SourceCommand<ProbeOutcome>

extension ProbeOutcome: LoadedOutcome {
  mutating func load(
    _ request: MediaRequest, from pipeline: MediaPipeline, _ settings: Settings
  ) async throws {
    let probe = try await pipeline.probe(request)
    info = probe.info
    bytesRead = probe.bytesRead
  }
}
