import Testing

/// Waits until something is true that another process does, at most half a minute.
func waitUntil(_ condition: () -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(30)
  while !condition() {
    try #require(ContinuousClock.now < end, "waited in vain")
    try await Task.sleep(for: .milliseconds(5))
  }
}
