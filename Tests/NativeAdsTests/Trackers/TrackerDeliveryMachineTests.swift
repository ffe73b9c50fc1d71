import MediaTransport
import SeededRandom
import Testing

@testable import NativeAds

@Suite struct TrackerDeliveryMachineTests {
  private typealias Action = TrackerDeliveryMachine.Action

  private func hit(_ number: Int, attempts: Int = 0) -> TrackerHit {
    TrackerHit(
      id: "\(number)", url: "https://t.example/\(number)", event: .click, time: .seconds(number),
      attempts: attempts)
  }

  private func error(_ code: TransportError.Code, status: Int? = nil) -> TransportError {
    TransportError(phase: .headers, code: code, message: "", url: "", status: status)
  }

  private func limits(_ change: (inout TrackerLimits) -> Void) -> TrackerLimits {
    var limits = TrackerLimits()
    change(&limits)
    return limits
  }

  private func sent(_ actions: [Action]) -> [String] {
    actions.compactMap { if case .send(let hit) = $0 { hit.id } else { nil } }
  }

  private func ended(_ actions: [Action]) -> [String] {
    actions.compactMap { if case .end(let hit, _) = $0 { hit.id } else { nil } }
  }

  @Test func noMoreThanEightAreInFlightAndTheOldestGoFirst() {
    var machine = TrackerDeliveryMachine()
    #expect(sent(machine.add((0..<20).map { hit($0) }, areKept: false)) == (0..<8).map(String.init))
    #expect(machine.add([hit(3)], areKept: false) == [])
    #expect(machine.accept("3") == [.end(hit(3), .delivered)])
    #expect(machine.accept("3") == [])
    #expect(sent(machine.close("3", nil, at: .zero)) == ["8"])
    #expect(machine.pendingCount == 19)
    #expect(machine.inFlightCount == 8)
  }

  /// A queue's file may say anything.
  @Test(arguments: [Int.max, Int.min, -1])
  func whateverWasCountedBeforeAHitIsGivenUpInTheEnd(attempts: Int) {
    var machine = TrackerDeliveryMachine(limits: limits { $0.attempts = 3 })
    _ = machine.add([hit(0, attempts: attempts)], areKept: true)
    var now = Duration.zero
    var actions = machine.close("0", error(.timedOut), at: now)
    for _ in 0..<2 where ended(actions).isEmpty {
      now += .seconds(100)
      #expect(sent(machine.advance(to: now)) == ["0"])
      actions = machine.close("0", error(.timedOut), at: now)
    }
    #expect(ended(actions) == ["0"])
  }

  @Test func aKeptHitHasItsPlaceUntilTheQueueHasLetGoOfIt() {
    var machine = TrackerDeliveryMachine(limits: limits { $0.inFlight = 1 })
    _ = machine.add([hit(0), hit(1)], areKept: true)
    _ = machine.accept("0")
    #expect(machine.close("0", nil, at: .zero) == [])
    #expect(machine.has("0"))
    #expect(sent(machine.forget("0")) == ["1"])
    // The transfer may be over last.
    _ = machine.accept("1")
    #expect(machine.forget("1") == [])
    #expect(machine.inFlightCount == 1)
    #expect(machine.close("1", nil, at: .zero) == [])
    #expect(machine.inFlightCount == 0)
    #expect(!machine.has("1"))
  }

