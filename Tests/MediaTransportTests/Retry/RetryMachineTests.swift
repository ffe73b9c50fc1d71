import Testing

@testable import MediaTransport

@Suite struct RetryMachineTests {
  private func machine(
    attempts: Int = 1, retries: Int = 2, base: Duration = .milliseconds(200), maximum: Duration = .seconds(10)
  ) -> RetryMachine {
    var policy = RetryPolicy()
    policy.maximumRetries = retries
    policy.baseDelay = base
    policy.maximumDelay = maximum
    var machine = RetryMachine(policy: policy)
    for _ in 0..<attempts { machine.beginAttempt() }
    return machine
  }

  private func decide(
    _ machine: RetryMachine, _ failure: RetryMachine.Failure, random: Double = 1,
    remaining: Duration = .seconds(60)
  ) -> RetryMachine.Decision {
    machine.decide(after: failure, random: random, remaining: remaining)
  }

  @Test func waitDoublesAndIsJitteredDownToHalf() {
    #expect(decide(machine(attempts: 1), .transient) == .retry(after: .milliseconds(200)))
    #expect(decide(machine(attempts: 1), .transient, random: 0) == .retry(after: .milliseconds(100)))
    #expect(decide(machine(attempts: 2), .transient) == .retry(after: .milliseconds(400)))
    #expect(decide(machine(attempts: 3, retries: 9), .transient) == .retry(after: .milliseconds(800)))
  }

  @Test func waitHasALimit() {
    #expect(decide(machine(attempts: 50, retries: 99), .transient) == .retry(after: .seconds(10)))
    #expect(
      decide(machine(attempts: 1, base: .seconds(99)), .transient) == .retry(after: .seconds(10)))
  }

  @Test func retriesHaveALimit() {
    #expect(decide(machine(attempts: 2), .transient) != .giveUp)
    #expect(decide(machine(attempts: 3), .transient) == .giveUp)
    #expect(decide(machine(attempts: 1, retries: 0), .transient) == .giveUp)
  }

  @Test(arguments: [429, 500, 502, 503, 504, 599])
  func statusThatPassesIsRetried(status: Int) {
    #expect(decide(machine(), .status(status, retryAfter: nil)) == .retry(after: .milliseconds(200)))
  }

  @Test(arguments: [300, 304, 400, 401, 403, 404, 408, 410, 418, 451, 600])
  func otherStatusIsNotRetried(status: Int) {
    #expect(decide(machine(), .status(status, retryAfter: .zero)) == .giveUp)
  }

  @Test func retryAfterIsObeyed() {
    #expect(decide(machine(), .status(503, retryAfter: .seconds(7))) == .retry(after: .seconds(7)))
    // Never sooner than the wait that many clients would spread over.
    #expect(decide(machine(), .status(429, retryAfter: .zero)) == .retry(after: .milliseconds(200)))
  }

  @Test func retryAfterBeyondTheLimitIsNotCutShort() {
    #expect(decide(machine(), .status(503, retryAfter: .seconds(11))) == .giveUp)
  }

  @Test func nothingIsRetriedOnceDeliveryBegan() {
    var machine = machine()
    machine.beginDelivery()
    #expect(decide(machine, .transient) == .giveUp)
  }

  @Test func permanentFailureIsNotRetried() {
    #expect(decide(machine(), .permanent) == .giveUp)
  }

  @Test func waitThatOutlastsTheTotalTimeIsNotBegun() {
    #expect(decide(machine(), .transient, remaining: .milliseconds(200)) == .giveUp)
    #expect(decide(machine(), .transient, remaining: .milliseconds(201)) != .giveUp)
  }
}

@Suite struct RetryAfterTests {
  // Sunday, 6 November 1994, 08:49:37: the date of RFC 9110's examples.
  private let date = 784_111_777

  @Test func secondsAreRead() {
    #expect(RetryAfter.delay("120", now: 0) == .seconds(120))
    #expect(RetryAfter.delay("0", now: 0) == .zero)
    #expect(RetryAfter.delay("99999999999999999999999", now: 0) ?? .zero > .seconds(3_600))
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
  ])
  func everyFormOfDateIsRead(text: String) {
    #expect(RetryAfter.delay(text, now: date - 90) == .seconds(90))
    #expect(RetryAfter.delay(text, now: date + 90) == .zero)
  }

  @Test(arguments: ["", "soon", "-5", "1.5"])
  func nonsenseIsPassedOver(text: String) {
    #expect(RetryAfter.delay(text, now: date) == nil)
  }
}
