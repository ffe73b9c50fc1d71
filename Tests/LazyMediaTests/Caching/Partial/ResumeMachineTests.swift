import MediaTransport
import Testing

@testable import LazyMedia

@Suite struct ResumeMachineTests {
  private typealias Action = ResumeMachine.Action

  private let whole = answer(200, expected: 100, "ETag: \"a\"")
  private var point: ResumePoint? { ResumePoint(head: whole, received: 40) }
  private let broken = failure(.truncated, phase: .body)

  private func part(_ range: String, _ lines: String...) -> TransportResponse {
    TransportResponse(
      status: 206, headers: [HTTPField](lines: ["Content-Range: bytes \(range)"] + lines),
      effectiveURL: "https://a.test/1")
  }

  /// A load that was broken off after 40 of 100 bytes and has asked for the others.
  private func resumed(_ head: TransportResponse? = nil, fruitless: Int = 2) -> ResumeMachine {
    var machine = ResumeMachine(point: nil, maximumFruitless: fruitless)
    var action = machine.begin()
    #expect(action == .ask(from: 0, ifRange: nil))
    action = machine.answered(head ?? whole)
    #expect(action == .deliver)
    #expect((machine.received(40) == 0..<40) == true)
    action = machine.failed(broken)
    #expect(action == .ask(from: 40, ifRange: ResumePoint.strongValidator(head ?? whole)))
    return machine
  }

  /// A load that begins with 40 of 100 bytes that were kept.
  private func kept() throws -> ResumeMachine {
    let point = try #require(point)
    var machine = ResumeMachine(point: point, maximumFruitless: 2)
    let action = machine.begin()
    #expect(action == .ask(from: 40, ifRange: "\"a\""))
    return machine
  }

  @Test func aWholeFileIsOneTransfer() {
    var machine = ResumeMachine(point: nil, maximumFruitless: 2)
    _ = machine.begin()
    _ = machine.answered(whole)
    #expect((machine.received(60) == 0..<60) == true)
    #expect((machine.received(40) == 0..<40) == true)
    let action = machine.finished()
    #expect(action == .finish)
    #expect(machine.kept() == nil)
  }

  // FAULTS 29
  @Test func aTransferThatBreaksOffGoesOnWhereItDid() {
    var machine = resumed()
    #expect(machine.kept()?.received == 40)
    var action = machine.answered(part("40-99/100", "ETag: \"a\""))
    #expect(action == .goOn)
    #expect((machine.received(60) == 0..<60) == true)
    action = machine.finished()
    #expect(action == .finish)
  }

  // RFC 9111, section 3.4
  @Test func whatWasKeptIsTheStart() throws {
    var machine = try kept()
    var action = machine.answered(part("40-99/100", "ETag: \"a\"", "X: 1"))
    #expect(action == .deliverKept(40))
    #expect(machine.response?.status == 200 && machine.response?.expectedBytes == 100)
    #expect(machine.response?.header("X") == "1" && machine.response?.header("Content-Range") == nil)
    #expect((machine.received(60) == 0..<60) == true)
    action = machine.finished()
    #expect(action == .finish)
  }

  // RFC 9110, section 14.2
  // FAULTS 34
  @Test func aWholeAnswerToARangeIsAFreshStart() throws {
    var machine = try kept()
    var action = machine.answered(answer(200, expected: 90, "ETag: \"b\""))
    #expect(action == .deliver)
    #expect((machine.received(90) == 0..<90) == true)
    action = machine.finished()
    #expect(action == .finish)
  }

  // FAULTS 33
  @Test func ofAWholeAnswerTheReceiverGetsWhatItHasNot() {
    var machine = resumed()
    let action = machine.answered(whole)
    #expect(action == .goOn)
    #expect(machine.received(30).isEmpty)
    #expect((machine.received(30) == 10..<30) == true)
    #expect((machine.received(40) == 0..<40) == true)
    let end = machine.finished()
    #expect(end == .finish)
  }