  @Test func aFailureIsTriedAgainFiveTimesInAllEachFourTimesLater() {
    var machine = TrackerDeliveryMachine()
    var now = Duration.zero
    #expect(sent(machine.add([hit(0)], areKept: false)) == ["0"])
    for wait in [1, 4, 16, 64] {
      #expect(machine.close("0", error(.timedOut), at: now) == [])
      #expect(machine.nextDue == now + .seconds(wait))
      #expect(machine.advance(to: now + .seconds(wait) - .nanoseconds(1)) == [])
      now += .seconds(wait)
      #expect(sent(machine.advance(to: now)) == ["0"])
    }
    #expect(
      machine.close("0", error(.timedOut), at: now)
        == [.end(hit(0, attempts: 5), .failed(.transport(error(.timedOut))))])
    #expect(machine.pendingCount == 0)
    #expect(machine.nextDue == nil)
  }

  @Test func aKeptHitIsPostponedAfterARunAndGivenUpAfterTwentyAttempts() {
    var machine = TrackerDeliveryMachine(limits: limits { $0.attemptsPerRun = 2 })
    _ = machine.add([hit(0, attempts: 16)], areKept: true)
    #expect(machine.close("0", error(.timedOut), at: .zero) == [.keep(hit(0, attempts: 17))])
    _ = machine.advance(to: .seconds(1))
    #expect(
      machine.close("0", error(.timedOut), at: .seconds(1)) == [
        .keep(hit(0, attempts: 18)),
        .end(hit(0, attempts: 18), .postponed(.transport(error(.timedOut)))),
      ])
    _ = machine.add([hit(0, attempts: 19)], areKept: true)
    #expect(
      machine.close("0", error(.timedOut), at: .zero)
        == [.end(hit(0, attempts: 20), .failed(.transport(error(.timedOut))))])
  }

  @Test(
    arguments: [
      (.badStatus, 404, true), (.badStatus, 400, true), (.badStatus, 410, true),
      (.badStatus, 304, true), (.badStatus, 408, false), (.badStatus, 425, false), (.badStatus, 429, false),
      (.badStatus, 500, false), (.badStatus, 503, false), (.invalidURL, nil, true),
      (.tooManyRedirects, 302, true), (.timedOut, nil, false), (.unresolvedHost, nil, false),
      (.connectionFailed, nil, false), (.protocolError, nil, false),
    ] as [(TransportError.Code, Int?, Bool)])
  func whatTimeDoesNotHelpIsGivenUpAtOnce(code: TransportError.Code, status: Int?, isFinal: Bool) {
    var machine = TrackerDeliveryMachine()
    _ = machine.add([hit(0)], areKept: false)
    let actions = machine.close("0", error(code, status: status), at: .zero)
    #expect(ended(actions) == (isFinal ? ["0"] : []))
    #expect((machine.nextDue == nil) == isFinal)
  }

  @Test func ofMoreThanMayWaitTheOldestGoAndThoseInFlightStay() {
    var machine = TrackerDeliveryMachine(
      limits: limits {
        $0.inFlight = 2
        $0.pending = 4
      })
    _ = machine.add((0..<4).map { hit($0) }, areKept: false)
    // 0 has been tried in vain: it is older than what was not tried.
    #expect(sent(machine.close("0", error(.timedOut), at: .zero)) == ["2"])
    let actions = machine.add([hit(4), hit(5)], areKept: false)
    #expect(
      actions == [
        .end(hit(0, attempts: 1), .failed(.tooManyWaiting)), .end(hit(3), .failed(.tooManyWaiting)),
      ])
    #expect(machine.pendingCount == 4)
    #expect(machine.nextDue == nil)
    #expect(machine.drop(hit(1)) == [])
    #expect(machine.drop(hit(4)) == [.end(hit(4), .failed(.tooManyWaiting))])
    _ = machine.accept("1")
    #expect(sent(machine.close("1", nil, at: .zero)) == ["5"])
  }

  /// Whatever happens: every hit ends once, and never more are in flight than may be.
  @Test(arguments: 0..<200) func everyHitEndsOnce(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var machine = TrackerDeliveryMachine(
      limits: limits {
        $0.inFlight = 3
        $0.pending = 12
        $0.attemptsPerRun = 3
      })
    var now = Duration.zero
    var (running, accepted, removing): ([String], Set<String>, [String]) = ([], [], [])
    var ends: [String: Int] = [:]
    var added = 0
    func take(_ actions: [Action]) {
      for action in actions {
        switch action {
        case .send(let hit): running.append(hit.id)
        case .keep: break
        case .end(let hit, let outcome):
          ends[hit.id, default: 0] += 1
          if outcome == .delivered { removing.append(hit.id) }
        }
      }
      #expect(machine.inFlightCount <= 3)
      #expect(running.count <= 3)
    }
    func step(_ choice: Int) {
      switch choice {
      case 0 where added < 60:
        take(machine.add([hit(added), hit(added + 1)], areKept: true))
        added += 2
      case 1:
        if let id = running.randomElement(using: &random) {
          accepted.insert(id)
          take(machine.accept(id))
        }
      case 2, 3:
        guard let index = running.indices.randomElement(using: &random) else { return }
        let id = running.remove(at: index)
        take(machine.close(id, accepted.contains(id) ? nil : error(.timedOut), at: now))
      case 4:
        guard let index = removing.indices.randomElement(using: &random) else { return }
        take(machine.forget(removing.remove(at: index)))
      default:
        now += .milliseconds(Int.random(in: 0..<20_000, using: &random))
        take(machine.advance(to: now))
      }
    }
    for _ in 0..<400 { step(Int.random(in: 0..<6, using: &random)) }
    added = max(added, 60)
    while machine.pendingCount + machine.inFlightCount > 0 {
      for choice in 1..<6 { step(choice) }
    }
    #expect(ends.values.allSatisfy { $0 == 1 })
    #expect(ends.count >= 2 && ends.count <= 60)
  }
}
