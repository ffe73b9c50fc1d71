import MediaTransport

/// Under which keys an answer stands in a store (RFC 9111, section 4.1).
///
/// An answer that is the same for all requests stands under the primary key. Where the answer varies, a marker that
/// lists the names of the request's fields it varies with stands there, and the answer under the secondary key, which
/// has the values of those fields too.
enum CacheKey {
  /// The key of a resource: its identifier, else its URL without the fragment. The method is always GET.
  static func primary(url: String, identifier: String?) -> String {
    escaped(identifier ?? String(Substring(url.utf8.prefix { $0 != UInt8(ascii: "#") })))
  }

  /// The same, for a request that may prove who asks: what one user is given is not for another, whatever `Vary` says,
  /// and the proof itself does not stand in the key.
  /// - Parameter redacted: the URL without user name and password.
  static func primary(url: String, redacted: String, identifier: String?, fields: [HTTPField]) -> String {
    let key = primary(url: redacted, identifier: identifier)
    var proofs = fields.filter { field in
      ["Authorization", "Cookie"].contains { field.name.equalsIgnoringCase($0) }
    }.map { "\($0.name.asciiLowercased):\($0.value)" }
    if redacted != url { proofs.append(url) }
    guard !proofs.isEmpty else { return key }
    return key + "\n" + digest(proofs.joined(separator: "\n"))
  }

  /// FNV-1a of 64 bits: the same in every program.
  private static func digest(_ text: String) -> String {
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }

  /// The key of the answer to a request with `fields`, where answers vary with the fields called `names`.
  ///
  /// White space around and within a value counts as one space, and fields of one name as one list; a field that is not
  /// there is not the same as an empty one.
  static func secondary(primary: String, names: [String], fields: [HTTPField]) -> String {
    names.reduce(primary) { key, name in
      let values = fields.filter { $0.name.equalsIgnoringCase(name) }.map { field in
        field.value.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
      }
      let value = values.isEmpty ? "" : ":" + values.joined(separator: ", ")
      return key + "\n" + escaped(name + value)
    }
  }

  /// The names that the `Vary` fields among `fields` give, in lower case and in order, each once; `nil` where a `*` says
  /// that no two requests are answered alike.
  ///
  /// `Accept-Encoding` is left out: bodies are stored decoded, whatever their encoding was.
  static func varyingNames(_ fields: [HTTPField]) -> [String]? {
    let names = Set(fields.list(named: "Vary").map(\.asciiLowercased))
    return names.contains("*") ? nil : names.subtracting(["accept-encoding"]).sorted()
  }

  // So that no part of a key looks like the line end between two.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\n") }) else {
      return text
    }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): bytes += [byte, byte]
      case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
