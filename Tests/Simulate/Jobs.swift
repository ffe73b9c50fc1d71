import Glibc

/// The same command in several processes, as all of a world lives on the main actor.
enum Jobs {
  /// Shares the schedules out. Returns whether no process found a violation.
  @MainActor static func run(_ options: SimulateOptions) -> Bool {
    let share = (options.schedules + options.jobs - 1) / options.jobs
    var children: [pid_t] = []
    for first in stride(from: 0, to: options.schedules, by: share) {
      let count = min(share, options.schedules - first)
      let arguments = [
        "simulate", "--seed", "\(options.seed)", "--steps", "\(options.steps)", "--schedules", "\(count)",
        "--first", "\(first)",
      ]
      guard let child = start(arguments) else {
        print("simulate: no further process can be started")
        return false
      }
      children.append(child)
    }
    var isClean = true
    for child in children {
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      if status != 0 { isClean = false }
    }
    return isClean
  }

  private static func start(_ arguments: [String]) -> pid_t? {
    let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    return posix_spawn(&child, "/proc/self/exe", nil, nil, words, environ) == 0 ? child : nil
  }
}
