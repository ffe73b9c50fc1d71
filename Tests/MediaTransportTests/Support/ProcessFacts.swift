import Foundation

/// What the kernel says of this process.
enum ProcessFacts {
  /// The calling thread's number.
  static var currentThread: String {
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    return link?.split(separator: "/").last.map(String.init) ?? ""
  }

  /// Names of threads that run now.
  static func threads(named name: String) -> [String] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.filter { task in
      (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8))?.hasPrefix(name) ?? false
    }
  }

  /// How often a thread has gone to sleep of its own accord.
  static func sleeps(of thread: String) -> Int? {
    let status = try? String(contentsOfFile: "/proc/self/task/\(thread)/status", encoding: .utf8)
    return status?.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      .flatMap { Int($0.split(separator: "\t").last ?? "") }
  }

  /// Local ports of this process's sockets that are connected to `port` on the loopback, whatever their state.
  static func connections(to port: UInt16) -> Int {
    let table = (try? String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)) ?? ""
    let remote = "0100007F:" + String(format: "%04X", port)
    return table.split(separator: "\n").count { line in
      let columns = line.split(separator: " ")
      // Established, or closed by the peer: the states in which a socket is ours to close.
      return columns.count > 3 && columns[2] == remote && ["01", "08"].contains(columns[3])
    }
  }

  /// Waits, a moment at a time, until `condition` holds; whether it did within `seconds`.
  static func wait(_ seconds: Double = 10, until condition: () -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while !condition() {
      if Date() > end { return false }
      usleep(2_000)
    }
    return true
  }
}
