import MediaTransport
import SeededRandom
import Testing

@testable import LazyMedia

@Suite(.timeLimit(.minutes(2))) struct ResumeModelTests {
  /// A server with one file that may change. It lies about ranges, but a strong entity tag always stands for its bytes.
  private struct Origin {
    var version = 0
    var lengths: [Int] = []
    let tellsTotal: Bool

    func bytes(_ version: Int) -> [UInt8] {
      (0..<lengths[version]).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ version &* 101 &+ $0 / 7) }
    }
    func tag(_ version: Int) -> String { "\"\(version)\"" }
  }

  private enum Reply {
    case refused(TransportError)
    case sent(TransportResponse, [UInt8], isBroken: Bool)
  }

  private func reply(
    _ origin: inout Origin, from: Int, ifRange: String?, lies: Bool, _ random: inout SeededGenerator
  ) -> Reply {
    if random.happens(10) {
      origin.lengths.append(.random(in: 1...60, using: &random))
      origin.version += 1
    }
    if random.happens(10) { return .refused(failure(.connectionFailed, phase: .connect)) }
    let bytes = origin.bytes(origin.version)
    let tag = origin.tag(origin.version)
    func cut(_ body: some Collection<UInt8>, _ response: TransportResponse, isLong: Bool = false) -> Reply {
      let isBroken = !isLong && random.happens(50)
      return .sent(
        response, isBroken ? Array(body.prefix(.random(in: 0...body.count, using: &random))) : Array(body),
        isBroken: isBroken)
    }
    let isPart = from > 0 && (ifRange == tag || lies && random.happens(20)) && !random.happens(20)
    guard isPart else {
      return cut(bytes, answer(200, expected: origin.tellsTotal ? bytes.count : nil, "ETag: \(tag)"))
    }
    guard from < bytes.count else { return .refused(failure(.badStatus, status: 416)) }
    var (start, end, total) = (from, bytes.count - 1, "\(bytes.count)")
    var lines = ["ETag: \(tag)"]
    var isLong = false
    if random.happens(20) { end = .random(in: start...end, using: &random) }
    var body = bytes[start...end]
    if lies {
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        start -= 1
        body = bytes[start...end]
      case 1: total = "\(bytes.count + 1)"
      case 2: lines = []
      case 3: total = "*"
      case 4:
        // The whole file, although its head says that it is a part.
        body = bytes[...]
        isLong = true
      default: break
      }
    }
    lines.append("Content-Range: bytes \(start)-\(end)/\(total)")
    return cut(body, TransportResponse(status: 206, headers: [HTTPField](lines: lines)), isLong: isLong)
  }

  @Test(arguments: [false, true])
  func whatIsReceivedIsOneVersionOfTheFileWhole(lies: Bool) {
    var random = SeededGenerator(seed: lies ? 7 : 8)
    var ends: [String: Int] = [:]
    for _ in 0..<10_000 {
      var origin = Origin(
        lengths: [.random(in: 1...60, using: &random)], tellsTotal: random.happens(70))
      var point: ResumePoint?
      var keptBytes: [UInt8] = []
      // What one load keeps the next goes on with.
      for _ in 0..<3 {
        var machine = ResumeMachine(point: point, maximumFruitless: 2)
        var receiver: [UInt8]?
        var (asks, ended) = (0, false)
        var action = machine.begin()
        while !ended {
          switch action {
          case .ask(let from, let ifRange):
            asks += 1
            #expect(asks <= 20)
            #expect((from > 0) == (ifRange != nil))
            switch reply(&origin, from: from, ifRange: ifRange, lies: lies, &random) {
            case .refused(let error): action = machine.failed(error)
            case .sent(let response, let body, let isBroken):
              let start = machine.answered(response)
              ends["\(start)".prefix { $0 != "(" }.description, default: 0] += 1
              switch start {
              case .deliver:
                #expect(receiver == nil)
                receiver = []
              case .deliverKept(let count):
                #expect(receiver == nil)
                receiver = keptBytes
                #expect(count == keptBytes.count)
              case .startOver:
                #expect(receiver != nil)
                receiver = []
              case .goOn: #expect(receiver != nil)
              default:
                action = start
                continue
              }
              var rest = body[...]
              while !rest.isEmpty {
                let piece = rest.prefix(.random(in: 1...rest.count, using: &random))
                rest = rest.dropFirst(piece.count)
                let wanted = machine.received(piece.count)
                receiver?.append(
                  contentsOf: piece[
                    piece.startIndex + wanted.lowerBound..<piece.startIndex + wanted.upperBound])
              }
              action = isBroken ? machine.failed(failure(.truncated, phase: .body)) : machine.finished()
            }
          case .finish:
            ended = true
            let isVersion = (0...origin.version).contains { origin.bytes($0) == receiver }
            #expect(isVersion)
            #expect(machine.kept() == nil)
          case .fail:
            ended = true
            if let kept = machine.kept(), let bytes = receiver ?? (point == nil ? nil : keptBytes) {
              #expect(kept.received == bytes.count)
              let isPrefix = (0...origin.version).contains {
                origin.tag($0) == kept.validator && origin.bytes($0).starts(with: bytes)
              }
              #expect(isPrefix)
            }
          default:
            ended = true
            Issue.record("\(action)")
          }
        }
        ends["\(action)".prefix { $0 != "(" }.description, default: 0] += 1
        #expect((machine.begin() == .none) == true)
        #expect((machine.finished() == .none) == true)
        #expect((machine.failed(failure(.truncated)) == .none) == true)
        #expect((machine.answered(answer()) == .none) == true)
        if action == .finish { break }
        point = machine.kept()
        keptBytes = point == nil ? [] : receiver ?? keptBytes
      }
    }
    for action in ["deliver", "deliverKept", "goOn", "startOver", "finish", "fail"] {
      #expect(ends[action, default: 0] > 20, "\(action)")
    }
  }

  @Test func whateverComesInWhateverOrderALoadEndsOnce() throws {
    var random = SeededGenerator(seed: 9)
    let answers = [
      answer(200, expected: 9, "ETag: \"a\""), answer(200, "ETag: \"b\""), answer(200), answer(204),
      answer(nil),
      answer(206, "ETag: \"a\"", "Content-Range: bytes 4-8/9"), answer(206), answer(304),
    ]
    let failures = [
      failure(.truncated), failure(.timedOut), failure(.badStatus, status: 416), failure(.protocolError),
      failure(.other),
    ]
    let head = try #require(answers.first)
    for _ in 0..<30_000 {
      var machine = ResumeMachine(
        point: random.happens(30) ? ResumePoint(head: head, received: 4) : nil, maximumAttempts: 5,
        maximumFruitless: .random(in: 0...2, using: &random))
      var (ends, asks, startsOver) = (0, 0, 0)
      var most = 0
      for step in 0..<16 {
        var action = ResumeMachine.Action.none
        switch step == 0 ? 0 : Int.random(in: 0..<6, using: &random) {
        case 0: action = machine.begin()
        case 1: action = machine.answered(answers.randomElement(using: &random) ?? head)
        case 2: action = machine.finished()
        case 3: action = machine.failed(failures.randomElement(using: &random) ?? failure(.other))
        default:
          let count = Int.random(in: -1...9, using: &random)
          let range = machine.received(count)
          #expect(range.lowerBound >= 0 && range.upperBound <= max(0, count))
          #expect(ends == 0 || range.isEmpty)
        }
        #expect(ends == 0 || action == .none)
        if action.isTerminal { ends += 1 }
        if case .ask = action { asks += 1 }
        if action == .startOver { startsOver += 1 }
        if let kept = machine.kept() { most = max(most, kept.received) }
      }
      #expect(ends <= 1 && asks <= 5 && startsOver <= 1)
    }
  }
}
