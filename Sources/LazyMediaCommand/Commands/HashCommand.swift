import LazyMedia

/// `lazymedia hash`: prints the placeholder hashes of pictures.
typealias HashCommand = SourceCommand<HashOutcome>

extension HashOutcome: LoadedOutcome {
  /// The box in which ThumbHash wants its pictures. BlurHash needs no more either.
  static let box = PixelSize(width: 100, height: 100)

  mutating func load(
    _ request: MediaRequest, from pipeline: MediaPipeline, _ settings: Settings
  ) async throws {
    var request = request
    request.target = DecodeTarget(size: Self.box)
    let task = pipeline.task(for: request)
    defer { bytesRead = task.metrics.bytes }
    let image = try await task.value
    warnings = image.warnings
    do {
      let (x, y) = settings.components
      let blurHash = try BlurHash(encoding: image.pixels, componentsX: x, componentsY: y)
      thumbHash = try ThumbHash(encoding: image.pixels)
      self.blurHash = blurHash
      size = image.info.displaySize
    } catch let error as CodecError {
      throw Failure(phase: MediaError.Phase.decode.rawValue, code: error.code, message: error.description)
    }
  }
}
