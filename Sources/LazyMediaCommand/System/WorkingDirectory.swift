import Glibc

/// The folder that relative paths start from.
enum WorkingDirectory {
  /// Its path; `.` where the system does not tell.
  static func path() -> String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }
}
