import MediaTransport
import Testing

@testable import LazyMedia

@Suite struct RevalidationTests {
  private func isConfirmed(_ stored: StoredResponse, _ lines: String...) -> Bool {
    stored.isConfirmed(by: [HTTPField](lines: lines))
  }

  // RFC 9111, section 4.3.4
  @Test func aStrongTagMustBeTheSame() {
    #expect(isConfirmed(stored("ETag: \"a\""), "ETag: \"a\""))
    #expect(!isConfirmed(stored("ETag: \"a\""), "ETag: \"b\""))
    #expect(!isConfirmed(stored("ETag: W/\"a\""), "ETag: \"a\""))
    #expect(!isConfirmed(stored(), "ETag: \"a\""))
  }

  // RFC 9111, section 4.3.4
  @Test func aWeakTagMustCorrespond() {
    #expect(isConfirmed(stored("ETag: \"a\""), "ETag: W/\"a\""))
    #expect(isConfirmed(stored("ETag: W/\"a\""), "ETag: W/\"a\""))
    #expect(!isConfirmed(stored("ETag: W/\"a\""), "ETag: W/\"b\""))
  }

  // RFC 9111, section 4.3.4
  @Test func aDateAloneMustBeTheSame() {
    let (date, other) = (httpDate(1_000), httpDate(1_001))
    #expect(isConfirmed(stored("Last-Modified: \(date)"), "Last-Modified: \(date)"))
    #expect(!isConfirmed(stored("Last-Modified: \(date)"), "Last-Modified: \(other)"))
    #expect(
      isConfirmed(stored("ETag: \"a\"", "Last-Modified: \(date)"), "ETag: \"a\"", "Last-Modified: \(other)"))
  }

  @Test func withoutAValidatorItIsAboutWhatWasAsked() {
    #expect(isConfirmed(stored("ETag: \"a\""), "Date: \(httpDate(5))"))
  }

  // RFC 9111, section 3.2
  // FAULTS 36
  @Test func fieldsOfThe304StandInPlaceOfThoseStoredAndTheOthersStay() {
    let old = stored(
      "ETag: \"a\"", "Cache-Control: max-age=5, must-revalidate", "X-Old: é", "Content-Type: image/png",
      "Expires: 0")
    let new = old.updated(
      by: [HTTPField](lines: ["etag: \"a\"", "expires: \(httpDate(9))", "X-New: 1"]), requestTime: 20,
      responseTime: 21)
    #expect(
      new.fields
        == [HTTPField](lines: [
          "Cache-Control: max-age=5, must-revalidate", "X-Old: é", "Content-Type: image/png", "etag: \"a\"",
          "expires: \(httpDate(9))", "X-New: 1",
        ]))
    #expect(new.requestTime == 20 && new.responseTime == 21)
    #expect(new.cacheControl.mustRevalidate)
  }

  // RFC 9111, section 3.2
  @Test func severalFieldsOfOneNameAreReplacedTogether() {
    let new = stored("Cache-Control: max-age=5", "Cache-Control: no-cache").updated(
      by: [HTTPField](lines: ["Cache-Control: max-age=9", "Cache-Control: immutable"]), requestTime: 0,
      responseTime: 0)
    #expect(new.cacheControl.maxAge == .valid(9))
    #expect(!new.cacheControl.noCache && new.cacheControl.isImmutable)
  }

  // RFC 9111, section 3.2
  @Test func whatIsAboutTheBodyAsItWasSentIsNotTaken() {
    let new = stored("Content-Type: image/png").updated(
      by: [HTTPField](lines: [
        "Content-Length: 0", "Content-Encoding: gzip", "Content-Range: bytes 0-1/2",
        "Content-Type: text/html",
        "Connection: X-Hop", "X-Hop: 1", "Transfer-Encoding: chunked",
      ]), requestTime: 0, responseTime: 0)
    #expect(new.fields == [HTTPField("Content-Type", "image/png")])
  }

  // RFC 9111, section 4.3.4
  @Test func aConfirmedAnswerIsAsYoungAsThe304() {
    let old = stored(
      came: 1_000, "Date: \(httpDate(900))", "Age: 100", "Cache-Control: max-age=50", "ETag: \"a\"")
    #expect(!Freshness(old).isFresh(now: 1_000))
    let new = old.updated(
      by: [HTTPField](lines: ["Date: \(httpDate(2_000))"]), requestTime: 2_000, responseTime: 2_000)
    #expect(Freshness(new).age(now: 2_010) == 10)
    let undated = old.updated(by: [], requestTime: 3_000, responseTime: 3_000)
    #expect(Freshness(undated).age(now: 3_010) == 10)
    let aged = old.updated(by: [HTTPField("Age", "7")], requestTime: 3_000, responseTime: 3_000)
    #expect(Freshness(aged).age(now: 3_010) == 17)
  }
}
