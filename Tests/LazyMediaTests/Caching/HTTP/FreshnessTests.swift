import MediaTransport
import Testing

@testable import LazyMedia

@Suite struct FreshnessTests {
  private let now = 1_000_000

  // MARK: - Age (RFC 9111, section 4.2.3)

  // RFC 9111, section 4.2.3
  @Test func anAnswerAgesWhileItIsStored() {
    let freshness = Freshness(stored("Date: \(httpDate(now))", "Cache-Control: max-age=10"))
    #expect(freshness.age(now: now) == 0)
    #expect(freshness.age(now: now + 9) == 9)
    #expect(freshness.isFresh(now: now + 9))
    #expect(!freshness.isFresh(now: now + 10))
  }

  // RFC 9111, section 4.2.3: corrected_age_value
  @Test func theAgeThatIsToldAndTheTimeOnTheWayCount() {
    let freshness = Freshness(stored(sent: now - 3, "Date: \(httpDate(now))", "Age: 20"))
    #expect(freshness.age(now: now + 5) == 28)
  }

  // RFC 9111, section 4.2.3: apparent_age
  @Test func anOldDateCountsWhereNoAgeIsTold() {
    #expect(Freshness(stored("Date: \(httpDate(now - 50))", "Age: 20")).age(now: now) == 50)
    #expect(Freshness(stored("Date: \(httpDate(now - 10))", "Age: 20")).age(now: now) == 20)
  }

  // RFC 9111, section 4.2.3: apparent_age is never negative.
  @Test func aDateInTheFutureIsNoAge() {
    let freshness = Freshness(
      stored("Date: \(httpDate(now + 5_000))", "Expires: \(httpDate(now + 5_010))"))
    #expect(freshness.age(now: now) == 0)
    #expect(freshness.lifetime == 10)
  }

  // RFC 9110, section 6.6.1
  @Test func anAnswerWithoutADateIsDatedWhenItCame() {
    #expect(Freshness(stored("Expires: \(httpDate(now + 10))")).lifetime == 10)
    #expect(Freshness(stored("Date: today", "Expires: \(httpDate(now + 10))")).lifetime == 10)
    #expect(Freshness(stored("Date: today")).age(now: now + 1) == 1)
  }

  // RFC 9111, section 5.1
  @Test(arguments: [
    ("Age: 7", 7), ("Age: 7, 9", 7), ("Age: -7", 0), ("Age: 7.5", 0), ("Age: x", 0), ("Age: x, 9", 0),
    ("Age: ", 0),
    ("Age: 99999999999999999999", 1 << 31),
  ])
  func theFirstAgeCountsAndWhatIsNoneIsPassedOver(line: String, age: Int) {
    #expect(Freshness(stored(line)).age(now: now) == age)
  }

  @Test func aClockSetBackMakesAnAnswerStale() {
    let freshness = Freshness(stored("Cache-Control: max-age=1000000"))
    #expect(freshness.age(now: now - 60) == 0)
    #expect(freshness.age(now: now - 61) == CacheControl.mostSeconds)
    #expect(!freshness.isFresh(now: now - 61))
    #expect(!Freshness(stored("Cache-Control: max-age=2147483648")).isFresh(now: 0))
  }

  @Test func aClockSetBackWhileAskingIsNoAge() {
    #expect(Freshness(stored(sent: now + 100)).age(now: now) == 0)
  }

  @Test func timesOfAnySizeDoNoHarm() {
    for time in [Int.min, -1, 0, Int.max] {
      let freshness = Freshness(
        stored(sent: time, came: -time.magnitudeClamped, "Date: \(httpDate(now))", "Age: 5"))
      for now in [Int.min, 0, Int.max] {
        #expect((0...CacheControl.mostSeconds).contains(freshness.age(now: now)))
      }
    }
  }

  // MARK: - Lifetime (RFC 9111, section 4.2.1)

