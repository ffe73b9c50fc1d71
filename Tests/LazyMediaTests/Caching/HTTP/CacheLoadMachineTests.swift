import MediaTransport
import Testing

@testable import LazyMedia

@Suite struct CacheLoadMachineTests {
  private typealias Action = CacheLoadMachine.Action
  private let now = 1_000_000

  private func machine(_ policy: CachePolicy = .normal, _ request: String...) -> CacheLoadMachine {
    CacheLoadMachine(policy: policy, key: "p", requestFields: [HTTPField](lines: request))
  }

  /// What a load does with what stands under its primary key, `age` seconds after that came.
  private func use(
    _ entry: StoredResponse?, age: Int = 0, _ policy: CachePolicy = .normal, _ request: String...
  ) -> (action: Action, machine: CacheLoadMachine) {
    var machine = CacheLoadMachine(policy: policy, key: "p", requestFields: [HTTPField](lines: request))
    #expect((machine.begin() == .lookUp(key: "p")) == true)
    return (machine.found(entry, now: now + age), machine)
  }

  private let fresh = stored("Cache-Control: max-age=10", "ETag: \"a\"")
  private let condition = [HTTPField("If-None-Match", "\"a\"")]

  private func answered(_ machine: inout CacheLoadMachine, _ response: TransportResponse) -> Action {
    machine.answered(response, requestTime: now + 50, responseTime: now + 51)
  }

  // MARK: - Serving (RFC 9111, section 4)

  // RFC 9111, section 4
  @Test func aFreshAnswerIsServedWithoutTheNetwork() {
    #expect(use(fresh, age: 9).action == .serve(revalidating: false))
  }

  // RFC 9111, section 4.3.1
  @Test func aStaleAnswerIsValidated() {
    #expect(use(fresh, age: 10).action == .fetch(fields: condition))
    #expect(use(stored("Cache-Control: max-age=10"), age: 10).action == .fetch(fields: []))
  }

