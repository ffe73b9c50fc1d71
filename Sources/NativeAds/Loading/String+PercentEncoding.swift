extension String {
  /// The text for a part of a URL: all but the unreserved characters as `%XX` (RFC 3986, section 2.1).
  var percentEncoded: String {
    var result = ""
    for byte in utf8 {
      let isUnreserved =
        (byte >= 48 && byte <= 57) || (byte | 0x20 >= 97 && byte | 0x20 <= 122) || "-._~".utf8.contains(byte)
      result +=
        isUnreserved
        ? String(Unicode.Scalar(byte))
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return result
  }
}
