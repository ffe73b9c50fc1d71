internal import Glibc

/// A moment of the monotonic clock, which stands still while the machine sleeps.
package struct MonotonicTime: Comparable, Hashable, Sendable {
  /// Nanoseconds since an arbitrary moment.
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Later than every deadline.
  static let distantFuture = MonotonicTime(nanoseconds: .max)

  /// This moment.
  package static func now() -> MonotonicTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  package static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The moment `duration` later; stays in range whatever the duration.
  package static func + (time: Self, duration: Duration) -> Self {
    let (sum, overflow) = time.nanoseconds.addingReportingOverflow(duration.clampedNanoseconds)
    return MonotonicTime(nanoseconds: overflow ? .max : sum)
  }

  /// The duration from `right` to `left`.
  static func - (left: Self, right: Self) -> Duration {
    .nanoseconds(left.nanoseconds - right.nanoseconds)
  }

  /// Whole milliseconds from `now` until this moment, rounded up; at least 0, at most what `poll` takes.
  func milliseconds(after now: MonotonicTime) -> Int32 {
    guard self > now else { return 0 }
    guard self != .distantFuture else { return .max }
    let nanoseconds = self.nanoseconds - now.nanoseconds
    return Int32(clamping: nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 == 0 ? 0 : 1))
  }
}

extension Duration {
  /// In nanoseconds: 0 where negative, the largest number where too long.
  var clampedNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return .max }
    let (sum, sumOverflow) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return sumOverflow ? .max : sum
  }

  /// In whole milliseconds, rounded up, at least 1, at most what libcurl takes.
  var clampedMilliseconds: Int {
    let nanoseconds = clampedNanoseconds
    return max(1, Int(Int32(clamping: nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 == 0 ? 0 : 1))))
  }

  /// For messages: in seconds, or in milliseconds where short.
  var text: String {
    let milliseconds = clampedNanoseconds / 1_000_000
    return milliseconds >= 1_000 && milliseconds % 1_000 == 0
      ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
  }
}
