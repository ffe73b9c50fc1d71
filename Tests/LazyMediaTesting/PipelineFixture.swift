public import LazyMedia
public import MediaCodecs
public import MediaTransportTesting

/// A pipeline whose network and decoding the test plays by hand.
public struct PipelineFixture: Sendable {
  /// The network.
  public let transport = ScriptedTransport()
  /// Where decodes wait.
  public let executor = ManualExecutor()
  /// Where calls of stores wait.
  public let storeExecutor = ManualExecutor()
  /// The memory cache, of 1 MiB.
  public let cache = MemoryCache(byteLimit: 1 << 20)
  /// The pipeline.
  public let pipeline: MediaPipeline

  /// Creates a pipeline on these; `change` has the last word on its configuration.
  public init(_ change: (inout MediaPipelineConfiguration) -> Void = { _ in }) {
    var configuration = MediaPipelineConfiguration(transport: transport)
    configuration.decodeExecutor = executor
    configuration.storeExecutor = storeExecutor
    configuration.memoryCache = cache
    change(&configuration)
    pipeline = MediaPipeline(configuration: configuration)
  }

  /// Serves the newest transfer that runs, whole, and decodes it.
  public func serve(_ bytes: [UInt8]) {
    transport.activeTransfers.last?.complete(bytes)
    executor.runAll()
  }
}

extension MediaRequest {
  /// `http://origin.example/<name>`, with changes.
  public static func example(
    _ name: String = "a.jpg", target: DecodeTarget? = nil, _ change: (inout MediaRequest) -> Void = { _ in }
  ) -> MediaRequest {
    var request = MediaRequest(url: "http://origin.example/\(name)", target: target)
    change(&request)
    return request
  }
}

/// Names of events, without their payloads.
public enum EventName: Equatable, Sendable {
  case size, progress, preview, finished, failed

  /// The name of `event`.
  public init(_ event: MediaEvent) {
    switch event {
    case .size: self = .size
    case .progress: self = .progress
    case .preview: self = .preview
    case .finished: self = .finished
    case .failed: self = .failed
    }
  }
}

extension MediaTask {
  /// The names of all events until the end.
  public func eventNames() async -> [EventName] {
    var names: [EventName] = []
    for await event in events { names.append(EventName(event)) }
    return names
  }

  /// The failure that the task ended with, or `nil`.
  public func failure() async -> MediaError? {
    do {
      _ = try await value
      return nil
    } catch {
      return error as? MediaError
    }
  }
}
