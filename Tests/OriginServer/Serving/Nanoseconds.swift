// `timespec` comes with whichever module reads its header first.
internal import CEpoll
import Glibc

/// A time of the monotonic clock, or a length of time, in nanoseconds.
typealias Nanoseconds = Int64

extension Nanoseconds {
  /// The time now.
  static var now: Nanoseconds {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// About 31 years: longer than any test, and far from overflow when added to the time.
  private static let longest: Nanoseconds = 1_000_000_000_000_000_000

  /// A duration, at least zero, cut at some years.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else {
      self = 0
      return
    }
    self = seconds >= 1_000_000_000 ? Self.longest : seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// Seconds, at least zero, cut at some years.
  init(seconds: Double) {
    self = seconds >= 1e9 ? Self.longest : Int64(Swift.max(0, seconds) * 1e9)
  }
}
