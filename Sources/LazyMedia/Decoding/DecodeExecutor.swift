/// A piece of decoding, run on an executor's thread. Its identity is that of the object.
public protocol DecodeWork: AnyObject, Sendable {
  /// Does what there is to do now.
  func run()
}

/// Where decoding runs. The one that pipelines use by default is ``DecodeThreads``; tests run work by hand.
public protocol DecodeExecutor: Sendable {
  /// Queues work; it is run once. The same object is submitted again only after it has begun to run.
  func submit(_ work: any DecodeWork, priority: MediaPriority)
  /// Takes work out of the queue, if it is there.
  func withdraw(_ work: any DecodeWork)
  /// Moves work that is queued.
  func setPriority(_ priority: MediaPriority, of work: any DecodeWork)
}
