/// Lets go of what can be had again when memory is short.
@MainActor package protocol MemoryWarningObserver: AnyObject {
  /// Memory is short; the memory cache has been emptied already.
  func didReceiveMemoryWarning()
}

/// Who hears of memory warnings; held weakly.
@MainActor package final class MemoryWarnings {
  private struct Entry {
    weak var observer: (any MemoryWarningObserver)?
  }

  private var entries: [Entry] = []

  nonisolated init() {}

  /// Tells `observer` of warnings from now on.
  package func add(_ observer: any MemoryWarningObserver) {
    // Now and then, so that a long run of short-lived observers stays small.
    if entries.count % 64 == 63 { entries.removeAll { $0.observer == nil } }
    entries.append(Entry(observer: observer))
  }

  func tell() {
    for entry in entries { entry.observer?.didReceiveMemoryWarning() }
  }
}
