/// Puts a body into chunks (RFC 9112, section 7.1), rightly or with a fault.
enum ChunkedCoding {
  static func encode(_ body: [UInt8], chunkSize: Int, fault: OriginChunkFault? = nil) -> [UInt8] {
    let size = max(1, chunkSize)
    var coded: [UInt8] = []
    coded.reserveCapacity(body.count + (body.count / size + 2) * 12)
    var offset = 0
    while offset < body.count {
      let end = min(offset + size, body.count)
      let isLast = end == body.count
      switch fault {
      case .badLength where isLast: coded += "xyz\r\n".utf8
      case .hugeLength where isLast: coded += "fffffffffffffffff\r\n".utf8
      case .lengthTooLarge where isLast: coded += "\(hexadecimal(end - offset + 1000))\r\n".utf8
      default: coded += "\(hexadecimal(end - offset))\r\n".utf8
      }
      coded += body[offset..<end]
      if fault == .lengthTooLarge, isLast { return coded }
      if !(fault == .missingLineEnd && isLast) { coded += "\r\n".utf8 }
      offset = end
    }
    if fault != .unterminated { coded += "0\r\n\r\n".utf8 }
    return coded
  }

  private static func hexadecimal(_ number: Int) -> String { String(number, radix: 16) }
}