  @Test func whatIsNotStoredIsFetchedAndStored() {
    var (action, machine) = use(nil)
    #expect(action == .fetch(fields: []))
    action = answered(&machine, answer(200, "ETag: \"a\""))
    #expect(action == .deliver)
    let head = StoredResponse(
      fields: [HTTPField("ETag", "\"a\"")], requestTime: now + 50, responseTime: now + 51)
    action = machine.finished()
    #expect(
      action == .store(CacheLoadMachine.Insertion(key: "p", head: head, marker: nil, mayBeShared: true)))
  }

  // RFC 5861, section 3
  @Test func aStaleAnswerIsServedWhileItIsRevalidated() {
    let entry = stored("Cache-Control: max-age=10, stale-while-revalidate=5", "ETag: \"a\"")
    #expect(use(entry, age: 12).action == .serve(revalidating: true))
    #expect(use(entry, age: 16).action == .fetch(fields: condition))
    #expect(
      use(entry, age: 12, .normal, "Cache-Control: only-if-cached").action == .serve(revalidating: false))
  }

  // MARK: - Policies

  @Test func aReloadDoesNotLook() {
    var machine = machine(.reload)
    var action = machine.begin()
    #expect(action == .fetch(fields: [HTTPField("Cache-Control", "no-cache")]))
    _ = answered(&machine, answer(200, "Cache-Control: no-store"))
    action = machine.finished()
    #expect(action == .pass(removing: ["p"]))
    var spoken = self.machine(.reload, "Cache-Control: max-age=0")
    action = spoken.begin()
    #expect(action == .fetch(fields: []))
  }

  @Test func onlyIfCachedTakesAnyStoredAnswerAndNeverTheNetwork() {
    #expect(use(fresh, age: 99_999, .onlyIfCached).action == .serve(revalidating: false))
    #expect(use(nil, .onlyIfCached).action == .unsatisfiable)
    var ranged = self.machine(.onlyIfCached, "Range: bytes=0-1")
    let action = ranged.begin()
    #expect(action == .unsatisfiable)
  }

  @Test func cacheFirstTakesAnyStoredAnswer() {
    #expect(
      use(stored("Cache-Control: no-cache"), age: 99_999, .cacheFirst).action == .serve(revalidating: false))
    #expect(use(nil, .cacheFirst).action == .fetch(fields: []))
  }

  // RFC 9111, section 5.2.1.7
  @Test func aRequestOnlyForWhatIsCachedIsUnsatisfiableWhereNothingFits() {
    let request = "Cache-Control: only-if-cached"
    #expect(use(fresh, age: 9, .normal, request).action == .serve(revalidating: false))
    #expect(use(fresh, age: 10, .normal, request).action == .unsatisfiable)
    #expect(use(fresh, age: 10, .normal, request + ", max-stale=5").action == .serve(revalidating: false))
    #expect(use(nil, .normal, request).action == .unsatisfiable)
  }

  // RFC 9111, section 5.2.1.5
  @Test func theAnswerToARequestWithNoStoreIsNotStored() {
    var (action, machine) = use(nil, .normal, "Cache-Control: no-store")
    _ = answered(&machine, answer(200, "Cache-Control: max-age=9"))
    action = machine.finished()
    #expect(action == .pass(removing: []))
    (action, machine) = use(fresh, age: 10, .normal, "Cache-Control: no-store")
    action = answered(&machine, answer(304, "ETag: \"a\"", "X: 1"))
    #expect(action == .serveConfirmed(head: fresh, key: "p"))
  }

  // RFC 9111, section 4.3.2: conditions of the caller's own are not this cache's.
  @Test(arguments: [
    "If-None-Match: \"x\"", "If-Modified-Since: x", "If-Match: \"x\"", "If-Unmodified-Since: x",
    "Range: bytes=0-1",
    "if-range: \"x\"",
  ])
  func aRequestWithConditionsOrARangePassesTheCacheBy(field: String) {
    for status in [200, 206, 304] {
      var machine = machine(.normal, field)
      var action = machine.begin()
      #expect(action == .fetch(fields: []))
      action = answered(&machine, answer(status, "Cache-Control: max-age=9"))
      #expect(action == .deliver)
      action = machine.finished()
      #expect(action == .pass(removing: []))
    }
  }

  // MARK: - Validation (RFC 9111, section 4.3)

  // RFC 9111, section 4.3.3
  @Test func aConfirmedAnswerIsServedWithANewHead() {
    var (action, machine) = use(fresh, age: 10)
    action = answered(&machine, answer(304, "ETag: \"a\"", "Cache-Control: max-age=20"))
    let head = fresh.updated(
      by: [HTTPField](lines: ["ETag: \"a\"", "Cache-Control: max-age=20"]), requestTime: now + 50,
      responseTime: now + 51)
    #expect(action == .serveConfirmed(head: head, key: "p"))
    #expect(Freshness(head).isFresh(now: now + 69))
  }

  // RFC 9111, section 4.3.3
  @Test func aNewAnswerStandsInPlaceOfTheOldOne() {
    var (action, machine) = use(fresh, age: 10)
    action = answered(&machine, answer(200, "ETag: \"b\""))
    #expect(action == .deliver)
    guard case .store(let insertion) = machine.finished() else {
      Issue.record("the new answer is stored")
      return
    }
    #expect(insertion.key == "p" && insertion.head.entityTag?.text == "\"b\"")
  }

  // RFC 9111, section 4.3.3
  @Test func aNewAnswerThatMayNotBeStoredRemovesTheOldOne() {
    var (action, machine) = use(fresh, age: 10)
    _ = answered(&machine, answer(200, "Cache-Control: no-store"))
    action = machine.finished()
    #expect(action == .pass(removing: ["p"]))
  }

  // RFC 9111, section 4.3.4
  @Test(arguments: ["ETag: \"b\"", "ETag: W/\"b\"", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"])
  func aConfirmationOfAnotherAnswerIsNotTakenAndTheFileIsFetchedOnce(field: String) {
    var (action, machine) = use(fresh, age: 10)
    action = answered(&machine, answer(304, field))
    #expect(action == .fetch(fields: []))
    action = answered(&machine, answer(304, "ETag: \"a\""))
    guard case .fail(let error, removing: ["p"]) = action else {
      Issue.record("a second confirmation that nobody asked for fails")
      return
    }
    #expect(error.code == .protocolError && error.status == 304)
  }

  // RFC 9111, section 4.3.4
  @Test func aConfirmationNobodyAskedForIsNotTaken() {
    var (action, machine) = use(nil)
    action = answered(&machine, answer(304))
    #expect(action == .fetch(fields: []))
    action = answered(&machine, answer(200))
    #expect(action == .deliver)
  }

  // RFC 9111, section 4.3.3
  @Test func aServerErrorWhileValidatingIsAnErrorUnlessStaleIsAllowed() {
    let error = failure(.badStatus, status: 503)
    var (action, machine) = use(fresh, age: 10)
    action = machine.failed(error, now: now + 11)
    #expect(action == .fail(error, removing: []))
  }

  // RFC 5861, section 4
  @Test func aStaleAnswerStandsForAnError() {
    let entry = stored("Cache-Control: max-age=10, stale-if-error=20", "ETag: \"a\"")
    let failures = [500, 502, 503, 504].map { failure(.badStatus, status: $0) }
    for error in failures + [failure(.unresolvedHost), failure(.connectionFailed), failure(.timedOut)] {
      var (action, machine) = use(entry, age: 11)
      action = machine.failed(error, now: now + 30)
      #expect(action == .serveStale)
      (action, machine) = use(entry, age: 11)
      action = machine.failed(error, now: now + 31)
      #expect(action == .fail(error, removing: []))
    }
    for error in [failure(.badStatus, status: 403), failure(.badStatus, status: 501), failure(.tooLarge)] {
      var (action, machine) = use(entry, age: 11)
      action = machine.failed(error, now: now + 12)
      #expect(action == .fail(error, removing: []))
    }
  }

  @Test func anErrorWithinTheBodyIsNotHiddenByAStaleAnswer() {
    var (action, machine) = use(
      stored("Cache-Control: max-age=10, stale-if-error=20", "ETag: \"a\""), age: 11)
    _ = answered(&machine, answer(200))
    action = machine.failed(failure(.truncated), now: now + 12)
    #expect(action == .fail(failure(.truncated), removing: []))
  }

  // RFC 9111, section 4.3.3: what the server says is gone is not kept.
  @Test(arguments: [404, 410]) func whatIsGoneIsRemoved(status: Int) {
    let error = failure(.badStatus, status: status)
    var (action, machine) = use(fresh, age: 10)
    action = machine.failed(error, now: now)
    #expect(action == .fail(error, removing: ["p"]))
    (action, machine) = use(nil)
    action = machine.failed(error, now: now)
    #expect(action == .fail(error, removing: []))
  }

  // MARK: - Vary (RFC 9111, section 4.1)

  // RFC 9111, section 4.1
  @Test func anAnswerThatVariesStandsUnderTheValuesOfTheRequest() {
    var machine = machine(.normal, "Accept: image/png")
    _ = machine.begin()
    _ = machine.found(nil, now: now)
    _ = answered(&machine, answer(200, "Vary: Accept, X", "Cache-Control: max-age=9"))
    guard case .store(let insertion) = machine.finished(), let marker = insertion.marker else {
      Issue.record("a marker is stored")
      return
    }
    #expect(marker.key == "p" && marker.head.kind == .varyMarker)
    #expect(insertion.key != "p")

    // The same values find it, others do not.
    for (accept, isFound) in [("image/png", true), ("image/jpeg", false)] {
      var next = self.machine(.normal, "Accept: \(accept)")
      _ = next.begin()
      guard case .lookUp(let key) = next.found(marker.head, now: now) else {
        Issue.record("a marker leads to another key")
        return
      }
      #expect((key == insertion.key) == isFound)
      let action = next.found(isFound ? insertion.head : nil, now: now + 52)
      #expect(action == (isFound ? .serve(revalidating: false) : .fetch(fields: [])))
      #expect(next.storedKey == (isFound ? key : nil))
    }
  }

  // RFC 9111, section 4.1
  @Test func anAnswerThatVariesIsNotUsedForRequestsNobodyCompared() {
    #expect(
      use(stored("Vary: Accept", "Cache-Control: max-age=9", "ETag: \"a\"")).action == .fetch(fields: []))
  }

  @Test func aMarkerThatLeadsToAMarkerIsPassedOver() {
    let marker = StoredResponse(markerOf: ["accept"], requestTime: 0, responseTime: 0)
    var (action, machine) = use(marker)
    guard case .lookUp = action else {
      Issue.record("a marker leads to another key")
      return
    }
    action = machine.found(marker, now: now)
    #expect(action == .fetch(fields: []))
    #expect(use(StoredResponse(markerOf: [], requestTime: 0, responseTime: 0)).action == .fetch(fields: []))
  }

  // RFC 9111, section 4.1
  @Test func aConfirmedAnswerThatVariesOtherwiseNowIsServedOnce() {
    var (action, machine) = use(fresh, age: 10)
    action = answered(&machine, answer(304, "ETag: \"a\"", "Vary: Accept"))
    #expect(action == .serveConfirmed(head: nil, key: "p"))
  }

  // RFC 9111, section 5.2.2.5
  @Test func aConfirmedAnswerThatMayNotBeStoredAnyMoreGoes() {
    var (action, machine) = use(fresh, age: 10)
    action = answered(&machine, answer(304, "ETag: \"a\"", "Cache-Control: no-store"))
    #expect(action == .serveConfirmed(head: nil, key: "p"))
  }

  // MARK: - Background

  // RFC 5861, section 3
  @Test func aRevalidationInTheBackgroundReplacesTheHeadOrTheAnswer() {
    func begin() -> CacheLoadMachine {
      var machine = CacheLoadMachine(revalidating: fresh, storedKey: "s", key: "p", requestFields: [])
      let action = machine.begin()
      #expect(action == .fetch(fields: condition))
      return machine
    }
    var machine = begin()
    var action = answered(&machine, answer(304, "ETag: \"a\""))
    let head = fresh.updated(
      by: [HTTPField("ETag", "\"a\"")], requestTime: now + 50, responseTime: now + 51)
    #expect(action == .serveConfirmed(head: head, key: "s"))

    machine = begin()
    action = answered(&machine, answer(200))
    #expect(action == .deliver)
    guard case .store(let insertion) = machine.finished() else {
      Issue.record("the new answer is stored")
      return
    }
    #expect(insertion.key == "p")

    machine = begin()
    action = machine.failed(failure(.badStatus, status: 410), now: now)
    #expect(action == .fail(failure(.badStatus, status: 410), removing: ["s"]))
  }
}
