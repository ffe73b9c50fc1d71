internal import CCurlOptions

/// The `Retry-After` field (RFC 9110, section 10.2.3): seconds, or a date.
enum RetryAfter {
  /// The wait it asks for; `nil` if it is neither form.
  ///
  /// - Parameter now: the time of day, in seconds since 1970.
  static func delay(_ value: String, now: Int) -> Duration? {
    let digits = value.utf8
    if !digits.isEmpty, digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) {
      // A number too large to read is a wait too long to make.
      return .seconds(Int(value) ?? Int(Int32.max))
    }
    let date = value.withCString { curl_getdate($0, nil) }
    guard date >= 0 else { return nil }
    return .seconds(max(0, date - now))
  }
}
