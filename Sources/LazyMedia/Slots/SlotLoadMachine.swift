/// What a slot was asked to load, and how far that has come: the request, then its fallbacks in order, then one failure.
struct SlotLoadMachine {
  /// What was asked for.
  private(set) var request: MediaRequest?
  /// What is tried after it.
  private(set) var fallbacks: [MediaRequest] = []
  /// Why nothing of it could be loaded.
  private(set) var error: MediaError?
  private var failures = 0

  /// Whether the same was asked for and has not failed.
  func isServing(_ request: MediaRequest, _ fallbacks: [MediaRequest]) -> Bool {
    request == self.request && Self.usable(fallbacks) == self.fallbacks && error == nil
  }

  mutating func begin(_ request: MediaRequest, _ fallbacks: [MediaRequest]) {
    self = SlotLoadMachine()
    self.request = request
    self.fallbacks = Self.usable(fallbacks)
  }

  mutating func clear() { self = SlotLoadMachine() }

  /// What is being tried failed. Returns what to try next; `nil` where there is nothing left, which tells the failure.
  mutating func fail(_ error: MediaError) -> MediaRequest? {
    guard failures < fallbacks.count else {
      self.error = error
      return nil
    }
    failures += 1
    return fallbacks[failures - 1]
  }

  private static func usable(_ fallbacks: [MediaRequest]) -> [MediaRequest] {
    fallbacks.filter { !$0.url.isEmpty }
  }
}
