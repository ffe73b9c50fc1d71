import MediaTransport
import Testing

@testable import LazyMedia

@Suite struct CacheControlTests {
  // RFC 9111, section 5.2
  @Test func directivesAreReadWhateverTheirCaseAndAcrossFields() {
    let control = CacheControl([
      HTTPField("cache-control", "MAX-AGE=10 ,, No-Store"), HTTPField("Cache-Control", "must-revalidate"),
    ])
    #expect(control.maxAge == .valid(10))
    #expect(control.forbidsStoring)
    #expect(control.mustRevalidate)
    #expect(!control.noCache)
  }

  // RFC 9111, section 5.2: "accept both forms"
  @Test func argumentsMayBeQuoted() {
    #expect(CacheControl(#"max-age="10""#).maxAge == .valid(10))
    #expect(CacheControl(#"max-age="1\0""#).maxAge == .valid(10))
  }

  // RFC 9111, section 5.2.3
  @Test func unknownDirectivesArePassedOver() {
    #expect(CacheControl("foo, bar=1, max-age=10, no-store-ever").maxAge == .valid(10))
    #expect(!CacheControl("no-store-ever").forbidsStoring)
  }

  @Test func commasAndDirectivesWithinQuotesAreText() {
    let control = CacheControl(#"foo="no-store, max-age=1\", no-cache", max-age=10"#)
    #expect(!control.forbidsStoring)
    #expect(!control.noCache)
    #expect(control.maxAge == .valid(10))
    #expect(!CacheControl(#"foo="no-store"#).forbidsStoring)
  }

  // RFC 9111, section 4.2.1: the first occurrence.
  @Test func ofADirectiveThatIsThereTwiceTheFirstCounts() {
    #expect(CacheControl("max-age=10, max-age=20").maxAge == .valid(10))
    #expect(CacheControl("max-age=x, max-age=20").maxAge == .invalid)
  }

  // RFC 9111, section 4.2.1: invalid freshness information is stale.
  @Test(arguments: [
    "max-age", "max-age=", "max-age=-1", "max-age=1.5", "max-age=1e3", "max-age='10'", "max-age=10s",
    "max-age =10",
    "max-age= 10", "max-age=+10", #"max-age="10"#, "max-age=\u{0661}",
  ])
  func aNumberThatIsNoneIsInvalid(value: String) {
    #expect(CacheControl(value).maxAge == .invalid)
  }

  // RFC 9111, section 1.2.2
  @Test(arguments: ["2147483648", "2147483649", "99999999999999999999999999", "9223372036854775807"])
  func aNumberThatIsTooLargeIsTheGreatest(number: String) {
    #expect(CacheControl("max-age=\(number)").maxAge == .valid(1 << 31))
  }

  // RFC 9111, section 5.2.2.4
  @Test func noCacheMayNameFields() {
    let control = CacheControl(#"no-cache="Set-Cookie, X-a""#)
    #expect(!control.noCache)
    #expect(control.noCacheFields == ["set-cookie", "x-a"])
    #expect(CacheControl(#"no-cache="""#).noCache)
    #expect(CacheControl("no-cache=x").noCacheFields == ["x"])
  }

  // RFC 9111, section 5.2.1.2
  @Test func maxStaleWithoutANumberIsAny() {
    #expect(CacheControl("max-stale").maxStale == CacheControl.mostSeconds)
    #expect(CacheControl("max-stale=5").maxStale == 5)
    #expect(CacheControl("max-stale=x").maxStale == 0)
  }

  // RFC 9110, section 5.6.1
  @Test func emptyMembersOfAListAreNone() {
    #expect(" a , ,\t,b\t,".listMembers == ["a", "b"])
    #expect("".listMembers.isEmpty)
    #expect(#""a,b",c"#.listMembers == [#""a,b""#, "c"])
  }
}
