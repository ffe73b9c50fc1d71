import LazyMedia
import MediaCodecs
import MediaTransportTesting

/// A pipeline whose network and decoding the test plays by hand.
struct PipelineFixture {
  let transport = ScriptedTransport()
  let executor = ManualDecodeExecutor()
  let cache = MemoryCache(byteLimit: 1 << 20)
  let pipeline: MediaPipeline

  init(_ change: (inout MediaPipelineConfiguration) -> Void = { _ in }) {
    var configuration = MediaPipelineConfiguration(transport: transport)
    configuration.decodeExecutor = executor
    configuration.memoryCache = cache
    change(&configuration)
    pipeline = MediaPipeline(configuration: configuration)
  }

  /// Serves the newest transfer that runs, whole, and decodes it.
  func serve(_ bytes: [UInt8]) {
    transport.activeTransfers.last?.complete(bytes)
    executor.runAll()
  }
}

extension MediaRequest {
  /// `http://origin.example/<name>`, with changes.
  static func example(
    _ name: String = "a.jpg", target: DecodeTarget? = nil, _ change: (inout MediaRequest) -> Void = { _ in }
  ) -> MediaRequest {
    var request = MediaRequest(url: "http://origin.example/\(name)", target: target)
    change(&request)
    return request
  }
}

/// Names of events, without their payloads.
enum EventName: Equatable {
  case size, progress, preview, finished, failed

  init(_ event: MediaEvent) {
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
  func eventNames() async -> [EventName] {
    var names: [EventName] = []
    for await event in events { names.append(EventName(event)) }
    return names
  }

  /// The failure that the task ended with, or `nil`.
  func failure() async -> MediaError? {
    do {
      _ = try await value
      return nil
    } catch {
      return error as? MediaError
    }
  }
}
