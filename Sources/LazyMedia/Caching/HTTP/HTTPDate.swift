/// Dates of header fields, as seconds since 1970 (RFC 9110, section 5.6.7).
enum HTTPDate {
  /// Reads the preferred form (`Sun, 06 Nov 1994 08:49:37 GMT`) and the two obsolete ones; `nil` for anything else.
  ///
  /// The case of letters does not matter, and zones other than GMT are no dates (RFC 9111, section 4.2).
  /// - Parameter now: decides the century of two-digit years, in seconds since 1970.
  static func seconds(_ text: String, now: Int) -> Int? {
    var reader = Reader(text)
    guard let weekday = reader.word() else { return nil }
    let isAbbreviated = weekdays.contains { $0.prefix(3).elementsEqual(weekday) }
    if reader.take(", ") {
      guard let day = reader.digits(2) else { return nil }
      if isAbbreviated, reader.take(" ") {
        guard let month = reader.month(), reader.take(" "), let year = reader.digits(4), reader.take(" "),
          let time = reader.time(), reader.take(" gmt"), reader.isAtEnd
        else { return nil }
        return seconds(year: year, month: month, day: day, time: time)
      }
      guard weekdays.contains(where: { $0.elementsEqual(weekday) }), reader.take("-"),
        let month = reader.month(), reader.take("-"), let year = reader.digits(2), reader.take(" "),
        let time = reader.time(), reader.take(" gmt"), reader.isAtEnd
      else { return nil }
      return seconds(twoDigitYear: year, month: month, day: day, time: time, now: now)
    }
    // As asctime() writes it: a day below 10 has a space before it.
    guard isAbbreviated, reader.take(" "), let month = reader.month(), reader.take(" "),
      let day = reader.take(" ") ? reader.digits(1) : reader.digits(2), reader.take(" "),
      let time = reader.time(), reader.take(" "), let year = reader.digits(4), reader.isAtEnd
    else { return nil }
    return seconds(year: year, month: month, day: day, time: time)
  }

  // A year that seems more than 50 years ahead is the latest one past with the same two digits.
  private static func seconds(twoDigitYear: Int, month: Int, day: Int, time: Int, now: Int) -> Int? {
    let limit = year(ofDay: floorDivide(now, 86_400)) + 50
    var year = limit - limit % 100 + twoDigitYear
    if year > limit { year -= 100 }
    return seconds(year: year, month: month, day: day, time: time)
  }

  private static func seconds(year: Int, month: Int, day: Int, time: Int) -> Int? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let length = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    guard year >= 1, (1...length).contains(day) else { return nil }
    return daysSince1970(year: year, month: month, day: day) * 86_400 + time
  }

  // Days in years that begin in March, so that the leap day is the last one of its year.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let monthFromMarch = (month + 9) % 12
    return year * 365 + year / 4 - year / 100 + year / 400 + (153 * monthFromMarch + 2) / 5 + day - 719_469
  }

  // Right to a day or so around New Year, which is enough to tell a century.
  private static func year(ofDay day: Int) -> Int { 1970 + floorDivide(day * 400, 146_097) }

  private static func floorDivide(_ number: Int, _ divisor: Int) -> Int {
    number / divisor - (number % divisor < 0 ? 1 : 0)
  }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ].map { Array($0.utf8) }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ].map { Array($0.utf8) }

  private struct Reader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
      bytes = text.utf8.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func take(_ text: String) -> Bool {
      guard bytes[position...].starts(with: text.utf8) else { return false }
      position += text.utf8.count
      return true
    }

    mutating func word() -> ArraySlice<UInt8>? {
      let word = bytes[position...].prefix { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
      position += word.count
      return word.isEmpty ? nil : word
    }

    mutating func digits(_ count: Int) -> Int? {
      let digits = bytes[position...].prefix(count)
      guard digits.count == count,
        digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
      else { return nil }
      position += count
      return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// From 1.
    mutating func month() -> Int? {
      guard let word = word(), let index = HTTPDate.months.firstIndex(where: { $0.elementsEqual(word) })
      else { return nil }
      return index + 1
    }

    /// Seconds of the day; 60 for the second of a minute is a leap second.
    mutating func time() -> Int? {
      guard let hour = digits(2), take(":"), let minute = digits(2), take(":"), let second = digits(2),
        hour < 24, minute < 60, second <= 60
      else { return nil }
      return hour * 3_600 + minute * 60 + second
    }
  }
}