  @Test(arguments: [
    answer(200, expected: 100, "ETag: \"b\""), answer(200, expected: 99, "ETag: \"a\""),
    answer(200, expected: 100, "ETag: W/\"a\""), answer(200, "ETag: \"a\"", "Content-Encoding: gzip"),
    answer(200),
  ])
  func aFileThatChangedStartsOverOnce(changed: TransportResponse) {
    var machine = resumed()
    var action = machine.answered(changed)
    #expect(action == .startOver)
    #expect((machine.received(30) == 0..<30) == true)
    #expect(machine.response == changed)
    // A second time it fails.
    guard ResumePoint.strongValidator(changed) != nil else { return }
    action = machine.failed(broken)
    #expect(action == .ask(from: 30, ifRange: ResumePoint.strongValidator(changed)))
    guard case .fail = machine.answered(answer(200, expected: 100, "ETag: \"c\"")) else {
      Issue.record("a file that changes again and again fails")
      return
    }
  }

  // RFC 9110, section 15.3.7.3
  // FAULTS 33
  @Test(arguments: [
    ["Content-Range: bytes 30-99/100", "ETag: \"a\""], ["Content-Range: bytes 0-99/100", "ETag: \"a\""],
    ["Content-Range: bytes 41-99/100", "ETag: \"a\""], ["Content-Range: bytes 40-99/101", "ETag: \"a\""],
    ["Content-Range: bytes 40-100/*", "ETag: \"a\""], ["Content-Range: bytes 40-99/100", "ETag: \"b\""],
    ["Content-Range: bytes 40-99/100", "ETag: W/\"a\""], ["Content-Range: bytes 40-99/100"], ["ETag: \"a\""],
    ["Content-Range: bytes 40-99/100", "ETag: \"a\"", "Content-Encoding: gzip"],
  ])
  func aPartThatDoesNotFitIsNotTakenAndTheFileIsAskedForOnce(lines: [String]) throws {
    let other = TransportResponse(status: 206, headers: [HTTPField](lines: lines))
    for var machine in [resumed(), try kept()] {
      let isKept = machine.response == nil
      var action = machine.answered(other)
      #expect(action == .ask(from: 0, ifRange: nil))
      action = machine.answered(whole)
      #expect(action == (isKept ? .deliver : .goOn))
      _ = machine.received(70)
      action = machine.failed(broken)
      #expect(action == .ask(from: 70, ifRange: "\"a\""))
      guard case .fail(let error) = machine.answered(other) else {
        Issue.record("a second part that does not fit fails")
        return
      }
      #expect(error.code == .protocolError)
      #expect(machine.kept() == nil)
    }
  }

  // FAULTS 33
  @Test func aShortPartIsFollowedByAnother() {
    var machine = resumed()
    var action = machine.answered(part("40-59/100", "ETag: \"a\""))
    _ = machine.received(20)
    action = machine.finished()
    #expect(action == .ask(from: 60, ifRange: "\"a\""))
    action = machine.answered(part("60-99/*", "ETag: \"a\""))
    #expect(action == .goOn)
    _ = machine.received(40)
    action = machine.finished()
    #expect(action == .finish)
  }

  // FAULTS 33
  @Test func aPartWithMoreBytesThanItSaysIsNotTrusted() {
    var machine = resumed()
    _ = machine.answered(part("40-99/100", "ETag: \"a\""))
    #expect((machine.received(100) == 0..<60) == true)
    var action = machine.finished()
    #expect(action == .ask(from: 0, ifRange: nil))
    #expect(machine.kept() == nil)
    // Not even what the same validator stands for.
    action = machine.answered(whole)
    #expect(action == .startOver)
    #expect((machine.received(100) == 0..<100) == true)
    action = machine.finished()
    #expect(action == .finish)
  }

