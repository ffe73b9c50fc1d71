/// One header field, of a request or of a response.
public struct OriginField: Hashable, Sendable {
  /// The name, as written.
  public var name: String
  /// The value.
  public var value: String

  /// Creates a field. Neither part is checked: tests may want a bad one.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [OriginField] {
  /// The value of the first field of that name, compared without regard to case; `nil` where there is none.
  public func value(of name: String) -> String? {
    first { $0.name.equalsIgnoringASCIICase(name) }?.value
  }
}

extension String {
  /// Whether both are the same but for the case of ASCII letters.
  func equalsIgnoringASCIICase(_ other: String) -> Bool {
    utf8.count == other.utf8.count
      && utf8.elementsEqual(other.utf8) { $0.asciiLowercased == $1.asciiLowercased }
  }

  /// Without spaces and tabs at both ends.
  var trimmingBlanks: Substring {
    var rest = Substring(self)
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return rest
  }
}

extension UInt8 {
  /// The lower-case form of an ASCII capital; anything else as it is.
  var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}
