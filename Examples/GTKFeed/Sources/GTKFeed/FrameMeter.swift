import Glibc
import LazyMediaGTK

/// How long the main thread works for each frame: all it does between two waits of its loop, whoever asked for it, summed
/// from the end of one frame to the end of the next. The loop waits in a function that GLib calls through a pointer, and
/// which is wrapped here, so nothing is left out. Work is measured as time that passes and as time of the processor that
/// the thread got, which differ where other programs want the processor too.
@MainActor final class FrameMeter {
  struct Frame {
    /// Time that passed, in milliseconds.
    var work: Double
    /// Time of the processor, in milliseconds.
    var processor: Double
    /// Of `work`, GTK's painting: its snapshot, and the software or hardware that renders it.
    var painting: Double
  }

  private(set) var frames: [Frame] = []
  private var paintingSince = 0.0
  private var painting = 0.0

  init() {
    g_main_context_set_poll_func(nil) { descriptors, count, timeout in
      BusyTime.stop()
      defer { BusyTime.start() }
      // What g_poll does, which is the function that GLib calls otherwise.
      return g_poll(descriptors, count, timeout)
    }
    BusyTime.start()
  }

  func paintingBegins() { paintingSince = BusyTime.clock(CLOCK_MONOTONIC) }

  func paintingEnded() { painting += BusyTime.clock(CLOCK_MONOTONIC) - paintingSince }

  func frameEnded() {
    BusyTime.stop()
    frames.append(Frame(work: BusyTime.work, processor: BusyTime.processor, painting: painting))
  }

  /// What has been measured does not count.
  func forget() { frames = [] }

  /// The next frame begins here: what came since the last one's end is left out.
  func begin() {
    painting = 0
    BusyTime.work = 0
    BusyTime.processor = 0
    BusyTime.start()
  }

  /// The value that so large a part of the values does not exceed.
  static func percentile(_ part: Double, of values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }
}

/// The time between waits, on the main thread.
private enum BusyTime {
  // Only the main thread's loop touches these, from a function that C calls.
  nonisolated(unsafe) static var work = 0.0
  nonisolated(unsafe) static var processor = 0.0
  nonisolated(unsafe) private static var since: (work: Double, processor: Double)?

  static func start() { since = (clock(CLOCK_MONOTONIC), clock(CLOCK_THREAD_CPUTIME_ID)) }

  static func stop() {
    guard let start = since else { return }
    work += clock(CLOCK_MONOTONIC) - start.work
    processor += clock(CLOCK_THREAD_CPUTIME_ID) - start.processor
    since = nil
  }

  /// Milliseconds.
  static func clock(_ identifier: Int32) -> Double {
    var time = timespec()
    clock_gettime(identifier, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}