  // RFC 9111, section 4.2.1, 5.3
  @Test func maxAgeComesBeforeExpires() {
    let expires = "Expires: \(httpDate(now + 99))"
    let date = "Date: \(httpDate(now))"
    #expect(Freshness(stored(date, expires, "Cache-Control: max-age=5")).lifetime == 5)
    #expect(Freshness(stored(date, expires)).lifetime == 99)
    #expect(Freshness(stored(date, "Expires: 0", "Cache-Control: max-age=5")).lifetime == 5)
  }

  // RFC 9111, section 5.2.2.10
  @Test func maxAgeForSharedCachesIsNotForThisOne() {
    #expect(Freshness(stored("Cache-Control: s-maxage=100, max-age=5")).lifetime == 5)
    #expect(Freshness(stored("Cache-Control: s-maxage=100")).lifetime == 0)
  }

  // RFC 9111, section 4.2.1
  @Test func anInvalidMaxAgeIsStaleWhateverElseIsThere() {
    let fields = stored("Cache-Control: max-age=soon", "Expires: \(httpDate(now + 99))")
    #expect(Freshness(fields).lifetime == 0)
  }

  // RFC 9111, section 5.3
  @Test(arguments: ["0", "-1", "never", "", "Thu, 01 Jan 1970 00:00:00 GMT"])
  func anInvalidOrPastExpiresIsStale(value: String) {
    let modified = "Last-Modified: \(httpDate(now - 900_000))"
    #expect(Freshness(stored("Expires: \(value)", modified)).lifetime == 0)
  }

  // RFC 9111, section 4.2.1: the first occurrence.
  @Test func ofTwoExpiresTheFirstCounts() {
    let freshness = Freshness(stored("Expires: \(httpDate(now + 5))", "Expires: \(httpDate(now + 50))"))
    #expect(freshness.lifetime == 5)
  }

  // RFC 9111, section 5.4
  @Test func pragmaOfAnAnswerMeansNothing() {
    #expect(Freshness(stored("Pragma: no-cache", "Cache-Control: max-age=5")).isFresh(now: now))
  }

  // RFC 9111, section 4.2.2
  @Test func withoutALifetimeATenthOfTheTimeUnchangedIsFreshAtMostADay() {
    let date = "Date: \(httpDate(now))"
    #expect(Freshness(stored(date, "Last-Modified: \(httpDate(now - 1_000))")).lifetime == 100)
    #expect(Freshness(stored(date, "Last-Modified: \(httpDate(now - 900_000))")).lifetime == 86_400)
    #expect(Freshness(stored(date, "Last-Modified: \(httpDate(now))")).lifetime == 0)
    #expect(Freshness(stored(date, "Last-Modified: \(httpDate(now + 1_000))")).lifetime == 0)
    #expect(Freshness(stored(date, "Last-Modified: once")).lifetime == 0)
    #expect(Freshness(stored(date, "ETag: \"a\"")).lifetime == 0)
  }

  // MARK: - Use (RFC 9111, sections 4.2.4, 5.2)

  private func use(_ response: String, _ request: String = "", age: Int) -> Freshness.Use {
    Freshness(stored("Cache-Control: \(response)")).use(for: CacheControl(request), now: now + age)
  }

  // RFC 9111, section 4.2.4
  @Test func aFreshAnswerIsServedAndAStaleOneValidated() {
    #expect(use("max-age=10", age: 9) == .serve)
    #expect(use("max-age=10", age: 10) == .validate)
  }

