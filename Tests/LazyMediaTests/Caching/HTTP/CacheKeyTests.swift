import MediaTransport
import SeededRandom
import Testing

@testable import LazyMedia

@Suite struct CacheKeyTests {
  private func key(_ names: [String], _ lines: String...) -> String {
    CacheKey.secondary(primary: "p", names: names, fields: [HTTPField](lines: lines))
  }

  // RFC 9111, section 2
  @Test func theKeyOfAResourceIsItsURLWithoutTheFragment() {
    #expect(CacheKey.primary(url: "https://a.test/b?c=d#e", identifier: nil) == "https://a.test/b?c=d")
    #expect(CacheKey.primary(url: "https://a.test/b", identifier: "an#id") == "an#id")
  }

  // RFC 9111, section 4.1
  @Test func requestsWithTheSameValuesHaveTheSameKey() {
    #expect(key(["accept"], "Accept:  image/png,  x", "Other: 1") == key(["accept"], "accept: image/png, x"))
    #expect(key(["accept"], "Accept: a", "Accept: b") == key(["accept"], "Accept: a, b"))
  }

  // RFC 9111, section 4.1
  @Test func requestsWithOtherValuesHaveOtherKeys() {
    let keys = [
      key(["accept"]), key(["accept"], "Accept: "), key(["accept"], "Accept: a"),
      key(["accept"], "Accept: A"),
      key(["accept"], "Accept: a, b"), key(["accept"], "Accept: b, a"), key(["accept", "x"], "Accept: a"),
      key(["accept", "x"], "Accept: a", "X: 1"), key(["accept", "x"], "Accept: a\nx:1"), "p",
    ]
    #expect(Set(keys).count == keys.count)
  }

  @Test func noIdentifierLooksLikeAnotherKey() {
    let forged = CacheKey.primary(url: "", identifier: "p\naccept:a")
    #expect(forged != key(["accept"], "Accept: a"))
    #expect(CacheKey.primary(url: "", identifier: "p\\n") != CacheKey.primary(url: "", identifier: "p\n"))
  }

  // RFC 9111, section 4.1
  @Test func namesAreOneListWhateverTheirOrderAndCase() {
    #expect(
      CacheKey.varyingNames([HTTPField](lines: ["Vary: X, accept", "vary: Accept"])) == ["accept", "x"])
    #expect(CacheKey.varyingNames([]) == [])
    #expect(CacheKey.varyingNames([HTTPField](lines: ["Vary: accept, *"])) == nil)
  }

  // RFC 9111, section 4.1: what differs by its encoding alone is stored decoded.
  @Test func theEncodingThatARequestTakesDoesNotMatter() {
    #expect(CacheKey.varyingNames([HTTPField](lines: ["Vary: Accept-Encoding, Origin"])) == ["origin"])
  }
}
