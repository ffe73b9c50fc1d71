import Foundation
import LazyMedia
import LazyMediaTesting
import MediaTransport
import MediaTransportTesting
import SeededRandom
import Testing

@testable import NativeAds

@MainActor @Suite struct TrackerSenderTests {
  private let fixture: AdFixture
  private let queue = MemoryTrackerQueue()
  private let outcomes = OutcomeLog()

  init() {
    let executor = ManualExecutor()
    fixture = AdFixture { $0.storeExecutor = executor }
    storeExecutor = executor
  }

  private let storeExecutor: ManualExecutor

  private func sender(
    _ queue: (any TrackerQueue)? = nil, limits: TrackerLimits = TrackerLimits(),
    unixTime: @escaping @Sendable () -> Duration = { .seconds(1_700_000_000) }
  ) -> TrackerSender {
    let sender = TrackerSender(
      pipeline: fixture.pipeline, queue: queue, limits: limits, unixTime: unixTime,
      random: SeededGenerator(seed: 1))
    sender.onOutcome = { [outcomes] in outcomes.add($0, $1) }
    sender.onQueueFailure = { [outcomes] in outcomes.lines.append("queue \($0.code)") }
    return sender
  }

  private func send(_ sender: TrackerSender, _ names: String...) {
    sender.send(names.map { TrackerPing(.click, url: "https://t.example/\($0)") })
  }

  private func transfer(_ name: String) throws -> ScriptedTransfer {
    try #require(fixture.transport.transfer(for: "https://t.example/\(name)"))
  }

  private func settle() {
    repeat { fixture.settle() } while storeExecutor.runNext()
  }

  // B14
  @Test func aHitIsAskedForBehindAllPicturesWithItsId() throws {
    send(sender(), "a")
    let request = try transfer("a").request
    #expect(request.priority == .veryLow)
    #expect(request.retryPolicy == .never)
    #expect(!request.isSmall)
    let id = try #require(request.headers.first { $0.name == "Idempotency-Key" }?.value)
    #expect(id.utf8.count == 32)
    #expect(id.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) })
  }

  // B14
  @Test func aSuccessfulHeadIsADeliveryWhateverTheBody() throws {
    let sender = sender()
    send(sender, "a", "b", "c", "d")
    try transfer("a").respond(status: 204)
    settle()
    #expect(outcomes.take() == ["a delivered"])
    try transfer("a").send([UInt8](repeating: 0, count: 100))
    try transfer("a").fail(.truncated, phase: .body, status: 200)
    // Refused for its length, once its head had come.
    try transfer("b").fail(.tooLarge, phase: .headers, status: 200)
    try transfer("c").complete([], status: 200)
    settle()
    #expect(outcomes.take() == ["b delivered", "c delivered"])
    #expect(sender.pendingCount == 1)
  }

  // B14
  @Test func failuresAreTriedAgainWithTheSameURLAndId() throws {
    let sender = sender()
    sender.send([
      TrackerPing(.click, url: "https://t.example/?t=[TIMESTAMP]&c=[CACHEBUSTING]&x=%5BOTHER%5D")
    ])
    let first = try #require(fixture.transport.transfers.last)
    #expect(first.request.url.hasPrefix("https://t.example/?t=2023-11-14T22%3A13%3A20.000Z&c="))
    #expect(first.request.url.hasSuffix("&x=%5BOTHER%5D"))
    for (wait, failure) in [(1, 503), (4, 429), (16, 408), (64, 500)] {
      fixture.transport.transfers.last?.fail(.badStatus, phase: .headers, status: failure)
      settle()
      let count = fixture.transport.transfers.count
      fixture.scheduler.advance(by: .seconds(wait) - .milliseconds(1))
      #expect(fixture.transport.transfers.count == count)
      fixture.scheduler.advance(by: .milliseconds(1))
      #expect(fixture.transport.transfers.count == count + 1)
    }
    #expect(fixture.transport.transfers.allSatisfy { $0.request.url == first.request.url })
    #expect(Set(fixture.transport.transfers.map(\.request.headers)).count == 1)
    fixture.transport.transfers.last?.fail(.timedOut)
    settle()
    #expect(outcomes.take().map { $0.suffix(15) } == ["failed timedOut"])
    #expect(sender.pendingCount == 0)
    fixture.scheduler.advance(by: .seconds(10_000))
    #expect(fixture.transport.activeTransfers.isEmpty)
  }

