/// Puts an ICC profile together from the APP2 segments of a JPEG file (ICC.1:2022, annex B.4).
internal struct ICCSegments: Sendable {
  private static let header = Array("ICC_PROFILE\0".utf8)

  private var parts: [Int: [UInt8]] = [:]
  private var count: Int?
  private var byteCount = 0
  private var fault: String?

  /// Takes the body of an APP2 segment; bodies that hold no profile are passed over.
  mutating func add(_ body: UnsafeRawBufferPointer, limit: Int) throws(CodecError) {
    guard fault == nil, body.starts(with: Self.header), body.count >= 14 else { return }
    let sequence = Int(body[12])
    let total = Int(body[13])
    guard total > 0, (1...total).contains(sequence) else { return fault = "segment \(sequence) of \(total)" }
    guard count == nil || count == total else { return fault = "segments disagree about their number" }
    guard parts[sequence] == nil else { return fault = "segment \(sequence) is there twice" }
    count = total
    byteCount += body.count - 14
    guard byteCount <= limit else {
      throw .limitExceeded("metadata bytes: \(byteCount), allowed are \(limit)")
    }
    parts[sequence] = Array(body.dropFirst(14))
  }

  /// The profile, and a warning where one was begun and is not usable.
  func profile() -> (bytes: [UInt8]?, warning: String?) {
    guard let count else { return (nil, fault.map { "ICC profile dropped: \($0)" }) }
    if let fault { return (nil, "ICC profile dropped: \(fault)") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    for sequence in 1...count {
      guard let part = parts[sequence] else {
        return (nil, "ICC profile dropped: segment \(sequence) of \(count) is missing")
      }
      bytes += part
    }
    guard Self.isPlausible(bytes) else { return (nil, "ICC profile dropped: its header is invalid") }
    return (bytes, nil)
  }

  /// Whether bytes look like a profile: size field and signature of the header are right (ICC.1:2022, 7.2).
  static func isPlausible(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 132 else { return false }
    let size = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    return size == bytes.count && bytes[36..<40].elementsEqual("acsp".utf8)
  }
}
