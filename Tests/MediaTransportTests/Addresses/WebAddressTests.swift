import Testing

@testable import MediaTransport

@Suite struct WebAddressTests {
  private func code(_ text: String) -> TransportError.Code? {
    do {
      _ = try WebAddress(text)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func connectionBelongsToSchemeHostAndPort() throws {
    #expect(try WebAddress("http://Example.COM/a?b#c").host == "http://example.com:80")
    #expect(try WebAddress("https://example.com/").host == "https://example.com:443")
    #expect(try WebAddress("HTTP://u:p@example.com:8080/").host == "http://example.com:8080")
    #expect(try WebAddress("http://[::1]:81/x").host == "http://[::1]:81")
    #expect(try WebAddress("https://example.com/").isSecure)
  }

  @Test func fragmentIsNotFetched() throws {
    #expect(try WebAddress("http://a/b#c").url == "http://a/b")
  }

  @Test func spacesAndLettersOutsideASCIIAreEncoded() throws {
    #expect(try WebAddress("http://a/b c.jpg").url == "http://a/b%20c.jpg")
    #expect(try WebAddress("http://a/\u{FC}.jpg").url.lowercased() == "http://a/%c3%bc.jpg")
  }

  @Test(arguments: [
    "", "http://", "http://:80/", "example.com/a.jpg", "http://a:99999/", "http://a:port/", "http://a\u{0}b/",
    "://x", "http://[::1/", "%", "\u{1}http://a/",
  ])
  func textThatIsNoURLIsRefused(text: String) {
    #expect(code(text) == .invalidURL)
  }

  @Test(arguments: [
    "ftp://a/b", "gopher://a/", "javascript:alert(1)", "file:///etc/passwd", "data:,x", "ws://a/",
    "/etc/passwd",
    "./a.png", "../a.png", "mailto:a@b",
  ])
  func otherSchemesAreRefused(text: String) {
    #expect(code(text) == .schemeNotAllowed)
  }

  @Test func redirectIsRelativeToItsURL() throws {
    let address = try WebAddress("http://a/b/c?d=1")
    #expect(try address.following("e").url == "http://a/b/e")
    #expect(try address.following("/e").url == "http://a/e")
    #expect(try address.following("//x/e").url == "http://x/e")
    #expect(try address.following("https://x/e").host == "https://x:443")
    #expect(try address.following("?q").url == "http://a/b/c?q")
    #expect(throws: WebAddress.Invalid.self) { try address.following("file:///etc/passwd") }
    #expect(throws: WebAddress.Invalid.self) { try address.following("ftp://a/") }
  }

  @Test(arguments: [
    ("http://user:secret@host/path", "http://host/path"),
    ("https://secret@host:81/p?q=a@b", "https://host:81/p?q=a@b"),
    ("http://host/path@x", "http://host/path@x"),
    ("http://user:secret@ho st/path", "http://ho st/path"),
    ("http://user:se@cret@host:99999/x@y", "http://host:99999/x@y"),
    ("ftp://user:secret@host/", "ftp://host/"),
    ("data:image/png;base64,AAAA", "data:image/png;base64,…"),
    ("nonsense", "nonsense"),
  ])
  func credentialsAreRemoved(text: String, expected: String) {
    #expect(WebAddress.redact(text) == expected)
  }

  @Test func validFieldsHaveATokenAndNoLineEnds() {
    #expect(HTTPField("X-A_b1", "any: thing é").isValid)
    for field in [
      HTTPField("", "x"), HTTPField("A b", "x"), HTTPField("A:", "x"), HTTPField("A", "x\r\nB: y"),
      HTTPField("A", "x\n"), HTTPField("A", "x\u{0}"), HTTPField("\u{E9}", "x"),
    ] {
      #expect(!field.isValid)
    }
  }
}
