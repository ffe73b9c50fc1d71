/// Finds entries by their key: an open hash table with linear probing. The keys bring their hashes, and a probe reads
/// nothing of an entry before those are equal.
struct MemoryCacheIndex {
  private struct Slot {
    var hash = 0
    var entry: MemoryCacheEntry?
  }

  private var slots = [Slot](repeating: Slot(), count: 16)
  private(set) var count = 0
  /// Lookups by requests that found something.
  private(set) var hits = 0

  private var mask: Int { slots.count - 1 }

  mutating func entry(for request: borrowing MediaRequest) -> MemoryCacheEntry? {
    let hash = request.decodeHash
    var place = hash & mask
    while let entry = slots[place].entry {
      if slots[place].hash == hash, entry.key.isStoredKey(of: request) {
        hits &+= 1
        return entry
      }
      place = (place + 1) & mask
    }
    return nil
  }

  func entry(for key: DecodeKey) -> MemoryCacheEntry? { slots[place(of: key)].entry }

  /// Puts `entry` in, and returns that which its key had.
  mutating func insert(_ entry: MemoryCacheEntry) -> MemoryCacheEntry? {
    let place = place(of: entry.key)
    if let old = slots[place].entry {
      slots[place].entry = entry
      return old
    }
    slots[place] = Slot(hash: entry.key.hash, entry: entry)
    count += 1
    if count * 4 > slots.count * 3 { grow() }
    return nil
  }

  /// Takes `entry` out, unless its key has another by now.
  mutating func remove(_ entry: MemoryCacheEntry) {
    var hole = place(of: entry.key)
    guard slots[hole].entry === entry else { return }
    count -= 1
    // What a probe would no longer reach across the hole moves into it.
    var next = (hole + 1) & mask
    while slots[next].entry != nil {
      let home = slots[next].hash & mask
      if (next - home) & mask >= (next - hole) & mask {
        slots[hole] = slots[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    slots[hole] = Slot()
  }

  /// The place of the key's entry, or that where it belongs.
  private func place(of key: DecodeKey) -> Int {
    var place = key.hash & mask
    while let entry = slots[place].entry, slots[place].hash != key.hash || entry.key != key {
      place = (place + 1) & mask
    }
    return place
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: old.count * 2)
    for slot in old where slot.entry != nil {
      var place = slot.hash & mask
      while slots[place].entry != nil { place = (place + 1) & mask }
      slots[place] = slot
    }
  }
}
