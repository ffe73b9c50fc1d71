/// Puts values in place of the macros of a tracker's URL (VAST 4.3, section 6): `[ERRORCODE]`, `[TIMESTAMP]`,
/// `[CACHEBUSTING]` and `[CONTENTPLAYHEAD]`, also where the brackets are percent-encoded. Macros of other names, and
/// those without a value, are left as they are.
public struct VASTMacros: Hashable, Sendable {
  /// For `[ERRORCODE]`; see ``VASTError/code``.
  public var errorCode: Int?
  /// For `[TIMESTAMP]`: the time since 1970-01-01 00:00 UTC.
  public var unixTime: Duration
  /// For `[CACHEBUSTING]`: eight digits.
  public var cacheBuster: String
  /// For `[CONTENTPLAYHEAD]`: the position in the content.
  public var contentPlayhead: Duration?

  /// Creates values at a time.
  /// - Parameter random: a random number, for the eight digits.
  public init(
    unixTime: Duration, random: UInt64, errorCode: Int? = nil, contentPlayhead: Duration? = nil
  ) {
    self.errorCode = errorCode
    self.unixTime = unixTime
    self.contentPlayhead = contentPlayhead
    cacheBuster = Self.padded(Int(random % 100_000_000), 8)
  }

  /// `url` with the values, percent-encoded (RFC 3986, section 2.1).
  public func expand(_ url: String) -> String {
    var rest = url[...]
    var result = ""
    while let opening = Self.next(["[", "%5B", "%5b"], in: rest) {
      result += rest[..<opening.lowerBound]
      let inside = rest[opening.upperBound...]
      let name = inside.prefix { $0 == "_" || ($0.isASCII && ($0.isUppercase || $0.isNumber)) }
      let behind = inside[name.endIndex...]
      let closing = ["]", "%5D", "%5d"].first { behind.hasPrefix($0) }
      if let closing, let value = value(of: name) {
        result += value.percentEncoded
        rest = behind.dropFirst(closing.count)
      } else {
        result += rest[opening]
        rest = inside
      }
    }
    return result + rest
  }

  private func value(of name: Substring) -> String? {
    switch name {
    case "ERRORCODE": errorCode.map { String($0) }
    case "TIMESTAMP": Self.timestamp(unixTime)
    case "CACHEBUSTING": cacheBuster
    case "CONTENTPLAYHEAD": contentPlayhead.map(Self.playhead)
    default: nil
    }
  }

  private static func next(_ marks: [String], in text: Substring) -> Range<Substring.Index>? {
    var index = text.startIndex
    while let candidate = text[index...].firstIndex(where: { $0 == "[" || $0 == "%" }) {
      for mark in marks where text[candidate...].hasPrefix(mark) {
        return candidate..<text.index(candidate, offsetBy: mark.count)
      }
      index = text.index(after: candidate)
    }
    return nil
  }

  /// `2016-01-17T08:15:07.127Z` (ISO 8601).
  private static func timestamp(_ time: Duration) -> String {
    let (seconds, milliseconds) = parts(time)
    let (days, ofDay) = (seconds / 86400, seconds % 86400)
    // Days to a date of the Gregorian calendar, in eras of 400 years from 0000-03-01 on.
    let shifted = days + 719_468
    let (era, ofEra) = (shifted / 146_097, shifted % 146_097)
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36524 - ofEra / 146_096) / 365
    let dayOfYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    return "\(date)T\(clock(ofDay, milliseconds))Z"
  }

  /// `00:05:21.123`.
  private static func playhead(_ time: Duration) -> String {
    let (seconds, milliseconds) = parts(time)
    return clock(seconds, milliseconds)
  }

  private static func clock(_ seconds: Int, _ milliseconds: Int) -> String {
    let time = "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
    return "\(time).\(padded(milliseconds, 3))"
  }

  /// Whole seconds and milliseconds; times before 0 are 0, times beyond the year 9999 are its end.
  private static func parts(_ time: Duration) -> (seconds: Int, milliseconds: Int) {
    let bounded = min(max(time, .zero), .seconds(253_402_300_799))
    let (seconds, attoseconds) = bounded.components
    return (Int(seconds), Int(attoseconds / 1_000_000_000_000_000))
  }

  private static func padded(_ number: Int, _ length: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, length - digits.count)) + digits
  }
}
