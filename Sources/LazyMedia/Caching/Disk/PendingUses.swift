#if DiskCache
  /// Uses that the index does not know of yet, so that not every read is a write too.
  struct PendingUses: Sendable {
    /// When each entry was used last, in milliseconds since 1970, by tag.
    private(set) var times: [Int64: Int64] = [:]

    /// A use so shortly after the one known does not change who leaves first.
    static let resolution: Int64 = 10_000
    /// So many uses are lost at most, when the program is killed.
    static let mostPending = 64

    /// Notes a use of an entry that the index says was used at `known`.
    mutating func add(tag: Int64, now: Int64, known: Int64) {
      guard now - (times[tag] ?? known) >= Self.resolution else { return }
      times[tag] = now
    }

    var isFull: Bool { times.count >= Self.mostPending }

    /// Gives them away.
    mutating func take() -> PendingUses {
      defer { times = [:] }
      return self
    }
  }
#endif