  // B14
  @Test func aRefusalIsFinal() throws {
    send(sender(), "a")
    try transfer("a").fail(.badStatus, phase: .headers, status: 404)
    settle()
    #expect(outcomes.take() == ["a failed badStatus"])
    fixture.scheduler.advance(by: .seconds(1_000))
    #expect(fixture.transport.transfers.count == 1)
  }

  // B14
  @Test func eightAreInFlight() throws {
    let sender = sender()
    send(sender, "a", "b", "c", "d", "e", "f", "g", "h", "i", "j")
    #expect(fixture.transport.activeTransfers.count == 8)
    try transfer("c").complete([])
    settle()
    #expect(fixture.activeURLs.last == "https://t.example/i")
    #expect(sender.pendingCount == 9)
  }

  // B14
  @Test func aSenderLivesUntilItsLastHitHasEnded() throws {
    var held: TrackerSender? = sender()
    weak let weakSender = held
    send(try #require(held), "a")
    held = nil
    #expect(weakSender != nil)
    try transfer("a").fail(.timedOut)
    settle()
    // A timer has it now.
    #expect(weakSender != nil)
    fixture.scheduler.advance(by: .seconds(1))
    try transfer("a").complete([])
    settle()
    #expect(outcomes.take() == ["a delivered"])
    fixture.transport.forgetTransfers()
    #expect(weakSender == nil)
  }

  // B14
  @Test(.timeLimit(.minutes(1)))
  func whatTheProgramGaveASenderIsReleasedOnTheMainActorWhoeverHasItLast() async throws {
    let (releases, continuation) = AsyncStream.makeStream(of: pthread_t.self)
    var held: TrackerSender? = sender()
    held?.onOutcome = { [witness = ReleaseWitness(continuation)] _, _ in withExtendedLifetime(witness) {} }
    send(try #require(held), "a")
    held = nil
    // The transport lets go of its receivers on a thread of its own.
    let thread = await withCheckedContinuation { (ended: CheckedContinuation<pthread_t, Never>) in
      let thread = Thread { [transport = fixture.transport] in
        transport.forgetTransfers()
        ended.resume(returning: pthread_self())
      }
      thread.start()
    }
    var iterator = releases.makeAsyncIterator()
    let next = await iterator.next()
    let released = try #require(next)
    #expect(pthread_equal(released, thread) == 0)
  }

  @Test func adsOfAPipelineShareASender() {
    let first = TrackerSender.shared(for: fixture.pipeline)
    #expect(TrackerSender.shared(for: fixture.pipeline) === first)
    #expect(TrackerSender.shared(for: AdFixture().pipeline) !== first)
  }

  // MARK: With a queue

  @Test func aHitLeavesTheQueueAfterItsDeliveryAndItsPlaceAfterThat() throws {
    var limits = TrackerLimits()
    limits.inFlight = 1
    let sender = sender(queue, limits: limits)
    send(sender, "a", "b")
    #expect(queue.names == ["a", "b"])
    try transfer("a").complete([])
    fixture.settle()
    #expect(outcomes.take() == ["a delivered"])
    #expect(queue.names == ["a", "b"])
    // As long as the queue has it, a kill would send it twice: no other hit starts.
    #expect(fixture.activeURLs == [])
    settle()
    #expect(queue.names == ["b"])
    #expect(fixture.activeURLs == ["https://t.example/b"])
  }

  @Test func attemptsAreKeptAndAHitThatWasPostponedIsResumed() throws {
    var limits = TrackerLimits()
    limits.attemptsPerRun = 2
    let sender = sender(queue, limits: limits)
    send(sender, "a")
    for _ in 0..<2 {
      try transfer("a").fail(.timedOut)
      settle()
      fixture.scheduler.advance(by: .seconds(1))
    }
    #expect(outcomes.take() == ["a postponed timedOut"])
    #expect(queue.hits.map(\.attempts) == [2])
    #expect(sender.pendingCount == 0)
    sender.resume()
    settle()
    try transfer("a").complete([])
    settle()
    #expect(outcomes.take() == ["a delivered"])
    #expect(queue.names == [])
    #expect(fixture.transport.transfers.count == 3)
  }

  @Test func resumingSendsWhatAnEarlierRunLeftAndNothingTwice() throws {
    queue.leave(["old"], at: .seconds(1_700_000_000 - 100), attempts: 3)
    let sender = sender(queue)
    send(sender, "a", "b")
    try transfer("a").complete([])
    sender.resume()
    sender.resume()
    settle()
    #expect(fixture.transport.transfers.map(\.request.url).map { $0.suffix(3) } == ["e/a", "e/b", "old"])
    try transfer("old").complete([])
    try transfer("b").complete([])
    settle()
    #expect(outcomes.take() == ["a delivered", "old delivered", "b delivered"])
    #expect(queue.names == [])
  }

  @Test func whatEndsWhileTheQueueIsReadIsNotSentAgain() throws {
    let sender = sender(queue)
    send(sender, "a", "b")
    sender.resume()
    try transfer("a").complete([])
    try transfer("b").fail(.badStatus, phase: .headers, status: 404)
    // Read before they have ended, told after, and let go of last.
    storeExecutor.runAll()
    settle()
    #expect(outcomes.take() == ["a delivered", "b failed badStatus"])
    #expect(fixture.transport.transfers.count == 2)
    #expect(queue.names == [])
  }

  @Test func hitsOlderThanAWeekAreNotSent() {
    let week = 7 * 86_400
    queue.leave(["old"], at: .seconds(1_700_000_000 - week - 1))
    queue.leave(["new"], at: .seconds(1_700_000_000 - week))
    sender(queue).resume()
    settle()
    #expect(outcomes.take() == ["old failed expired"])
    #expect(fixture.activeURLs == ["https://t.example/new"])
    #expect(queue.names == ["new"])
  }

  @Test func aQueueThatFailsIsToldAndItsHitsAreSentFromMemory() throws {
    queue.failure = TrackerQueueError(.full, "no space")
    let sender = sender(queue)
    send(sender, "a")
    #expect(outcomes.take() == ["queue full"])
    try transfer("a").complete([])
    settle()
    #expect(outcomes.take() == ["a delivered", "queue full"])
    // It holds no place for ever.
    send(sender, "b", "c", "d", "e", "f", "g", "h", "i")
    #expect(fixture.transport.activeTransfers.count == 8)
  }

  @Test func whatAFailingQueueCouldNotLetGoOfIsNotSentAgain() throws {
    let sender = sender(queue)
    send(sender, "a")
    queue.failure = TrackerQueueError(.failed, "no disk")
    try transfer("a").complete([])
    settle()
    #expect(outcomes.take() == ["a delivered", "queue failed"])
    queue.failure = nil
    #expect(queue.names == ["a"])
    sender.resume()
    settle()
    #expect(fixture.transport.transfers.count == 1)
    #expect(queue.names == [])
  }

  @Test func whatTheQueueHasNoRoomForIsGivenUp() throws {
    queue.limit = 2
    queue.leave(["old"], at: .seconds(1_700_000_000))
    var limits = TrackerLimits()
    limits.inFlight = 1
    let sender = sender(queue, limits: limits)
    send(sender, "a", "b")
    #expect(outcomes.take() == ["old failed tooManyWaiting"])
    // In flight, it is delivered all the same.
    send(sender, "c")
    #expect(outcomes.take() == [])
    send(sender, "d")
    #expect(outcomes.take() == ["b failed tooManyWaiting"])
    try transfer("a").complete([])
    settle()
    #expect(outcomes.take() == ["a delivered"])
    #expect(fixture.activeURLs == ["https://t.example/c"])
  }

  @Test func whatTheQueueHasNoRoomForInFlightIsNotSaidToBePostponed() throws {
    queue.limit = 1
    var limits = TrackerLimits()
    limits.attemptsPerRun = 1
    send(sender(queue, limits: limits), "a", "b")
    #expect(queue.names == ["b"])
    for name in ["a", "b"] { try transfer(name).fail(.timedOut) }
    settle()
    #expect(outcomes.take() == ["a failed timedOut", "b postponed timedOut"])
  }
}

/// Tells the thread that it is released on.
private final class ReleaseWitness: Sendable {
  private let continuation: AsyncStream<pthread_t>.Continuation

  init(_ continuation: AsyncStream<pthread_t>.Continuation) { self.continuation = continuation }

  deinit { continuation.yield(pthread_self()) }
}

/// Lines of what became of hits.
@MainActor final class OutcomeLog {
  var lines: [String] = []

  func add(_ hit: TrackerHit, _ outcome: TrackerOutcome) {
    func text(_ error: TrackerError) -> String {
      switch error {
      case .transport(let error): "\(error.code)"
      case .tooManyWaiting: "tooManyWaiting"
      case .expired: "expired"
      }
    }
    let name = hit.url.split(separator: "/").last ?? ""
    switch outcome {
    case .delivered: lines.append("\(name) delivered")
    case .postponed(let error): lines.append("\(name) postponed \(text(error))")
    case .failed(let error): lines.append("\(name) failed \(text(error))")
    }
  }

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}
