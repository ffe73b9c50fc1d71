import MediaTransport

/// What the `Cache-Control` fields of a request or an answer say (RFC 9111, section 5.2; 5861; 8246).
///
/// Directives that are not known, and those for shared caches, are passed over. Of a directive that is there twice the
/// first counts (section 4.2.1).
struct CacheControl: Hashable, Sendable {
  /// A number of seconds; what is none makes an answer stale (RFC 9111, section 4.2.1).
  enum Seconds: Hashable, Sendable {
    case valid(Int)
    case invalid
  }

  /// The largest number of seconds; what is larger counts as this (RFC 9111, section 1.2.2).
  static let mostSeconds = 1 << 31

  private var noStore = false
  private var mustUnderstand = false
  /// `no-cache` without field names.
  private(set) var noCache = false
  /// The names, in lower case, that `no-cache` gives: those fields alone may not be used again.
  private(set) var noCacheFields: [String] = []
  private(set) var mustRevalidate = false
  private(set) var isImmutable = false
  private(set) var onlyIfCached = false
  private(set) var isPublic = false
  private(set) var isPrivate = false
  private(set) var hasSharedMaxAge = false
  private(set) var maxAge: Seconds?
  private(set) var minFresh: Int?
  /// How stale an answer a request takes; ``mostSeconds`` where it says no number.
  private(set) var maxStale: Int?
  private(set) var staleWhileRevalidate: Int?
  private(set) var staleIfError: Int?

  /// Whether nothing is to be stored. Who understands the status of an answer, as this does of those that are stored, passes
  /// over `no-store` where `must-understand` stands with it (RFC 9111, section 5.2.2.3).
  var forbidsStoring: Bool { noStore && !mustUnderstand }

  init(_ fields: [HTTPField]) {
    for directive in fields.list(named: "Cache-Control") {
      let parts = directive.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      take(parts[0].asciiLowercased, parts.count == 2 ? Self.unquoted(parts[1]) : nil)
    }
  }

  private mutating func take(_ name: String, _ argument: String?) {
    switch name {
    case "no-store": noStore = true
    case "must-understand": mustUnderstand = true
    case "no-cache": takeNoCache(argument)
    case "must-revalidate": mustRevalidate = true
    case "immutable": isImmutable = true
    case "only-if-cached": onlyIfCached = true
    case "public": isPublic = true
    case "private": isPrivate = true
    case "s-maxage": hasSharedMaxAge = true
    case "min-fresh": minFresh = minFresh ?? argument.flatMap(Self.seconds)
    case "max-stale": maxStale = maxStale ?? (argument.map { Self.seconds($0) ?? 0 } ?? Self.mostSeconds)
    case "stale-while-revalidate":
      staleWhileRevalidate = staleWhileRevalidate ?? (argument.flatMap(Self.seconds) ?? 0)
    case "stale-if-error": staleIfError = staleIfError ?? (argument.flatMap(Self.seconds) ?? 0)
    case "max-age", "max-age ", "max-age\t":
      // White space around "=" is an error of whoever wrote it: the number is not trusted.
      let seconds = name.utf8.count == 7 ? argument.flatMap(Self.seconds) : nil
      maxAge = maxAge ?? seconds.map(Seconds.valid) ?? .invalid
    default: break
    }
  }

  private mutating func takeNoCache(_ argument: String?) {
    let names = (argument ?? "").listMembers.map(\.asciiLowercased)
    if names.isEmpty { noCache = true } else { noCacheFields += names }
  }

  /// The number of seconds that `text` is; too large a one is ``mostSeconds``.
  static func seconds(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else {
      return nil
    }
    return text.utf8.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), mostSeconds) }
  }

  // Arguments may be tokens or quoted, whichever the definition of the directive says (RFC 9111, section 5.2).
  private static func unquoted(_ text: Substring) -> String {
    guard text.utf8.count >= 2, text.utf8.first == UInt8(ascii: "\""), text.utf8.last == UInt8(ascii: "\"")
    else {
      return String(text)
    }
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8.dropFirst().dropLast() {
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        bytes.append(byte)
        isEscaped = false
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
