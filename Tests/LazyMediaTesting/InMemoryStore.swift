public import LazyMedia
import Locking

/// A store that keeps entries in memory, and fails or forgets as a test asks.
public final class InMemoryStore: MediaStore {
  private struct State {
    var entries: [String: StoredEntry] = [:]
    var nextTag: UInt64 = 1
    var failure: MediaStoreError?
    var reads: [String] = []
  }

  /// See ``MediaStore/level``.
  public let level: MediaStoreLevel
  private let state = Lock(State())

  /// Creates an empty store.
  public init(level: MediaStoreLevel = .disk) { self.level = level }

  /// What every call throws; `nil`, at first, lets them work.
  public var failure: MediaStoreError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// Keys that have an entry, sorted.
  public var keys: [String] { state.withLock { $0.entries.keys.sorted() } }
  /// Keys that were looked for, in order.
  public var reads: [String] { state.withLock { $0.reads } }

  /// The bytes of an entry's body.
  public func body(for key: String) -> [UInt8]? {
    guard let entry = state.withLock({ $0.entries[key] }) else { return nil }
    var bytes: [UInt8] = []
    entry.body.forEachPiece { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Puts other bytes in the place of an entry's body, as a disk does that fails unseen.
  public func corrupt(_ key: String, with bytes: [UInt8]) {
    state.withLock { $0.entries[key]?.body = MediaBody(byteCount: bytes.count) { $0.copyBytes(from: bytes) } }
  }

  /// See ``MediaStore/entry(for:)``.
  public func entry(for key: String) throws(MediaStoreError) -> StoredEntry? {
    let (failure, entry) = state.withLock { state in
      state.reads.append(key)
      return (state.failure, state.entries[key])
    }
    if let failure { throw failure }
    return entry
  }

  /// See ``MediaStore/insert(head:body:for:)``.
  public func insert(head: [UInt8], body: MediaBody, for key: String) throws(MediaStoreError) {
    let failure = state.withLock { state in
      guard state.failure == nil else { return state.failure }
      let head = StoredHead(
        bytes: head, tag: StoredEntryTag(number: state.nextTag), bodyByteCount: body.count)
      state.nextTag += 1
      state.entries[key] = StoredEntry(head: head, body: body)
      return nil
    }
    if let failure { throw failure }
  }

  /// See ``MediaStore/replaceHead(with:for:tag:)``.
  public func replaceHead(with head: [UInt8], for key: String, tag: StoredEntryTag) throws(MediaStoreError) {
    let failure = state.withLock { state in
      if state.failure == nil, state.entries[key]?.head.tag == tag { state.entries[key]?.head.bytes = head }
      return state.failure
    }
    if let failure { throw failure }
  }

  /// See ``MediaStore/remove(_:tag:)``.
  public func remove(_ key: String, tag: StoredEntryTag?) throws(MediaStoreError) {
    let failure = state.withLock { state in
      let isMeant = tag == nil || state.entries[key]?.head.tag == tag
      if state.failure == nil, isMeant { state.entries[key] = nil }
      return state.failure
    }
    if let failure { throw failure }
  }
}
