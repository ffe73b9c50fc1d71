import MediaTransport
import Testing

@testable import LazyMedia

@Suite struct ResumePointTests {
  // RFC 9110, section 13.1.5
  // FAULTS 34
  @Test func onlyAStrongValidatorGoesOn() {
    let point = ResumePoint(head: answer(200, expected: 100, "ETag: \"a\"", "Last-Modified: x"), received: 10)
    #expect(point?.validator == "\"a\"" && point?.received == 10 && point?.total == 100)
    #expect(ResumePoint(head: answer(200, "ETag: W/\"a\""), received: 10) == nil)
    #expect(ResumePoint(head: answer(200, "ETag: a"), received: 10) == nil)
    #expect(ResumePoint(head: answer(200), received: 10) == nil)
  }

  // RFC 9110, section 8.8.2.2
  @Test func aDateIsStrongWhereTheAnswerWasSentAMinuteLater() {
    func validator(later seconds: Int, _ tag: String = "X: 1") -> String? {
      ResumePoint(
        head: answer(200, "Last-Modified: \(httpDate(5_000))", "Date: \(httpDate(5_000 + seconds))", tag),
        received: 1
      )?.validator
    }
    #expect(validator(later: 60) == httpDate(5_000))
    #expect(validator(later: 59) == nil)
    #expect(validator(later: -1) == nil)
    // RFC 9110, section 13.1.5: no date where there is an entity tag.
    #expect(validator(later: 60, "ETag: W/\"a\"") == nil)
    #expect(ResumePoint(head: answer(200, "Last-Modified: \(httpDate(5_000))"), received: 1) == nil)
  }

  // FAULTS 35
  @Test func anEncodedAnswerIsNotResumed() {
    #expect(ResumePoint(head: answer(200, "ETag: \"a\"", "Content-Encoding: gzip"), received: 10) == nil)
    #expect(ResumePoint(head: answer(200, "ETag: \"a\"", "Content-Encoding: identity"), received: 10) != nil)
  }

  @Test func whatCannotGoOnIsNotKept() {
    #expect(ResumePoint(head: answer(200, "ETag: \"a\"", "Accept-Ranges: none"), received: 10) == nil)
    #expect(ResumePoint(head: answer(nil, "ETag: \"a\""), received: 10) == nil)
    #expect(ResumePoint(head: answer(206, "ETag: \"a\""), received: 10) == nil)
    #expect(ResumePoint(head: answer(200, "ETag: \"a\""), received: 0) == nil)
    #expect(ResumePoint(head: answer(200, expected: 10, "ETag: \"a\""), received: 10) == nil)
  }
}
