import Glibc

/// A client that sends any bytes and tells what came back, byte for byte. Blocking, with a limit of 10 s a call.
final class RawClient {
  /// How a connection came to its end.
  enum End: Equatable {
    case closed, reset, timedOut
  }

  struct Response: Equatable {
    var status: Int
    var head: String
    var body: [UInt8]

    func value(of name: String) -> String? {
      for line in head.split(separator: "\r\n").dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts[0].lowercased() == name.lowercased() { return parts.last.map { String($0.dropFirst()) } }
      }
      return nil
    }
  }

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private(set) var end: End?

  init(port: UInt16, timeout seconds: Int = 10) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout.size(ofValue: limit)))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result != 0 { end = .reset }
  }

  deinit { close() }

  private var isClosed = false

  func close() {
    if !isClosed { Glibc.close(descriptor) }
    isClosed = true
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var offset = 0
    while offset < bytes.count {
      let sent = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress.map { $0 + offset }, bytes.count - offset, Int32(MSG_NOSIGNAL))
      }
      if sent <= 0 { return }
      offset += sent
    }
  }

  /// Sends a request with a `Host`.
  func get(_ path: String, _ fields: [String] = [], method: String = "GET") {
    send("\(method) \(path) HTTP/1.1\r\n" + (["Host: test"] + fields).joined(separator: "\r\n") + "\r\n\r\n")
  }

  private func receive() -> Bool {
    if end != nil { return false }
    var piece = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &piece, piece.count, 0)
    if count > 0 {
      buffer += piece[..<count]
    } else if count == 0 {
      end = .closed
    } else {
      end = errno == ECONNRESET ? .reset : .timedOut
    }
    return count > 0
  }

  /// All bytes until the end of the connection.
  func readToEnd() -> [UInt8] {
    while receive() {}
    defer { buffer = [] }
    return buffer
  }

  /// At least so many bytes, if they come.
  func read(atLeast count: Int) -> [UInt8] {
    while buffer.count < count, receive() {}
    defer { buffer = [] }
    return buffer
  }

  /// The next response, its end found by its length or chunks; `nil` where the connection ends within its head.
  func response(hasBody: Bool = true) -> Response? {
    var headEnd: Int?
    while headEnd == nil {
      headEnd = Self.endOfHead(buffer)
      if headEnd == nil, !receive() { return nil }
    }
    guard let headEnd else { return nil }
    let head = String(decoding: buffer[..<headEnd], as: UTF8.self)
    buffer.removeFirst(headEnd)
    let words = head.split(separator: " ")
    var response = Response(status: words.count > 1 ? Int(words[1]) ?? 0 : 0, head: head, body: [])
    guard hasBody, response.status != 304, response.status != 204, response.status >= 200 else {
      return response
    }
    if response.value(of: "Transfer-Encoding") == "chunked" {
      while let line = line(), let size = Int(line, radix: 16) {
        response.body += take(size)
        guard take(2) == [0x0D, 0x0A] else { break }
        if size == 0 { break }
      }
    } else if let length = response.value(of: "Content-Length").flatMap({ Int($0) }) {
      response.body = take(length)
    } else {
      response.body = readToEnd()
    }
    return response
  }

  private func take(_ count: Int) -> [UInt8] {
    while buffer.count < count, receive() {}
    let taken = Array(buffer.prefix(count))
    buffer.removeFirst(taken.count)
    return taken
  }

  private func line() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        let line = String(decoding: buffer[..<end].filter { $0 != 0x0D }, as: UTF8.self)
        buffer.removeFirst(end + 1)
        return line
      }
      if !receive() { return nil }
    }
  }

  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    var lineEnds = 0
    for (index, byte) in bytes.enumerated() {
      if byte == 0x0A { lineEnds += 1 } else if byte != 0x0D { lineEnds = 0 }
      if lineEnds == 2 { return index + 1 }
    }
    return nil
  }
}
