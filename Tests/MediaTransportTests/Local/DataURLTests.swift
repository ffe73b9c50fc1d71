import Testing

@testable import MediaTransport

@Suite struct DataURLTests {
  private func text(_ url: String) throws -> String {
    String(decoding: try DataURL(url, maximumBytes: 1_000).bytes, as: UTF8.self)
  }

  @Test func percentEncodedDataIsDecoded() throws {
    #expect(try text("data:,A%20brief%20note") == "A brief note")
    #expect(try text("data:text/plain,a,b") == "a,b")
    #expect(try text("data:,") == "")
    #expect(try text("data:,a#fragment") == "a")
  }

  @Test(arguments: [
    ("", ""), ("Zg==", "f"), ("Zg", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYmE=", "fooba"),
    ("Zm9v%59mE%3D", "fooba"), ("Zm9vYmFy", "foobar"),
  ])
  func base64IsDecoded(encoded: String, expected: String) throws {
    #expect(try text("data:image/png;base64,\(encoded)") == expected)
    #expect(try text("DATA:;BASE64,\(encoded)") == expected)
  }

  @Test func spaceWithinBase64IsPassedOver() throws {
    #expect(try text("data:image/png;base64,Zm\n9v Yg==") == "foob")
  }

  @Test func anyLimitIsTaken() throws {
    #expect(try DataURL("data:;base64,Zm9v", maximumBytes: .max).bytes == Array("foo".utf8))
    #expect(throws: DataURL.Failure.self) { try DataURL("data:;base64,Zm9v", maximumBytes: .min) }
  }

  @Test(arguments: ["Z", "Zm9vY", "Zm=9", "Zg===", "Zm9v=", "Z!==", "Zm9v-_==", "%zz", "Zg=%"])
  func brokenBase64IsRefused(encoded: String) {
    #expect(throws: DataURL.Failure.self) { try DataURL("data:;base64,\(encoded)", maximumBytes: 100) }
  }

  @Test func mediaTypeIsKept() throws {
    #expect(try DataURL("data:,x", maximumBytes: 9).mediaType == "text/plain;charset=US-ASCII")
    #expect(try DataURL("data:;charset=utf-8,x", maximumBytes: 9).mediaType == "text/plain;charset=utf-8")
    #expect(try DataURL("data:image/png;a=b;base64,", maximumBytes: 9).mediaType == "image/png;a=b")
  }

  @Test func dataOverTheLimitIsRefused() throws {
    #expect(try DataURL("data:,12345", maximumBytes: 5).bytes.count == 5)
    for url in [
      "data:,123456", "data:;base64,MTIzNDU2", "data:,%31%32%33%34%35%36",
      "data:," + String(repeating: "x", count: 1_000_000),
    ] {
      #expect(throws: DataURL.Failure.self) { try DataURL(url, maximumBytes: 5) }
    }
  }

  @Test(arguments: ["data:", "data:text/plain", "data:,%", "data:,%4", "data:,%4g"])
  func brokenURLIsRefused(url: String) {
    #expect(throws: DataURL.Failure.self) { try DataURL(url, maximumBytes: 100) }
  }
}
