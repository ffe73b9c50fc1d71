/// A piece of work that must not hold up who asks for it: a step of a decode, a read of a store. Its identity is that of
/// the object.
public protocol BackgroundWork: AnyObject, Sendable {
  /// Does what there is to do now.
  func run()
  /// Whether what there is to do now takes little time, a few milliseconds at most, so that it need not wait behind
  /// long work; `false` by default. Asked when it is submitted, from the thread that submits it.
  var isSmall: Bool { get }
}

extension BackgroundWork {
  /// See ``BackgroundWork``.
  public var isSmall: Bool { false }
}

/// Where decoding and blocking reads run. The one that pipelines use by default is ``BackgroundThreads``; tests run work
/// by hand.
public protocol BackgroundExecutor: Sendable {
  /// Queues work; it is run once. Of equal priority, the newest goes first where somebody sees what it is for (`high` and
  /// above), else the oldest. The same object is submitted again only after it has begun to run.
  func submit(_ work: any BackgroundWork, priority: MediaPriority)
  /// Takes work out of the queue, if it is there.
  func withdraw(_ work: any BackgroundWork)
  /// Moves work that is queued.
  func setPriority(_ priority: MediaPriority, of work: any BackgroundWork)
}
