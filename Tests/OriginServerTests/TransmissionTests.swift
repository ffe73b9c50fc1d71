import Testing

@testable import OriginServer

@Suite struct TransmissionTests {
  private let request = OriginRequest(
    method: "GET", target: "/a", path: "/a", query: nil, minorVersion: 1, fields: [], body: [])

  private func transmission(_ response: OriginResponse) -> Transmission {
    guard case .bytes(let bytes) = response.body else { preconditionFailure("tests use bytes") }
    return Transmission(ResponsePlan(response, to: request, payload: .bytes(bytes)))
  }

  /// Runs to the end on a clock that jumps; what was sent at what time, bodies only.
  private func run(_ transmission: Transmission, sendingAtMost limit: Int = .max) -> [(
    at: Nanoseconds, bytes: Int
  )] {
    var transmission = transmission
    var now: Nanoseconds = 1_000
    var sent: [(Nanoseconds, Int)] = []
    for _ in 0..<100_000 {
      switch transmission.next(now: now) {
      case .wait(let time):
        #expect(time > now)
        now = time
      case .enter: transmission.passGate()
      case .send(let head, let body):
        let count = min(limit, head.count + body.count)
        let ofBody = max(0, count - head.count)
        if ofBody > 0 { sent.append((now - 1_000, ofBody)) }
        transmission.didSend(count, now: now)
      case .end: return sent
      }
    }
    Issue.record("no end")
    return sent
  }

  @Test(arguments: [1, 3, 1000, Int.max])
  func allOfTheBodyIsSentHoweverLittleTheSystemTakes(limit: Int) {
    let sent = run(
      transmission(OriginResponse(bytes: Array(repeating: 7, count: 5000))), sendingAtMost: limit)
    #expect(sent.reduce(0) { $0 + $1.bytes } == 5000)
  }

  @Test func nothingIsSentBeforeTheLatency() {
    let response = OriginResponse(bytes: [1, 2, 3]).with { $0.latency = .milliseconds(50) }
    #expect(run(transmission(response)).map(\.at) == [50_000_000])
  }

  @Test(arguments: [1_000, 333_333, 20_000_000])
  func aThrottledBodyKeepsItsRateAtEveryMoment(rate: Int) {
    let count = rate / 4
    let sent = run(
      transmission(
        OriginResponse(bytes: Array(repeating: 7, count: count)).with { $0.pacing = .bytesPerSecond(rate) }))
    var total = 0
    for (time, bytes) in sent {
      total += bytes
      #expect(Double(total) <= Double(time) * Double(rate) / 1e9 + 1)
    }
    #expect(total == count)
    #expect(abs(Double(sent.last?.at ?? 0) / 1e9 - 0.25) < 0.002)
  }

  @Test func aTrickleSendsPiecesWithPausesBetween() {
    let response = OriginResponse(bytes: Array(repeating: 7, count: 25)).with {
      $0.pacing = .trickle(bytes: 10, pause: .milliseconds(5))
    }
    let sent = run(transmission(response))
    #expect(sent.map(\.at) == [0, 5_000_000, 10_000_000])
    #expect(sent.map(\.bytes) == [10, 10, 5])
  }

  @Test func extremeNumbersNeitherTrapNorHang() {
    let body = OriginBody.bytes(Array(repeating: 7, count: 100))
    for pacing in [
      OriginPacing.bytesPerSecond(.max), .bytesPerSecond(.min), .trickle(bytes: .max, pause: .seconds(1)),
    ] {
      let response = OriginResponse(body: body, latency: .seconds(Int64.max / 2), pacing: pacing)
      #expect(run(transmission(response)).reduce(0) { $0 + $1.bytes } == 100)
    }
    let cut = OriginFault.cut(.withinBody(after: .max), ending: .close)
    #expect(run(transmission(OriginResponse(body: body, fault: cut))).reduce(0) { $0 + $1.bytes } == 100)
  }

  @Test func theLinkGivesItsRateAndNoMore() {
    var link = LinkShaper(bytesPerSecond: 20_000_000, now: 0)
    var (now, sent): (Nanoseconds, Int) = (0, 0)
    while now < 1_000_000_000 {
      let granted = link.grant(1_000_000, now: now)
      link.spend(granted)
      sent += granted
      if granted == 0 {
        #expect(link.nextTurn > now)
        now = link.nextTurn
      }
    }
    #expect(sent <= 20_000_000 + 16 << 10 && sent > 19_900_000)
  }

  @Test func aPauseOfTheLinkGivesNoBurstOverTwentyMilliseconds() {
    var link = LinkShaper(bytesPerSecond: 1_000_000, now: 0)
    var sent = 0
    while case let granted = link.grant(1_000_000, now: 60_000_000_000), granted > 0 {
      link.spend(granted)
      sent += granted
    }
    #expect(sent <= 20_000)
  }

  @Test func timersComeInOrder() {
    var queue = TimerQueue<Int>()
    var random = SystemRandomNumberGenerator()
    let times = (0..<500).map { _ in Nanoseconds.random(in: 0..<1000, using: &random) }
    for time in times { queue.add(Int(time), at: time) }
    #expect(queue.popDue(now: -1) == nil)
    var popped: [Int] = []
    while let element = queue.popDue(now: 1000) { popped.append(element) }
    #expect(popped == times.map(Int.init).sorted())
    #expect(queue.earliest == nil)
  }
}
