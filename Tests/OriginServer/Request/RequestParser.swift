/// Cuts a stream of bytes into requests (RFC 9112), within bounds. A value: no I/O.
struct RequestParser {
  enum Outcome: Equatable {
    /// More bytes are needed.
    case needsMore
    /// The head is there and the client waits for a `100 Continue` before it sends the body. Told once.
    case expectsContinue
    case request(OriginRequest)
    /// The bytes are no request that is served; nothing after them can be understood.
    case malformed(status: Int)
  }

  private let maximumHeaderBytes: Int
  private let maximumBodyBytes: Int
  private var buffer: [UInt8] = []
  private var start = 0
  /// Up to where the end of the head was looked for.
  private var searched = 0
  private var pending: (head: OriginRequest, bodyBytes: Int)?
  private var failure: Int?

  init(maximumHeaderBytes: Int, maximumBodyBytes: Int) {
    self.maximumHeaderBytes = maximumHeaderBytes
    self.maximumBodyBytes = maximumBodyBytes
  }

  /// Bytes that wait to be parsed.
  var bufferedBytes: Int { buffer.count - start }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard failure == nil else { return }
    buffer.append(contentsOf: bytes)
  }

  mutating func next() -> Outcome {
    if let failure { return .malformed(status: failure) }
    if pending == nil {
      skipBlankLines()
      guard let end = endOfHead() else {
        return bufferedBytes > maximumHeaderBytes ? fail(431) : .needsMore
      }
      guard end - start <= maximumHeaderBytes else { return fail(431) }
      let head = buffer[start..<end]
      switch Self.parseHead(head) {
      case .success(let request):
        switch Self.bodyLength(of: request) {
        case .success(let length) where length <= maximumBodyBytes: pending = (request, length)
        case .success: return fail(413)
        case .failure(let error): return fail(error.status)
        }
      case .failure(let error): return fail(error.status)
      }
      consume(end - start)
      if let pending, pending.bodyBytes > bufferedBytes, pending.head.minorVersion >= 1,
        pending.head.value(of: "Expect")?.equalsIgnoringASCIICase("100-continue") == true
      {
        return .expectsContinue
      }
    }
    guard let (head, bodyBytes) = pending, bufferedBytes >= bodyBytes else { return .needsMore }
    var request = head
    request.body = Array(buffer[start..<start + bodyBytes])
    consume(bodyBytes)
    pending = nil
    return .request(request)
  }

  private mutating func fail(_ status: Int) -> Outcome {
    failure = status
    buffer = []
    (start, searched) = (0, 0)
    return .malformed(status: status)
  }

  private mutating func consume(_ count: Int) {
    start += count
    searched = start
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: true)
      (start, searched) = (0, 0)
    } else if start > 64 << 10 {
      buffer.removeFirst(start)
      (start, searched) = (0, 0)
    }
  }

  /// A server should ignore an empty line before a request line (RFC 9112, section 2.2).
  private mutating func skipBlankLines() {
    while bufferedBytes >= 2, buffer[start] == 0x0D, buffer[start + 1] == 0x0A { consume(2) }
  }

  private mutating func endOfHead() -> Int? {
    var index = max(start, searched - 3)
    while index + 3 < buffer.count {
      if buffer[index + 3] > 0x0D {
        index += 4
      } else if buffer[index] == 0x0D, buffer[index + 1] == 0x0A, buffer[index + 2] == 0x0D,
        buffer[index + 3] == 0x0A
      {
        return index + 4
      } else {
        index += 1
      }
    }
    searched = buffer.count
    return nil
  }
}

// MARK: - Head

extension RequestParser {
  private struct Refusal: Error {
    var status: Int
  }

  private static let maximumFields = 128

  private static func parseHead(_ head: ArraySlice<UInt8>) -> Result<OriginRequest, Refusal> {
    // Without the two line ends that close the head.
    var lines = head.dropLast(4).split(separator: 0x0A, omittingEmptySubsequences: false)[...]
    guard let first = lines.popFirst(), lines.count <= maximumFields else {
      return .failure(Refusal(status: 431))
    }
    let words = trimmingCarriageReturn(first).split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, isToken(words[0]), words[1].allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
      !words[1].isEmpty
    else { return .failure(Refusal(status: 400)) }
    let minorVersion: Int
    switch String(decoding: words[2], as: UTF8.self) {
    case "HTTP/1.1": minorVersion = 1
    case "HTTP/1.0": minorVersion = 0
    default: return .failure(Refusal(status: 505))
    }
    let target = String(decoding: words[1], as: UTF8.self)
    guard let (path, query) = pathAndQuery(of: target) else { return .failure(Refusal(status: 400)) }

    var fields: [OriginField] = []
    fields.reserveCapacity(lines.count)
    for line in lines {
      let line = trimmingCarriageReturn(line)
      guard let colon = line.firstIndex(of: 0x3A), isToken(line[..<colon]) else {
        return .failure(Refusal(status: 400))
      }
      let value = trimmingBlanks(line[(colon + 1)...])
      guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        return .failure(Refusal(status: 400))
      }
      fields.append(
        OriginField(String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self)))
    }
    return .success(
      OriginRequest(
        method: String(decoding: words[0], as: UTF8.self), target: target, path: path, query: query,
        minorVersion: minorVersion, fields: fields, body: []))
  }

  private static func bodyLength(of request: OriginRequest) -> Result<Int, Refusal> {
    // No client of ours sends a chunked body; a length could be smuggled past in one.
    if request.value(of: "Transfer-Encoding") != nil { return .failure(Refusal(status: 501)) }
    let lengths = request.fields.filter { $0.name.equalsIgnoringASCIICase("Content-Length") }
    guard let first = lengths.first else { return .success(0) }
    guard lengths.allSatisfy({ $0.value == first.value }),
      first.value.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
      let length = Int(first.value)
    else { return .failure(Refusal(status: 400)) }
    return .success(length)
  }

  /// The path and query of a request target in origin form, in absolute form or `*`; else `nil`.
  static func pathAndQuery(of target: String) -> (path: String, query: String?)? {
    var rest = Substring(target)
    if target == "*" { return ("*", nil) }
    if !rest.hasPrefix("/") {
      guard target.lowercased().hasPrefix("http://"), let slash = rest.dropFirst(7).firstIndex(of: "/") else {
        return nil
      }
      rest = rest[slash...]
    }
    guard let mark = rest.firstIndex(of: "?") else { return (String(rest), nil) }
    return (String(rest[..<mark]), String(rest[rest.index(after: mark)...]))
  }

  private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty
      && bytes.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
      }
  }

  private static func trimmingCarriageReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == 0x0D ? line.dropLast() : line
  }

  private static func trimmingBlanks(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
    while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
    return rest
  }
}
