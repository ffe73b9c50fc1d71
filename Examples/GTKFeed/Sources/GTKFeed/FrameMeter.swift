import Glibc
import LazyMediaGTK

/// How long the main thread works for each frame: all it does between two waits of its loop, whoever asked for it, summed
/// from the end of one frame to the end of the next. The loop waits in a function that GLib calls through a pointer, and
/// which is wrapped here, so nothing is left out. Work is measured as time that passes and as time of the processor that
/// the thread got, which differ where other programs want the processor too.
@MainActor final class FrameMeter {
  struct Frame {
    /// All work.
    var all = BusyTime()
    /// Of that, laying the frame out, and the cells that come with it.
    var layout = BusyTime()
    /// Of that, GTK's painting: its snapshot, and the renderer, which without a graphics card is software.
    var painting = BusyTime()

    /// What is left for others than the renderer.
    var withoutPainting: BusyTime {
      BusyTime(passed: all.passed - painting.passed, processor: all.processor - painting.processor)
    }
  }

  private(set) var frames: [Frame] = []
  private var frame = Frame()
  private var phase = BusyTime.now

  init() {
    g_main_context_set_poll_func(nil) { descriptors, count, timeout in
      MainThread.stop()
      defer { MainThread.start() }
      // What GLib calls otherwise.
      return g_poll(descriptors, count, timeout)
    }
    MainThread.start()
  }

  /// Not every frame has all phases: each lasts from the end of the last before it.
  func phaseEnded() { phase = .now }

  func layoutEnded() {
    frame.layout += .now - phase
    phase = .now
  }

  func paintingEnded() { frame.painting += .now - phase }

  func frameEnded() {
    MainThread.stop()
    frame.all = MainThread.busy
    frames.append(frame)
  }

  /// The next frame begins here: what came since the last one's end is left out.
  func begin() {
    frame = Frame()
    MainThread.busy = BusyTime()
    MainThread.start()
  }

  /// What has been measured does not count.
  func forget() { frames = [] }

  /// The value that so large a part of the values does not exceed.
  static func percentile(_ part: Double, of values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }
}

/// Milliseconds that passed, and that a thread had the processor.
struct BusyTime {
  var passed = 0.0
  var processor = 0.0

  static var now: BusyTime {
    BusyTime(passed: clock(CLOCK_MONOTONIC), processor: clock(CLOCK_THREAD_CPUTIME_ID))
  }

  static func - (left: BusyTime, right: BusyTime) -> BusyTime {
    BusyTime(passed: left.passed - right.passed, processor: left.processor - right.processor)
  }

  static func += (left: inout BusyTime, right: BusyTime) {
    left.passed += right.passed
    left.processor += right.processor
  }

  private static func clock(_ identifier: Int32) -> Double {
    var time = timespec()
    clock_gettime(identifier, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}

/// The time between waits.
private enum MainThread {
  // Only the main thread's loop touches these, from a function that C calls.
  nonisolated(unsafe) static var busy = BusyTime()
  nonisolated(unsafe) private static var since: BusyTime?

  static func start() { since = .now }

  static func stop() {
    guard let start = since else { return }
    busy += .now - start
    since = nil
  }
}
