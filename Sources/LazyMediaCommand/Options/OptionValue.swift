import LazyMedia

/// Reads the values of options. Each function refuses what it does not wholly understand.
enum OptionValue {
  /// A whole number in decimal digits.
  static func wholeNumber(_ text: String, in range: ClosedRange<Int>) throws(InvalidValue) -> Int {
    guard isDigits(text), let number = Int(text), range.contains(number) else {
      throw InvalidValue(expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A number of bytes: digits, then perhaps `K`, `M` or `G` for powers of 1024.
  static func byteCount(_ text: String, in range: ClosedRange<Int>) throws(InvalidValue) -> Int {
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = text.last.flatMap { shifts[$0] } ?? 0
    let digits = shift == 0 ? text[...] : text.dropLast()
    if isDigits(digits), let number = Int(digits) {
      let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << shift)
      if !overflow, range.contains(bytes) { return bytes }
    }
    throw InvalidValue(
      expected: "a number of bytes from \(range.lowerBound) to \(range.upperBound), "
        + "perhaps with K, M or G after it")
  }

  /// A time: digits, perhaps with a point and up to six more digits, in units of `unit`.
  static func duration(
    _ text: String, unit: Duration, named unitName: String, in range: ClosedRange<Duration>
  ) throws(InvalidValue) -> Duration {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    if let first = parts.first, isDigits(first), first.count <= 9, let whole = Int(first) {
      var millionths = 0
      var isValid = true
      if parts.count == 2 {
        isValid = isDigits(parts[1]) && parts[1].count <= 6
        for digit in parts[1].prefix(6) { millionths = millionths * 10 + (digit.wholeNumberValue ?? 0) }
        for _ in 0..<max(0, 6 - parts[1].count) { millionths *= 10 }
      }
      let duration = unit * whole + unit * millionths / 1_000_000
      if isValid, range.contains(duration) { return duration }
    }
    let bounds = [range.lowerBound, range.upperBound].map { Text.decimal($0 / unit) }
    throw InvalidValue(expected: "a number of \(unitName) from \(bounds[0]) to \(bounds[1])")
  }

  /// A size in pixels: `WxH`, each side 1 to 16,384.
  static func pixelSize(_ text: String) throws(InvalidValue) -> PixelSize {
    guard let size = pair(text, in: 1...maximumSide) else {
      throw InvalidValue(expected: "a width and a height, such as 600x314, each from 1 to \(maximumSide)")
    }
    return PixelSize(width: size.x, height: size.y)
  }

  /// Components of a BlurHash: `XxY`, each 1 to 9.
  static func components(_ text: String) throws(InvalidValue) -> (x: Int, y: Int) {
    guard let components = pair(text, in: 1...9) else {
      throw InvalidValue(expected: "two numbers, such as 4x3, each from 1 to 9")
    }
    return components
  }

  private static func pair(_ text: String, in range: ClosedRange<Int>) -> (x: Int, y: Int)? {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, isDigits(sides[0]), isDigits(sides[1]), let x = Int(sides[0]),
      let y = Int(sides[1]),
      range.contains(x), range.contains(y)
    else { return nil }
    return (x, y)
  }

  /// A header field: `Name: value` (RFC 9110, section 5: the name a token, no control characters).
  static func headerField(_ text: String) throws(InvalidValue) -> HTTPField {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let field = headerField(name: String(parts[0]), value: String(parts[1])) else {
      throw InvalidValue(expected: "a header field, such as 'Accept-Language: de'")
    }
    return field
  }

  /// A header field from its two halves; `nil` if one of them is not allowed.
  static func headerField(name: String, value: String) -> HTTPField? {
    let tokenMarks = "!#$%&'*+-.^_`|~".utf8
    let isToken =
      !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || tokenMarks.contains(byte)
      }
    guard isToken, isFieldText(value) else { return nil }
    let blanks: [Character] = [" ", "\t"]
    var trimmed = value[...]
    while let first = trimmed.first, blanks.contains(first) { trimmed.removeFirst() }
    while let last = trimmed.last, blanks.contains(last) { trimmed.removeLast() }
    return HTTPField(name, String(trimmed))
  }

  /// Whether a text may stand in a header field: no control characters but the tabulator.
  static func isFieldText(_ text: String) -> Bool {
    text.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
  }

  /// The most pixels along one side that a size may ask for; that of `DecodeLimits`.
  static let maximumSide = 16_384

  private static func isDigits(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.count <= 18 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
