/// Keeps whole answers under keys, beyond the life of the program: on disk, or on a server that many programs share.
///
/// A store knows nothing of HTTP: an answer's head is bytes to it. All calls block and come from threads that may; none
/// comes from the main actor. An entry appears whole or not at all, and is never given with other bytes than were put
/// in; what cannot be read is no entry.
public protocol MediaStore: Sendable {
  /// Where it stands, for metrics.
  var level: MediaStoreLevel { get }
  /// The entry of `key`; `nil` where there is none. Counts as a use.
  func entry(for key: String) throws(MediaStoreError) -> StoredEntry?
  /// Puts an entry in the place of whatever `key` had.
  func insert(head: [UInt8], body: MediaBody, for key: String) throws(MediaStoreError)
  /// Replaces the head of the entry that `tag` names, if `key` still has that.
  func replaceHead(with head: [UInt8], for key: String, tag: StoredEntryTag) throws(MediaStoreError)
  /// Removes the entry of `key`; with a `tag`, only if it is that which the tag names.
  func remove(_ key: String, tag: StoredEntryTag?) throws(MediaStoreError)
}

/// Where a store stands.
public enum MediaStoreLevel: String, Hashable, Sendable, CaseIterable {
  /// On this machine.
  case disk
  /// On a server that machines share.
  case shared
}

/// Names what one ``MediaStore/insert(head:body:for:)`` stored, so that a later change touches nothing newer.
public struct StoredEntryTag: Hashable, Sendable {
  /// A number that no two inserts share, but by an unlikely chance.
  public var number: UInt64

  /// Creates the tag of `number`.
  public init(number: UInt64) { self.number = number }
}

/// The head of a stored answer.
public struct StoredHead: Hashable, Sendable {
  /// As it was put in.
  public var bytes: [UInt8]
  /// Names the entry.
  public var tag: StoredEntryTag
  /// Bytes of the body.
  public var bodyByteCount: Int

  /// Creates a head.
  public init(bytes: [UInt8], tag: StoredEntryTag, bodyByteCount: Int) {
    self.bytes = bytes
    self.tag = tag
    self.bodyByteCount = bodyByteCount
  }
}

/// A stored answer.
public struct StoredEntry: Sendable {
  /// Its head.
  public var head: StoredHead
  /// Its body.
  public var body: MediaBody

  /// Creates an entry.
  public init(head: StoredHead, body: MediaBody) {
    self.head = head
    self.body = body
  }
}
