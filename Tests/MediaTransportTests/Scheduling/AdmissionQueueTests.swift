import MediaTransport
import SeededRandom
import Testing

@testable import struct MediaTransport.AdmissionQueue

@Suite struct AdmissionQueueTests {
  private func limits(host: Int = 6, total: Int = 64, streams: Int = 100) -> TransportLimits {
    var limits = TransportLimits()
    limits.connectionsPerHost = host
    limits.totalConnections = total
    limits.streamsPerConnection = streams
    return limits
  }

  private func drain(_ queue: inout AdmissionQueue<String>) -> [String] {
    var taken: [String] = []
    while let (element, _) = queue.next() { taken.append(element) }
    return taken
  }

  @Test func mostUrgentGoesFirst() {
    var queue = AdmissionQueue<String>(limits: limits())
    for (name, priority) in [
      ("prefetch", TransportPriority.low), ("cell", .high), ("other", .normal), ("now", .veryHigh),
      ("idle", .veryLow),
    ] {
      _ = queue.add(name, host: "a", priority: priority)
    }
    #expect(drain(&queue).prefix(3) == ["now", "cell", "other"])
  }

  @Test func sameUrgencyGoesInOrderOfArrival() {
    var queue = AdmissionQueue<String>(limits: limits())
    for name in ["1", "2", "3"] { _ = queue.add(name, host: "a", priority: .normal) }
    #expect(drain(&queue) == ["1", "2", "3"])
  }

  @Test func hostHasNoMoreThanItsPlaces() throws {
    var queue = AdmissionQueue<String>(limits: limits(host: 2))
    for name in ["a1", "a2", "a3"] { _ = queue.add(name, host: "a", priority: .normal) }
    let first = queue.next()
    let host = try #require(first?.host)
    #expect(drain(&queue) == ["a2"])
    queue.leave(host)
    #expect(drain(&queue) == ["a3"])
  }

  @Test func fullHostHoldsUpNoOther() {
    var queue = AdmissionQueue<String>(limits: limits(host: 1))
    for name in ["a1", "a2"] { _ = queue.add(name, host: "a", priority: .veryHigh) }
    _ = queue.add("b1", host: "b", priority: .normal)
    #expect(drain(&queue) == ["a1", "b1"])
  }

  @Test func hostsTakeTurns() {
    var queue = AdmissionQueue<String>(limits: limits())
    for name in ["a1", "a2", "a3"] { _ = queue.add(name, host: "a", priority: .normal) }
    for name in ["b1", "b2"] { _ = queue.add(name, host: "b", priority: .normal) }
    #expect(drain(&queue) == ["a1", "b1", "a2", "b2", "a3"])
  }

  @Test func allHostsTogetherHaveNoMoreThanTheTotal() throws {
    var queue = AdmissionQueue<String>(limits: limits(total: 3))
    for host in ["a", "b", "c", "d", "e"] { _ = queue.add(host, host: host, priority: .normal) }
    let first = queue.next()
    let host = try #require(first?.host)
    #expect(drain(&queue) == ["b", "c"])
    queue.leave(host)
    #expect(drain(&queue) == ["d"])
  }

  @Test func backgroundWorkLeavesPlacesForVisibleWork() {
    var queue = AdmissionQueue<String>(limits: limits(host: 6))
    for index in 1...8 { _ = queue.add("low\(index)", host: "a", priority: .low) }
    #expect(drain(&queue).count == 4)
    for index in 1...3 { _ = queue.add("high\(index)", host: "a", priority: .high) }
    #expect(drain(&queue) == ["high1", "high2"])
  }

  @Test func singlePlaceServesBackgroundWorkToo() {
    var queue = AdmissionQueue<String>(limits: limits(host: 1, total: 1))
    _ = queue.add("low", host: "a", priority: .veryLow)
    #expect(drain(&queue) == ["low"])
  }

