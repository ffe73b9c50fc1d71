/// One header field.
public struct HTTPField: Hashable, Sendable {
  /// The name, as given; names compare without regard to case (RFC 9110, section 5.1).
  public var name: String
  /// The value.
  public var value: String

  /// Creates a field.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension TransportResponse {
  /// The value of the first header field called `name`, whatever the case of its letters.
  public func header(_ name: String) -> String? { headers.firstValue(named: name) }
}

extension [HTTPField] {
  /// The value of the first field called `name`, whatever the case of its letters.
  package func firstValue(named name: String) -> String? {
    first { $0.name.equalsIgnoringCase(name) }?.value
  }
}

extension HTTPField {
  /// Whether it can be sent as it is: the name a token, the value without line ends (RFC 9110, section 5).
  var isValid: Bool {
    let marks = Set("!#$%&'*+-.^_`|~".utf8)
    return !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
          || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")) || marks.contains(byte)
      } && !value.utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 }
  }
}

extension HTTPField {
  /// Whether it proves who asks, so that it is not for another host.
  var isCredential: Bool {
    ["Authorization", "Cookie", "Proxy-Authorization"].contains { name.equalsIgnoringCase($0) }
  }
}

extension StringProtocol {
  /// Whether both are the same but for the case of ASCII letters.
  package func equalsIgnoringCase(_ other: String) -> Bool {
    func lowered(_ byte: UInt8) -> UInt8 {
      byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
    guard utf8.count == other.utf8.count else { return false }
    var rest = other.utf8.makeIterator()
    for byte in utf8 {
      guard let match = rest.next(), lowered(byte) == lowered(match) else { return false }
    }
    return true
  }
}
