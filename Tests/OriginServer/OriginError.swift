/// Why the origin could not do what it was asked for.
public enum OriginError: Error, Hashable, Sendable {
  /// A system call failed; `code` is its `errno`.
  case systemCall(String, code: Int32)
  /// A condition did not come true in time; the text tells what was counted by then.
  case timedOut(String)
  /// The origin was stopped.
  case stopped
  /// The folder to serve is not there or cannot be read.
  case unreadableFolder(String)
}
