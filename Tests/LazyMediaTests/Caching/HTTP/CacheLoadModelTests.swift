import MediaTransport
import SeededRandom
import Testing

@testable import LazyMedia

@Suite(.timeLimit(.minutes(2))) struct CacheLoadModelTests {
  private static let heads: [StoredResponse?] = [
    nil, stored("Cache-Control: max-age=10", "ETag: \"a\""),
    stored("Cache-Control: no-cache", "ETag: W/\"a\""),
    stored("Cache-Control: max-age=5, stale-while-revalidate=5, stale-if-error=50", "ETag: \"a\""), stored(),
    stored("Vary: Accept", "ETag: \"a\""), stored("Vary: *"),
    StoredResponse(markerOf: ["accept"], requestTime: 0, responseTime: 0),
  ]

  private static let answers: [TransportResponse] = [
    answer(200, "ETag: \"a\""), answer(200, "Cache-Control: no-store"), answer(200, "Vary: Accept"),
    answer(200, "Vary: *"), answer(304, "ETag: \"a\""), answer(304, "ETag: \"b\""), answer(304), answer(206),
    answer(204), answer(nil),
  ]

  private static let failures = [
    failure(.timedOut), failure(.badStatus, status: 503), failure(.badStatus, status: 404),
    failure(.badStatus, status: 304), failure(.truncated, phase: .body),
  ]

  private static let requests = [
    [], ["Accept: x"], ["Cache-Control: no-cache"], ["Cache-Control: no-store"],
    ["Cache-Control: only-if-cached"],
    ["Cache-Control: max-stale, stale-if-error=9"], ["Range: bytes=0-1"], ["Cache-Control: min-fresh=3"],
  ]

  @Test func whateverComesInWhateverOrderALoadEndsOnce() {
    var random = SeededGenerator(seed: 4)
    var seen: Set<String> = []
    for _ in 0..<30_000 {
      let policy = CachePolicy.allCases.randomElement(using: &random) ?? .normal
      let fields = [HTTPField](lines: Self.requests.randomElement(using: &random) ?? [])
      var machine = CacheLoadMachine(policy: policy, key: "p", requestFields: fields)
      var (hasFound, ends, fetches) = (false, 0, 0)
      var lastStatus: Int?
      for step in 0..<12 {
        let action: CacheLoadMachine.Action
        let isOver = ends > 0
        switch step == 0 ? 0 : Int.random(in: 0..<5, using: &random) {
        case 0: action = machine.begin()
        case 1:
          let head = Self.heads.randomElement(using: &random) ?? nil
          action = machine.found(head, now: 1_000_000 + .random(in: 0..<20, using: &random))
          hasFound = hasFound || head?.kind == .answer && action != .none
        case 2:
          let response = Self.answers.randomElement(using: &random) ?? answer()
          action = machine.answered(response, requestTime: 1_000_020, responseTime: 1_000_021)
          if action == .deliver { lastStatus = response.status }
        case 3:
          action = machine.failed(
            Self.failures.randomElement(using: &random) ?? failure(.other), now: 1_000_022)
        default: action = machine.finished()
        }
        #expect(!isOver || action == .none)
        if action.isTerminal { ends += 1 }
        seen.insert("\(action)".prefix { $0 != "(" }.description)
        switch action {
        case .serve, .serveStale, .serveConfirmed: #expect(hasFound)
        case .fetch(let condition):
          fetches += 1
          #expect(policy != .onlyIfCached && !CacheControl(fields).onlyIfCached)
          #expect(hasFound || !condition.has("If-None-Match"))
        case .store: #expect(lastStatus == 200 && !CacheControl(fields).forbidsStoring)
        case .none, .lookUp, .deliver, .pass, .fail, .unsatisfiable: break
        }
      }
      #expect(ends <= 1 && fetches <= 2)
    }
    #expect(seen.count == 11)
  }

  /// A server whose file changes, and answers that vary with `Accept`.
  private struct Origin {
    struct Version { var number: Int, since: Int }
    var versions = [Version(number: 0, since: 0)]
    var lifetime = 20
    var varies = false

    func body(_ version: Int, _ accept: String) -> String { varies ? "\(version)-\(accept)" : "\(version)" }

    func answer(to condition: [HTTPField], accept: String, now: Int) -> (TransportResponse, body: String) {
      let body = body(versions.last?.number ?? 0, accept)
      let tag = "\"\(body)\""
      let fields = [
        HTTPField("ETag", tag), HTTPField("Date", httpDate(now)),
        HTTPField("Cache-Control", "max-age=\(lifetime), stale-while-revalidate=5"),
        HTTPField("Vary", varies ? "Accept" : "Accept-Encoding"),
      ]
      let isSame = condition.contains { $0.name == "If-None-Match" && $0.value == tag }
      return (TransportResponse(status: isSame ? 304 : 200, headers: fields), body)
    }

    /// Whether `body` was the right one for `accept` at some moment from `start` on.
    func had(_ body: String, accept: String, since start: Int) -> Bool {
      versions.indices.contains { index in
        let end = index + 1 < versions.count ? versions[index + 1].since : .max
        return self.body(versions[index].number, accept) == body && end >= start
      }
    }
  }

  @Test(arguments: [false, true])
  func whatIsServedWasTheServersAnswerToThatRequestNotLongAgo(varies: Bool) {
    var random = SeededGenerator(seed: varies ? 5 : 6)
    var (served, confirmed) = (0, 0)
    for _ in 0..<300 {
      var origin = Origin(varies: varies)
      var store: [String: (head: StoredResponse, body: String)] = [:]
      var now = 1_000_000
      for _ in 0..<60 {
        now += .random(in: 0..<12, using: &random)
        if random.happens(15) {
          origin.versions.append(.init(number: origin.versions.count, since: now))
        }
        let accept = ["a", "b"].randomElement(using: &random) ?? "a"
        var machine = CacheLoadMachine(
          policy: random.happens(5) ? .reload : .normal, key: "p",
          requestFields: [HTTPField("Accept", accept)])
        var action = machine.begin()
        var sent: (TransportResponse, body: String)?
        while !action.isTerminal, action != .none {
          switch action {
          case .lookUp(let key): action = machine.found(store[key]?.head, now: now)
          case .fetch(let condition):
            let answer = origin.answer(to: condition, accept: accept, now: now)
            sent = answer
            action = machine.answered(answer.0, requestTime: now, responseTime: now)
          default: action = machine.finished()
          }
        }
        let storedBody = machine.storedKey.flatMap { store[$0]?.body }
        switch action {
        case .serve:
          served += 1
          #expect(storedBody.map { origin.had($0, accept: accept, since: now - 25) } == true)
        case .serveConfirmed(let head, let key):
          confirmed += 1
          #expect(storedBody.map { origin.had($0, accept: accept, since: now) } == true)
          if let head, let body = storedBody { store[key] = (head, body) }
        case .store(let insertion):
          if let marker = insertion.marker { store[marker.key] = (marker.head, "") }
          store[insertion.key] = (insertion.head, sent?.body ?? "")
        default: Issue.record("\(action)")
        }
      }
    }
    #expect(served > 1_000 && confirmed > 500, "\(served), \(confirmed)")
  }
}