  // RFC 9110, section 15.5.17
  // FAULTS 32
  @Test func aPartThatIsNotThereIsTheWholeFileOnce() throws {
    let error = failure(.badStatus, status: 416)
    for var machine in [resumed(), try kept()] {
      var action = machine.failed(error)
      #expect(action == .ask(from: 0, ifRange: nil))
      action = machine.failed(error)
      #expect(action == .fail(error))
    }
  }

  // FAULTS 33
  @Test func aPartThatTheTransportRefusedIsTheWholeFileOnce() {
    var machine = resumed()
    let action = machine.failed(failure(.protocolError))
    #expect(action == .ask(from: 0, ifRange: nil))
  }

  // FAULTS 30
  @Test func transfersThatBringBytesUseUpNoRetry() {
    var machine = resumed(fruitless: 0)
    for start in 40..<58 {
      var action = machine.answered(part("\(start)-99/100", "ETag: \"a\""))
      #expect(action == .goOn)
      _ = machine.received(1)
      action = machine.failed(broken)
      #expect(action == .ask(from: start + 1, ifRange: "\"a\""))
    }
    // That was the twentieth.
    _ = machine.answered(part("58-99/100", "ETag: \"a\""))
    _ = machine.received(1)
    let action = machine.failed(broken)
    #expect(action == .fail(broken))
    #expect(machine.kept()?.received == 59)
  }

  @Test func transfersThatBringNothingUseUpRetries() {
    var machine = resumed(fruitless: 2)
    for error in [failure(.connectionFailed, phase: .connect), failure(.timedOut)] {
      let action = machine.failed(error)
      #expect(action == .ask(from: 40, ifRange: "\"a\""))
    }
    let action = machine.failed(broken)
    #expect(action == .fail(broken))
    #expect(machine.kept()?.received == 40)
  }

  @Test(arguments: [
    answer(200, expected: 100), answer(200, expected: 100, "ETag: W/\"a\""),
    answer(200, "ETag: \"a\"", "Content-Encoding: gzip"), answer(nil, expected: 100),
  ])
  func withoutAStrongValidatorAFailureIsOne(head: TransportResponse) {
    var machine = ResumeMachine(point: nil, maximumFruitless: 2)
    _ = machine.begin()
    _ = machine.answered(head)
    _ = machine.received(40)
    let action = machine.failed(broken)
    #expect(action == .fail(broken))
    #expect(machine.kept() == nil)
  }

  @Test(arguments: [
    failure(.badStatus, status: 404), failure(.tooLarge, phase: .body), failure(.other, phase: .body),
    failure(.protocolError, phase: .body),
  ])
  func otherFailuresAreNoInterruptions(error: TransportError) {
    var machine = resumed()
    let action = machine.failed(error)
    #expect(action == .fail(error))
  }

  @Test func whatWasKeptStaysKeptWhereTheServerCannotBeReached() throws {
    var machine = try kept()
    let action = machine.failed(failure(.connectionFailed, phase: .connect))
    #expect(action == .fail(failure(.connectionFailed, phase: .connect)))
    #expect(machine.kept()?.received == 40)
  }

  @Test func aFailureBehindTheLastByteIsNone() {
    var machine = resumed()
    _ = machine.answered(part("40-99/100", "ETag: \"a\""))
    _ = machine.received(60)
    let action = machine.failed(broken)
    #expect(action == .finish)
  }

  // RFC 9110, section 13.1.5
  @Test func aStrongDateGoesOnAndNeedNotComeAgain() {
    let date = httpDate(5_000)
    let head = answer(200, expected: 100, "Last-Modified: \(date)", "Date: \(httpDate(9_000))")
    for (lines, fits) in [
      ([], true), (["Last-Modified: \(date)"], true), (["Last-Modified: \(httpDate(5_001))"], false),
      (["ETag: \"a\""], false),
    ] {
      var machine = resumed(head)
      let action = machine.answered(
        TransportResponse(
          status: 206, headers: [HTTPField](lines: ["Content-Range: bytes 40-99/100"] + lines)))
      #expect(action == (fits ? .goOn : .ask(from: 0, ifRange: nil)))
    }
  }
}