  // RFC 9111, section 5.2.2.4
  @Test func noCacheIsValidatedThoughFresh() {
    #expect(use("max-age=10, no-cache", age: 0) == .validate)
    #expect(
      use("max-age=10, no-cache, stale-while-revalidate=10, immutable", "max-stale", age: 0) == .validate)
    #expect(use("max-age=10, no-cache=\"x\"", age: 0) == .serve)
  }

  // RFC 9111, section 5.2.2.2
  @Test func mustRevalidateForbidsAllStaleAnswers() {
    #expect(use("max-age=10, must-revalidate", age: 9) == .serve)
    #expect(use("max-age=10, must-revalidate, stale-while-revalidate=9", "max-stale", age: 11) == .validate)
    let freshness = Freshness(stored("Cache-Control: max-age=10, must-revalidate, stale-if-error=99"))
    #expect(!freshness.isUsableAfterError(for: CacheControl(""), now: now + 11))
  }

  // RFC 9111, section 5.2.2.8
  @Test func proxyRevalidateIsForProxies() {
    #expect(use("max-age=10, proxy-revalidate, stale-while-revalidate=9", age: 11) == .serveWhileRevalidating)
  }

  // RFC 5861, section 3
  @Test func aStaleAnswerIsServedWhileItIsRevalidatedForASetTime() {
    #expect(use("max-age=10, stale-while-revalidate=5", age: 9) == .serve)
    #expect(use("max-age=10, stale-while-revalidate=5", age: 10) == .serveWhileRevalidating)
    #expect(use("max-age=10, stale-while-revalidate=5", age: 15) == .serveWhileRevalidating)
    #expect(use("max-age=10, stale-while-revalidate=5", age: 16) == .validate)
    #expect(use("max-age=10, stale-while-revalidate=x", age: 11) == .validate)
  }

  // RFC 5861, section 4
  @Test func aStaleAnswerMayStandForAnErrorForASetTime() {
    func isUsable(_ response: String, _ request: String, age: Int) -> Bool {
      Freshness(stored("Cache-Control: \(response)"))
        .isUsableAfterError(for: CacheControl(request), now: now + age)
    }
    #expect(isUsable("max-age=10, stale-if-error=5", "", age: 15))
    #expect(!isUsable("max-age=10, stale-if-error=5", "", age: 16))
    #expect(isUsable("max-age=10", "stale-if-error=5", age: 15))
    #expect(!isUsable("max-age=10", "", age: 11))
    #expect(!isUsable("max-age=10, no-cache, stale-if-error=5", "", age: 1))
    #expect(!isUsable("max-age=10, stale-if-error=5", "no-cache", age: 1))
  }

  // RFC 8246, section 2
  @Test func whatIsImmutableIsNotRevalidatedWhileFresh() {
    #expect(use("max-age=10, immutable", "max-age=0", age: 9) == .serve)
    #expect(use("max-age=10", "max-age=0", age: 9) == .validate)
    #expect(use("max-age=10, immutable", "max-age=0", age: 10) == .validate)
    #expect(use("max-age=10, immutable", "no-cache", age: 9) == .validate)
  }

  // RFC 9111, section 5.2.1.1
  @Test func aRequestMayWantAYoungerAnswer() {
    #expect(use("max-age=100", "max-age=5", age: 5) == .serve)
    #expect(use("max-age=100", "max-age=5", age: 6) == .validate)
    #expect(use("max-age=100", "max-age=x", age: 1) == .validate)
  }

  // RFC 9111, section 5.2.1.2
  @Test func aRequestMayTakeAStaleAnswer() {
    #expect(use("max-age=10", "max-stale=5", age: 15) == .serve)
    #expect(use("max-age=10", "max-stale=5", age: 16) == .validate)
    #expect(use("max-age=10", "max-stale", age: 100_000) == .serve)
  }

  // RFC 9111, section 5.2.1.3
  @Test func aRequestMayWantAnAnswerThatStaysFresh() {
    #expect(use("max-age=10", "min-fresh=5", age: 5) == .serve)
    #expect(use("max-age=10", "min-fresh=5", age: 6) == .validate)
    #expect(use("max-age=10, stale-while-revalidate=99", "min-fresh=1", age: 11) == .validate)
  }

  // RFC 9111, section 5.2.1.4
  @Test func aRequestMayWantAValidatedAnswer() {
    #expect(use("max-age=10", "no-cache", age: 0) == .validate)
  }
}

extension Int {
  fileprivate var magnitudeClamped: Int { self == .min ? .max : abs(self) }
}
