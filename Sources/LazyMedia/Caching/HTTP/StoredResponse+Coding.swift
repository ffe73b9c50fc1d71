import MediaTransport

extension StoredResponse {
  // "LMR" and the version of what follows: kind, status, both times, the count of fields; of each its name and value,
  // with their lengths. Numbers are little-endian.
  private static let signature: [UInt8] = [0x4C, 0x4D, 0x52, 1]

  private static let times = Int64(0)...(1 << 40)

  /// The bytes that ``init(_:)`` reads.
  func encode() -> [UInt8] {
    var bytes = Self.signature
    func append(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    func append(_ text: String) {
      append(UInt32(clamping: text.utf8.count))
      bytes.append(contentsOf: text.utf8)
    }
    append(kind.rawValue)
    append(UInt16(clamping: status))
    append(Int64(requestTime))
    append(Int64(responseTime))
    append(UInt32(clamping: fields.count))
    for field in fields {
      append(field.name)
      append(field.value)
    }
    return bytes
  }

  /// Reads what ``encode()`` wrote; `nil` for any other bytes.
  init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes[...])
    guard reader.take(Self.signature), let kind = reader.number(UInt8.self).flatMap(Kind.init),
      let status = reader.number(UInt16.self), let requestTime = reader.number(Int64.self),
      let responseTime = reader.number(Int64.self), let count = reader.number(UInt32.self)
    else { return nil }
    var fields: [HTTPField] = []
    for _ in 0..<count {
      guard let name = reader.text(), let value = reader.text() else { return nil }
      fields.append(HTTPField(name, value))
    }
    // Times far from now are of another make; arithmetic on them could overflow.
    guard reader.bytes.isEmpty, Self.times.contains(requestTime), Self.times.contains(responseTime) else {
      return nil
    }
    self.init(
      kind: kind, status: Int(status), fields: fields, requestTime: Int(requestTime),
      responseTime: Int(responseTime))
  }

  private struct Reader {
    var bytes: ArraySlice<UInt8>

    mutating func take(_ prefix: [UInt8]) -> Bool {
      guard bytes.starts(with: prefix) else { return false }
      bytes = bytes.dropFirst(prefix.count)
      return true
    }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
      let size = Number.bitWidth / 8
      guard bytes.count >= size else { return nil }
      let number = bytes.prefix(size).reversed().reduce(Number.zero) {
        $0 << 8 | Number(truncatingIfNeeded: $1)
      }
      bytes = bytes.dropFirst(size)
      return number
    }

    mutating func text() -> String? {
      guard let length = number(UInt32.self), length <= bytes.count,
        let text = String(validating: bytes.prefix(Int(length)), as: UTF8.self)
      else { return nil }
      bytes = bytes.dropFirst(Int(length))
      return text
    }
  }
}
