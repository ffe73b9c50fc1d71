import CMainQueue
import Glibc

/// Runs the main actor inside a program whose main thread belongs to another loop: GTK, SDL, a game.
///
/// Poll ``fileDescriptor`` for reading in that loop and call ``drain(budget:)`` when it is readable (or once a frame).
/// Such a program has a synchronous `main` and needs no `dispatchMain()`. Programs whose main thread runs Swift's or
/// Dispatch's own loop need nothing of this.
@MainActor
public enum MainLoop {
  private static var isDraining = false

  /// Becomes readable when the main actor has work. It belongs to the system: do not read or close it. It is -1 in a
  /// program whose `main` is asynchronous, since Swift runs the main loop there.
  public static var fileDescriptor: Int32 { cmainqueue_descriptor() }

  /// Runs what the main actor had queued when the call began, then hands loaded media to their handlers.
  ///
  /// - Parameter budget: time after which no further handler is called in this drain (at least one is, and the
  ///   descriptor stays readable for the rest); `nil`, the default, is no limit.
  public static func drain(budget: Duration? = nil) {
    // Without this read the descriptor would stay readable, and the foreign loop would spin.
    var signals: UInt64 = 0
    _ = read(fileDescriptor, &signals, MemoryLayout.size(ofValue: signals))
    // A handler may drain again, as a modal dialog's loop does.
    let isNested = isDraining
    isDraining = true
    cmainqueue_drain()
    isDraining = isNested
    ApplyQueue.shared.apply(within: budget)
  }

  /// A batch has hopped to the main queue. In a drain its budget holds, so there it is applied at the end.
  static func applyFromMainQueue() {
    guard !isDraining else { return }
    ApplyQueue.shared.apply(within: nil)
  }
}
