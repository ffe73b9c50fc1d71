import Glibc

/// The clocks and counters that both sides are measured with.
enum Measure {
  /// Milliseconds of a clock that never goes back.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// Processor time of this process so far, user and system, all threads, in milliseconds.
  static var cpu: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3
  }

  /// Most memory that this process had resident, in KiB. Taken from VmHWM: `ru_maxrss` would hold what the
  /// parent had when it spawned this process.
  static var peakKiB: Int {
    let line = Files.lines(of: "/proc/self/status").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
