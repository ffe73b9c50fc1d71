internal import CCurlOptions

/// An `http` or `https` URL that libcurl can read.
struct WebAddress: Hashable {
  /// The URL to fetch, user and password included.
  var url: String
  /// Scheme, host and port: what a connection belongs to.
  var host: String
  var isSecure: Bool

  /// Why a text is no such URL.
  struct Invalid: Error, Hashable {
    var code: TransportError.Code
    var message: String
  }

  /// Reads `text`; spaces and bytes outside ASCII are percent-encoded.
  init(_ text: String) throws(Invalid) {
    try self.init(text, relativeTo: nil)
  }

  /// The URL that `location` means in an answer of this one.
  func following(_ location: String) throws(Invalid) -> WebAddress {
    try WebAddress(location, relativeTo: url)
  }

  private init(_ text: String, relativeTo base: String?) throws(Invalid) {
    guard !text.utf8.contains(0) else { throw Invalid(code: .invalidURL, message: "the URL contains a NUL") }
    if let scheme = URLScheme.of(text), scheme != "http", scheme != "https" {
      throw Invalid(
        code: .schemeNotAllowed, message: "the scheme \(scheme): is not allowed, only http: and https: are")
    }
    if base == nil, text.starts(with: "/") || text.starts(with: "./") || text.starts(with: "../") {
      throw Invalid(code: .schemeNotAllowed, message: "paths are not allowed, only http: and https: URLs are")
    }
    guard let handle = curl_url() else { throw Invalid(code: .other, message: "out of memory") }
    defer { curl_url_cleanup(handle) }
    let flags = UInt32(CURLU_URLENCODE | CURLU_NON_SUPPORT_SCHEME | CURLU_ALLOW_SPACE)
    if let base { curl_url_set(handle, CURLUPART_URL, base, flags) }
    let code = curl_url_set(handle, CURLUPART_URL, text, flags)
    guard code == CURLUE_OK else {
      throw Invalid(code: .invalidURL, message: "not a URL: \(String(cString: curl_url_strerror(code)))")
    }
    guard let scheme = Self.part(CURLUPART_SCHEME, of: handle)?.asciiLowercased() else {
      throw Invalid(code: .invalidURL, message: "not a URL: it has no scheme")
    }
    guard let host = Self.part(CURLUPART_HOST, of: handle), !host.isEmpty else {
      throw Invalid(code: .invalidURL, message: "not a URL: it has no host")
    }
    // A fragment is for the reader of the document, never sent.
    curl_url_set(handle, CURLUPART_FRAGMENT, nil, 0)
    guard let url = Self.part(CURLUPART_URL, of: handle) else {
      throw Invalid(code: .invalidURL, message: "not a URL")
    }
    let port = Self.part(CURLUPART_PORT, of: handle, flags: UInt32(CURLU_DEFAULT_PORT)) ?? ""
    self.url = url
    self.host = "\(scheme)://\(host.asciiLowercased()):\(port)"
    self.isSecure = scheme == "https"
  }

  /// The URL without user and password.
  var redacted: String { Self.redact(url) }

  /// `text` without what may be a user and a password; `data:` URLs are cut before their data.
  static func redact(_ text: String) -> String {
    if text.utf8.count >= 5, text.prefix(5).equalsIgnoringCase("data:") {
      guard let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")) else { return String(text.prefix(64)) }
      return String(text[...comma].prefix(64)) + "…"
    }
    guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
    if let handle = curl_url() {
      defer { curl_url_cleanup(handle) }
      let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_ALLOW_SPACE)
      if !text.utf8.contains(0), curl_url_set(handle, CURLUPART_URL, text, flags) == CURLUE_OK {
        for part in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS] {
          curl_url_set(handle, part, nil, 0)
        }
        if let url = part(CURLUPART_URL, of: handle) { return url }
      }
    }
    // Not a URL that can be read: everything from the slashes to the last at sign goes.
    guard let slashes = text.firstRange(of: "//")?.upperBound else { return text }
    let end = text[slashes...].firstIndex { "/?#".contains($0) } ?? text.endIndex
    guard let sign = text[slashes..<end].lastIndex(of: "@") else { return text }
    return String(text[..<slashes]) + String(text[text.index(after: sign)...])
  }

  private static func part(
    _ part: CURLUPart, of handle: OpaquePointer, flags: UInt32 = 0
  ) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    guard curl_url_get(handle, part, &value, flags) == CURLUE_OK, let value else { return nil }
    defer { curl_free(value) }
    return String(cString: value)
  }
}

extension String {
  fileprivate func asciiLowercased() -> String {
    utf8.contains { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") } ? lowercased() : self
  }
}
