import Locking
public import MediaCodecs
import MediaTransport

/// What ``MediaPipeline/probe(_:)`` found.
public struct MediaProbe: Hashable, Sendable {
  /// Format, size and orientation.
  public var info: ImageInfo
  /// Bytes of the file that were needed to know.
  public var bytesRead: Int
}

/// A transfer that ends as soon as the head of the file is known.
final class Probing: TransportReceiver {
  private struct State {
    var probe: ImageProbe
    var continuation: CheckedContinuation<MediaProbe, any Error>?
    var transfer: (any TransportTransfer)?
    var status: Int?
    var isOver = false
  }

  private let request: MediaRequest
  private let core: PipelineCore
  private let state: Lock<State>

  init(request: MediaRequest, core: PipelineCore) {
    self.request = request
    self.core = core
    state = Lock(State(probe: ImageProbe(limits: core.configuration.decodeLimits)))
  }

  func start(_ continuation: CheckedContinuation<MediaProbe, any Error>) {
    let isOver = state.withLock { state in
      if !state.isOver { state.continuation = continuation }
      return state.isOver
    }
    guard !isOver else {
      continuation.resume(throwing: CancellationError())
      return
    }
    let transfer = core.configuration.transport.start(core.transportRequest(for: request), receiver: self)
    let isTooLate = state.withLock { state in
      if !state.isOver { state.transfer = transfer }
      return state.isOver
    }
    if isTooLate { transfer.cancel() }
  }

  func cancel() { end(.failure(CancellationError())) }

  func transportDidReceive(_ response: TransportResponse) {
    state.withLock { $0.status = response.status }
  }

  func transportDidReceive(_ bytes: RawSpan) {
    // A copy is worked on: a span cannot be taken into the lock.
    guard var probe = state.withLock({ $0.isOver ? nil : $0.probe }) else { return }
    let found: Result<ImageInfo?, CodecError>
    do throws(CodecError) { found = .success(try probe.feed(bytes)) } catch { found = .failure(error) }
    let fed = probe
    state.withLock { $0.probe = fed }
    conclude(found)
  }

  func transportDidFinish(_ summary: TransportSummary) {
    guard var probe = state.withLock({ $0.isOver ? nil : $0.probe }) else { return }
    do throws(CodecError) {
      conclude(.success(try probe.finish()), of: probe)
    } catch {
      conclude(.failure(error))
    }
  }

  func transportDidFail(_ error: TransportError) { end(.failure(MediaError(error))) }

  private func conclude(_ found: Result<ImageInfo?, CodecError>, of probe: ImageProbe? = nil) {
    switch found {
    case .success(let info?):
      let bytesRead = probe?.bytesRead ?? state.withLock { $0.probe.bytesRead }
      end(.success(MediaProbe(info: info, bytesRead: bytesRead)))
    case .success(nil):
      break
    case .failure(let error):
      let status = state.withLock { $0.status }
      end(.failure(MediaError(error, url: request.redactedURL, status: status)))
    }
  }

  private func end(_ result: Result<MediaProbe, any Error>) {
    let (continuation, transfer) = state.withLock { state in
      defer {
        state.isOver = true
        state.continuation = nil
        state.transfer = nil
      }
      return state.isOver ? (nil, nil) : (state.continuation, state.transfer)
    }
    transfer?.cancel()
    continuation?.resume(with: result)
  }
}
