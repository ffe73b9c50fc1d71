import Locking
import MediaCodecs

/// The check of a whole file's container, for all the tasks that want the file: one step on the decode executor.
final class FileJob: BackgroundWork, FetchReader {
  let fetch: Fetch
  private let files: FileCore
  private let machine = Lock(DecodeStepMachine())

  init(fetch: Fetch, files: FileCore) {
    self.fetch = fetch
    self.files = files
  }

  /// Nothing is read before the body is whole.
  func bytesArrived(_ received: Int, expected: Int?, isSuspect: Bool) {}

  func wake() {
    guard machine.withLock({ $0.wake() }) else { return }
    let executor = files.configuration.decodeExecutor
    let priority = fetch.priority
    executor.submit(self, priority: priority)
    // A change between the two was told to an executor that did not have the step yet.
    let now = fetch.priority
    if now != priority { executor.setPriority(now, of: self) }
  }

  func setPriority(_ priority: MediaPriority) {
    fetch.setPriority(priority)
    files.configuration.decodeExecutor.setPriority(priority, of: self)
  }

  /// Nobody waits any more.
  func stop() {
    _ = machine.withLock { $0.stop() }
    files.configuration.decodeExecutor.withdraw(self)
    fetch.retire()
  }

  func run() {
    guard machine.withLock({ $0.begin() }) else { return }
    let body = fetch.body.contiguous()
    guard let bytes = body.slices(from: 0).first else { return files.failed(self, .notAVideo("no data")) }
    do {
      let info = try bytes.withBytes { (span) throws(VideoProbeError) in try VideoProbe.info(of: span) }
      files.finished(self, MediaFile(info: info, bytes: bytes), body: body)
    } catch {
      files.failed(self, error)
    }
  }
}
