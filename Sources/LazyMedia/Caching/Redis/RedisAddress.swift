#if Redis
  /// Where a Redis server is, and who asks it.
  public struct RedisAddress: Hashable, Sendable {
    /// How the server is reached.
    public enum Endpoint: Hashable, Sendable {
      /// Over TCP: a name or an address, and a port.
      case host(String, port: Int)
      /// Over a Unix socket: its path.
      case unixSocket(String)
    }

    /// How the server is reached.
    public var endpoint: Endpoint
    /// The user; `nil` for the server's default user.
    public var user: String?
    /// The password; `nil` where none is asked for.
    public var password: String?
    /// The number of the database.
    public var database: Int

    /// Creates an address.
    public init(_ endpoint: Endpoint, user: String? = nil, password: String? = nil, database: Int = 0) {
      self.endpoint = endpoint
      self.user = user
      self.password = password
      self.database = database
    }

    /// Reads `redis://[[user]:password@]host[:port][/database]` or `unix:/path`. The port is 6379 by default. User and
    /// password may be percent-encoded (RFC 3986, section 2.1); an IPv6 address stands in brackets.
    /// - Returns: `nil` for anything else.
    public init?(url: String) {
      if url.hasPrefix("unix:") {
        let path = url.dropFirst(5)
        let start = path.hasPrefix("//") ? path.dropFirst(2) : path
        guard start.hasPrefix("/"), start.utf8.count < 108 else { return nil }
        self.init(.unixSocket(String(start)))
        return
      }
      let scheme = "redis://"
      guard url.lowercased().hasPrefix(scheme) else { return nil }
      let parts = url.dropFirst(scheme.count).split(
        separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      var authority = parts[0]
      var number = 0
      if parts.count == 2, !parts[1].isEmpty {
        guard let parsed = Self.digits(parts[1], most: 1_000_000) else { return nil }
        number = parsed
      }
      self.init(.host("", port: 6379), database: number)
      if let sign = authority.lastIndex(of: "@") {
        let pair = authority[..<sign].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2, let name = Self.decoded(pair[0]), let secret = Self.decoded(pair[1]) else {
          return nil
        }
        user = name.isEmpty ? nil : name
        password = secret
        authority = authority[authority.index(after: sign)...]
      }
      var host = authority
      var port: Substring?
      if authority.hasPrefix("[") {
        guard let end = authority.firstIndex(of: "]") else { return nil }
        host = authority[authority.index(after: authority.startIndex)..<end]
        let rest = authority[authority.index(after: end)...]
        guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
        port = rest.isEmpty ? nil : rest.dropFirst()
      } else if let colon = authority.firstIndex(of: ":") {
        host = authority[..<colon]
        port = authority[authority.index(after: colon)...]
      }
      guard !host.isEmpty, !host.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { return nil }
      var portNumber = 6379
      if let port {
        guard let parsed = Self.digits(port, most: 65_535), parsed > 0 else { return nil }
        portNumber = parsed
      }
      endpoint = .host(String(host), port: portNumber)
    }

    private static func digits(_ text: Substring, most: Int) -> Int? {
      guard text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(text),
        number <= most
      else { return nil }
      return number
    }

    private static func decoded(_ text: Substring) -> String? {
      var bytes: [UInt8] = []
      var rest = text.utf8[...]
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
          bytes.append(byte)
          continue
        }
        guard rest.count >= 2, let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
        else {
          return nil
        }
        bytes.append(code)
        rest = rest.dropFirst(2)
      }
      return String(validating: bytes, as: UTF8.self)
    }
  }

  extension RedisAddress: CustomStringConvertible {
    /// Host and port, or the path; never a password.
    public var description: String {
      switch endpoint {
      case .host(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
      case .unixSocket(let path): path
      }
    }
  }
#endif
