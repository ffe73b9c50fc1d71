/// Keeps what libjpeg has not read of earlier pieces, and joins it with the next piece at the least cost.
///
/// libjpeg reads from one stretch of memory and may go back to the start of a marker or block. So what is left
/// over stands in front of the next piece: only so much of the piece is copied behind it as is needed until libjpeg
/// reads on inside the piece. From there on the piece is read in place.
internal struct JPEGInputTail {
  private static let smallestStep = 512
  /// A rest of this size is not tried again for every byte that comes; see `feed`.
  private static let largeRest = 4096

  private var rest: [UInt8] = []
  /// Bytes of `rest` when it was tried last.
  private var triedCount = 0

  /// Hands over what is unread.
  mutating func take() -> [UInt8] {
    let bytes = rest
    rest = []
    triedCount = 0
    return bytes
  }

  /// Calls `read` with the bytes that are due; it tells how many at the end are unread, and may bring a result.
  ///
  /// A large rest, which only an unusual marker leaves, is tried again when it has grown by an eighth, lest a file
  /// that trickles in byte by byte takes quadratic time; `forced` tries it in any case.
  mutating func feed<Result>(
    _ bytes: UnsafeRawBufferPointer, forced: Bool,
    read: (UnsafeRawBufferPointer) throws(CodecError) -> (unread: Int, result: Result?)
  ) throws(CodecError) -> Result? {
    var offset = 0
    while !rest.isEmpty || (forced && bytes.isEmpty) {
      let step = min(bytes.count - offset, max(Self.smallestStep, rest.count))
      rest.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + step]))
      offset += step
      if !forced, rest.count > Self.largeRest, rest.count - triedCount < triedCount / 8 { return nil }
      let (unread, result) = try rest.withUnsafeBufferPointer {
        (bytes) throws(CodecError) -> (unread: Int, result: Result?) in
        try read(UnsafeRawBufferPointer(bytes))
      }
      if let result { return result }
      if unread <= offset {
        // All that came earlier is read: go on in the piece itself.
        rest.removeAll(keepingCapacity: true)
        triedCount = 0
        offset -= unread
        break
      }
      rest.removeFirst(rest.count - unread)
      triedCount = rest.count
      if offset == bytes.count { return nil }
    }
    guard offset < bytes.count else { return nil }
    let (unread, result) = try read(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
    if let result { return result }
    rest.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[(bytes.count - unread)...]))
    triedCount = rest.count
    return nil
  }
}
