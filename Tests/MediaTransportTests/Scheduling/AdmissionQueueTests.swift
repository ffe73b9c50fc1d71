import SeededRandom
import Testing

@testable import MediaTransport

@Suite struct AdmissionQueueTests {
  private let start = MonotonicTime(nanoseconds: 0)

  private func limits(host: Int = 6, total: Int = 64, streams: Int = 100) -> TransportLimits {
    var limits = TransportLimits()
    limits.connectionsPerHost = host
    limits.totalConnections = total
    limits.streamsPerConnection = streams
    return limits
  }

  private func milliseconds(_ count: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: count * 1_000_000) }

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
      _ = queue.add(name, host: "a", priority: priority, at: start)
    }
    #expect(drain(&queue).prefix(3) == ["now", "cell", "other"])
  }

  @Test func sameUrgencyGoesInOrderOfArrival() {
    var queue = AdmissionQueue<String>(limits: limits())
    for name in ["1", "2", "3"] { _ = queue.add(name, host: "a", priority: .normal, at: start) }
    #expect(drain(&queue) == ["1", "2", "3"])
  }

  @Test func hostHasNoMoreThanItsPlaces() throws {
    var queue = AdmissionQueue<String>(limits: limits(host: 2))
    for name in ["a1", "a2", "a3"] { _ = queue.add(name, host: "a", priority: .normal, at: start) }
    let first = queue.next()
    let place = try #require(first?.place)
    #expect(drain(&queue) == ["a2"])
    queue.leave(place)
    #expect(drain(&queue) == ["a3"])
  }

  @Test func fullHostHoldsUpNoOther() {
    var queue = AdmissionQueue<String>(limits: limits(host: 1))
    for name in ["a1", "a2"] { _ = queue.add(name, host: "a", priority: .veryHigh, at: start) }
    _ = queue.add("b1", host: "b", priority: .normal, at: start)
    #expect(drain(&queue) == ["a1", "b1"])
  }

  @Test func hostsTakeTurns() {
    var queue = AdmissionQueue<String>(limits: limits())
    for name in ["a1", "a2", "a3"] { _ = queue.add(name, host: "a", priority: .normal, at: start) }
    for name in ["b1", "b2"] { _ = queue.add(name, host: "b", priority: .normal, at: start) }
    #expect(drain(&queue) == ["a1", "b1", "a2", "b2", "a3"])
  }

  @Test func allHostsTogetherHaveNoMoreThanTheTotal() throws {
    var queue = AdmissionQueue<String>(limits: limits(total: 3))
    for host in ["a", "b", "c", "d", "e"] { _ = queue.add(host, host: host, priority: .normal, at: start) }
    let first = queue.next()
    let place = try #require(first?.place)
    #expect(drain(&queue) == ["b", "c"])
    queue.leave(place)
    #expect(drain(&queue) == ["d"])
  }

  @Test func backgroundWorkLeavesPlacesForVisibleWork() {
    var queue = AdmissionQueue<String>(limits: limits(host: 6))
    for index in 1...8 { _ = queue.add("low\(index)", host: "a", priority: .low, at: start) }
    #expect(drain(&queue).count == 4)
    for index in 1...3 { _ = queue.add("high\(index)", host: "a", priority: .high, at: start) }
    #expect(drain(&queue) == ["high1", "high2"])
  }

  @Test func singlePlaceServesBackgroundWorkToo() {
    var queue = AdmissionQueue<String>(limits: limits(host: 1, total: 1))
    _ = queue.add("low", host: "a", priority: .veryLow, at: start)
    #expect(drain(&queue) == ["low"])
  }

  @Test func raisedTransferOvertakes() {
    var queue = AdmissionQueue<String>(limits: limits())
    _ = queue.add("first", host: "a", priority: .normal, at: start)
    let second = queue.add("second", host: "a", priority: .low, at: start)
    queue.setPriority(.veryHigh, of: second, at: start)
    #expect(drain(&queue) == ["second", "first"])
  }

  @Test func removedTransferIsNotTaken() {
    var queue = AdmissionQueue<String>(limits: limits())
    let tickets = ["1", "2", "3"].map { queue.add($0, host: "a", priority: .normal, at: start) }
    queue.remove(tickets[1])
    queue.remove(tickets[1])
    #expect(drain(&queue) == ["1", "3"])
    #expect(queue.waitingCount == 0)
    #expect(queue.activeCount == 2)
  }

  @Test func closedQueueLetsOnlyContinuationsGo() {
    var queue = AdmissionQueue<String>(limits: limits())
    queue.isOpen = false
    _ = queue.add("new", host: "a", priority: .veryHigh, at: start)
    _ = queue.add("hop", host: "a", priority: .veryLow, isContinuing: true, at: start)
    #expect(drain(&queue) == ["hop"])
    queue.isOpen = true
    #expect(drain(&queue) == ["new"])
  }

  @Test func continuationGoesBeforeWhatHasNotStarted() {
    var queue = AdmissionQueue<String>(limits: limits())
    _ = queue.add("new", host: "a", priority: .veryHigh, at: start)
    _ = queue.add("hop", host: "a", priority: .low, isContinuing: true, at: start)
    #expect(drain(&queue) == ["hop", "new"])
  }

  @Test func hostThatMultiplexesHasPlacesForStreams() throws {
    var queue = AdmissionQueue<String>(limits: limits(host: 2, total: 2, streams: 5))
    for index in 1...9 { _ = queue.add("a\(index)", host: "a", priority: .normal, at: start) }
    let first = queue.next()
    let place = try #require(first?.place)
    queue.setMultiplexes(true, host: place.host)
    #expect(drain(&queue).count == 4)
    // All its streams are one connection: another host still finds one.
    _ = queue.add("b", host: "b", priority: .normal, at: start)
    #expect(drain(&queue) == ["b"])
    // A stream needs no connection, though none is free.
    queue.leave(place)
    _ = queue.add("c", host: "c", priority: .high, at: start)
    #expect(drain(&queue) == ["a6"])
  }

  // MARK: What is seen

  @Test func whatIsSeenGoesNewestFirstAndTheRestInOrderOfArrival() {
    for priority in TransportPriority.allCases {
      var queue = AdmissionQueue<String>(limits: limits())
      for (index, name) in ["1", "2", "3"].enumerated() {
        _ = queue.add(name, host: "a", priority: priority, at: milliseconds(Int64(index) * 20))
      }
      #expect(drain(&queue) == (priority >= .high ? ["3", "2", "1"] : ["1", "2", "3"]), "\(priority)")
    }
  }

  @Test func whatComesTogetherKeepsItsOrder() {
    var queue = AdmissionQueue<String>(limits: limits(host: 10))
    // The batch is counted from its first: 0, 5 and 10 ms are one, 11 begins the next.
    for (name, time) in [("1", 0), ("2", 5), ("3", 10), ("4", 11), ("5", 21), ("6", 22)] as [(String, Int64)]
    {
      _ = queue.add(name, host: "a", priority: .high, at: milliseconds(time))
    }
    #expect(drain(&queue) == ["6", "4", "5", "1", "2", "3"])
  }

  // FAULTS "prefetch inversion"
  @Test func whatIsRaisedToBeSeenJoinsTheNewestBatch() {
    var queue = AdmissionQueue<String>(limits: limits(host: 10))
    let prefetched = queue.add("prefetched", host: "a", priority: .low, at: milliseconds(0))
    let former = queue.add("former", host: "a", priority: .high, at: milliseconds(0))
    _ = queue.add("1", host: "a", priority: .high, at: milliseconds(100))
    queue.setPriority(.high, of: prefetched, at: milliseconds(105))
    _ = queue.add("2", host: "a", priority: .high, at: milliseconds(106))
    queue.setPriority(.high, of: former, at: milliseconds(107))
    #expect(drain(&queue) == ["1", "prefetched", "2", "former"])
  }

  @Test func anOldBatchOfOneHostDoesNotGoBeforeANewOneOfAnother() {
    var queue = AdmissionQueue<String>(limits: limits())
    for name in ["a1", "a2"] { _ = queue.add(name, host: "a", priority: .high, at: milliseconds(0)) }
    for name in ["b1", "b2"] { _ = queue.add(name, host: "b", priority: .high, at: milliseconds(50)) }
    _ = queue.add("a3", host: "a", priority: .high, at: milliseconds(51))
    // In the batch a has its turn first: it has waited for one longer.
    #expect(drain(&queue) == ["a3", "b1", "b2", "a1", "a2"])
  }

  @Test func aFullHostWithTheNewestBatchHoldsUpNoOther() {
    var queue = AdmissionQueue<String>(limits: limits(host: 1))
    _ = queue.add("b1", host: "b", priority: .high, at: milliseconds(0))
    for name in ["a1", "a2"] { _ = queue.add(name, host: "a", priority: .high, at: milliseconds(50)) }
    #expect(drain(&queue) == ["a1", "b1"])
  }

  @Test func removingTheLastOfABatchLeavesItsOrder() {
    var queue = AdmissionQueue<String>(limits: limits(host: 10))
    _ = queue.add("old", host: "a", priority: .high, at: milliseconds(0))
    let tickets = ["1", "2"].map { queue.add($0, host: "a", priority: .high, at: milliseconds(50)) }
    queue.remove(tickets[1])
    _ = queue.add("3", host: "a", priority: .high, at: milliseconds(51))
    queue.remove(tickets[0])
    _ = queue.add("4", host: "a", priority: .high, at: milliseconds(52))
    #expect(drain(&queue) == ["3", "4", "old"])
  }

  // MARK: Small ones

  @Test func aSmallOneFindsAPlaceWhereLargeOnesTookAll() {
    var queue = AdmissionQueue<String>(limits: limits(host: 2))
    for name in ["p1", "p2", "p3"] { _ = queue.add(name, host: "a", priority: .veryHigh, at: start) }
    for name in ["i1", "i2"] {
      _ = queue.add(name, host: "a", priority: .normal, isSmall: true, at: start)
    }
    #expect(drain(&queue) == ["p1", "p2", "i1"])
    #expect(queue.activeCount == 3)
  }

  @Test func smallOnesTakeAnyPlaceAndTheirOwnDoesNotGoToLargeOnes() throws {
    var queue = AdmissionQueue<String>(limits: limits(host: 2))
    for name in ["i1", "i2", "i3", "i4"] {
      _ = queue.add(name, host: "a", priority: .normal, isSmall: true, at: start)
    }
    let taken = queue.next()
    let first = try #require(taken)
    #expect(drain(&queue) == ["i2", "i3"])
    for name in ["p1", "p2", "p3"] { _ = queue.add(name, host: "a", priority: .high, at: start) }
    queue.leave(first.place)
    #expect(drain(&queue) == ["p1"])
    queue.leave(first.place)
    #expect(drain(&queue) == ["p2"])
    queue.leave(Place(host: first.place.host, isSmall: false))
    #expect(drain(&queue) == ["p3"])
  }

  private typealias Place = AdmissionQueue<String>.Place

  @Test func nobodysSmallTransfersDoNotTakeThePlaceOfSmallOnes() {
    var queue = AdmissionQueue<String>(limits: limits(host: 3))
    for index in 1...4 {
      _ = queue.add("low\(index)", host: "a", priority: .low, isSmall: true, at: start)
    }
    // Of three places two are theirs.
    #expect(drain(&queue) == ["low1", "low2"])
    _ = queue.add("poster", host: "a", priority: .high, at: start)
    _ = queue.add("icon", host: "a", priority: .high, isSmall: true, at: start)
    #expect(drain(&queue) == ["poster", "icon"])
  }

  @Test func thePlaceForSmallOnesIsWithinTheTotal() {
    var queue = AdmissionQueue<String>(limits: limits(host: 2, total: 2))
    for name in ["p1", "p2"] { _ = queue.add(name, host: "a", priority: .normal, at: start) }
    _ = queue.add("icon", host: "a", priority: .veryHigh, isSmall: true, at: start)
    #expect(drain(&queue) == ["icon", "p1"])
    #expect(queue.activeCount == 2)
  }

  @Test func aHostThatMultiplexesHasNoFurtherPlace() throws {
    var queue = AdmissionQueue<String>(limits: limits(host: 1, streams: 2))
    for name in ["1", "2", "3", "4"] {
      _ = queue.add(name, host: "a", priority: .normal, isSmall: true, at: start)
    }
    let taken = queue.next()
    let first = try #require(taken)
    queue.setMultiplexes(true, host: first.place.host)
    #expect(drain(&queue) == ["2"])
  }
}