  @Test func raisedTransferOvertakes() {
    var queue = AdmissionQueue<String>(limits: limits())
    _ = queue.add("first", host: "a", priority: .normal)
    let second = queue.add("second", host: "a", priority: .low)
    queue.setPriority(.veryHigh, of: second)
    #expect(drain(&queue) == ["second", "first"])
  }

  @Test func removedTransferIsNotTaken() {
    var queue = AdmissionQueue<String>(limits: limits())
    let tickets = ["1", "2", "3"].map { queue.add($0, host: "a", priority: .normal) }
    queue.remove(tickets[1])
    queue.remove(tickets[1])
    #expect(drain(&queue) == ["1", "3"])
    #expect(queue.waitingCount == 0)
    #expect(queue.activeCount == 2)
  }

  @Test func closedQueueLetsOnlyContinuationsGo() {
    var queue = AdmissionQueue<String>(limits: limits())
    queue.isOpen = false
    _ = queue.add("new", host: "a", priority: .veryHigh)
    _ = queue.add("hop", host: "a", priority: .veryLow, isContinuing: true)
    #expect(drain(&queue) == ["hop"])
    queue.isOpen = true
    #expect(drain(&queue) == ["new"])
  }

  @Test func continuationGoesBeforeWhatHasNotStarted() {
    var queue = AdmissionQueue<String>(limits: limits())
    _ = queue.add("new", host: "a", priority: .veryHigh)
    _ = queue.add("hop", host: "a", priority: .low, isContinuing: true)
    #expect(drain(&queue) == ["hop", "new"])
  }

  @Test func hostThatMultiplexesHasPlacesForStreams() throws {
    var queue = AdmissionQueue<String>(limits: limits(host: 2, total: 2, streams: 5))
    for index in 1...9 { _ = queue.add("a\(index)", host: "a", priority: .normal) }
    let first = queue.next()
    let host = try #require(first?.host)
    queue.setMultiplexes(true, host: host)
    #expect(drain(&queue).count == 4)
    // All its streams are one connection: another host still finds one.
    _ = queue.add("b", host: "b", priority: .normal)
    #expect(drain(&queue) == ["b"])
    // A stream needs no connection, though none is free.
    queue.leave(host)
    _ = queue.add("c", host: "c", priority: .high)
    #expect(drain(&queue) == ["a6"])
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func limitsHoldAndNobodyIsForgottenWhateverHappens(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let limits = limits(host: 3, total: 5)
    var queue = AdmissionQueue<Int>(limits: limits)
    var waiting: [Int: AdmissionQueue<Int>.Ticket] = [:]
    var hostOf: [Int: Int] = [:]
    var running: [(element: Int, host: Int)] = []
    for element in 0..<3_000 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let host = Int.random(in: 0..<4, using: &random)
        let priority = TransportPriority.allCases.randomElement(using: &random) ?? .normal
        waiting[element] = queue.add(element, host: "\(host)", priority: priority)
        hostOf[element] = host
      case 2:
        if let (element, ticket) = waiting.randomElement(using: &random) {
          queue.remove(ticket)
          waiting[element] = nil
        }
      case 3:
        if let ticket = waiting.values.randomElement(using: &random) {
          queue.setPriority(TransportPriority.allCases.randomElement(using: &random) ?? .low, of: ticket)
        }
      case 4:
        if let index = running.indices.randomElement(using: &random) {
          queue.leave(running.remove(at: index).host)
        }
      default:
        if let (element, host) = queue.next() {
          #expect(waiting.removeValue(forKey: element) != nil)
          running.append((element, host))
        }
      }
      #expect(queue.waitingCount == waiting.count)
      #expect(queue.activeCount == running.count)
      #expect(running.count <= 5)
      for host in 0..<4 { #expect(running.count { hostOf[$0.element] == host } <= 3) }
    }
    // With places freed one by one everybody comes to their turn.
    repeat {
      if let place = running.popLast() { queue.leave(place.host) }
      while let (element, host) = queue.next() {
        #expect(waiting.removeValue(forKey: element) != nil)
        running.append((element, host))
      }
    } while !running.isEmpty
    #expect(waiting.count == 0)
  }
}
