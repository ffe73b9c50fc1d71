import SeededRandom
import Testing

@testable import MediaTransport

/// The queue against one that looks at everything each time.
@Suite struct AdmissionQueueModelTests {
  private struct NaiveQueue {
    struct Waiting {
      var element: Int
      var host: Int
      var priority: TransportPriority
      var isSmall: Bool
      var isContinuing: Bool
      var batch = 0
      var order = 0

      var level: Int { isContinuing ? 5 : priority.rawValue }
    }

    let limits: TransportLimits
    var waiting: [Waiting] = []
    var running: [(element: Int, host: Int, isSmall: Bool)] = []
    var multiplexing: Set<Int> = []
    var isOpen = true
    private var turns: [[Int]: Int] = [:]
    private var lastTurn = 0
    private var order = 0
    private var batch = 0
    private var batchStart = Int64.min

    init(limits: TransportLimits) { self.limits = limits }

    mutating func add(_ new: Waiting, at time: Int64) {
      var new = new
      if !waiting.contains(where: { $0.host == new.host && $0.level == new.level }) {
        lastTurn += 1
        turns[[new.host, new.level]] = lastTurn
      }
      order += 1
      new.order = order
      new.batch = 0
      if !new.isContinuing && new.priority >= .high {
        if batch == 0 || time - batchStart > 10_000_000 {
          batch += 1
          batchStart = time
        }
        new.batch = batch
      }
      waiting.append(new)
    }

    mutating func setPriority(_ priority: TransportPriority, of element: Int, at time: Int64) {
      guard let index = waiting.firstIndex(where: { $0.element == element }),
        waiting[index].priority != priority
      else { return }
      if waiting[index].isContinuing { return waiting[index].priority = priority }
      var moved = waiting.remove(at: index)
      moved.priority = priority
      add(moved, at: time)
    }

    private func mayStart(_ candidate: Waiting) -> Bool {
      let isBackground = candidate.level < 2
      func share(_ limit: Int) -> Int { isBackground ? limit - limit / 3 : limit }
      let mine = running.filter { $0.host == candidate.host }
      if multiplexing.contains(candidate.host) {
        guard mine.count < share(limits.streamsPerConnection) else { return false }
        if mine.count > 0 { return true }
      } else {
        let elsewhere = min(mine.count(where: \.isSmall), limits.smallTransfersPerHost)
        let most = limits.connectionsPerHost + limits.smallTransfersPerHost
        let fits =
          mine.count - elsewhere < share(limits.connectionsPerHost)
          || (candidate.isSmall && !isBackground && mine.count < most)
        guard fits else { return false }
      }
      let hosts = Set(running.map(\.host))
      let connections = hosts.reduce(0) { sum, host in
        sum + (multiplexing.contains(host) ? 1 : running.count { $0.host == host })
      }
      return connections < share(limits.totalConnections)
    }

    mutating func next() -> Int? {
      let candidates = waiting.filter { (isOpen || $0.isContinuing) && mayStart($0) }
      let best = candidates.min { left, right in
        func rank(_ one: Waiting) -> [Int] {
          [-one.level, -one.batch, turns[[one.host, one.level]] ?? 0, one.order]
        }
        return rank(left).lexicographicallyPrecedes(rank(right))
      }
      guard let best else { return nil }
      waiting.removeAll { $0.element == best.element }
      running.append((best.element, best.host, best.isSmall && best.level >= 2))
      lastTurn += 1
      turns[[best.host, best.level]] = lastTurn
      return best.element
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func whateverHappensTheRightOneIsNextAndTheLimitsHold(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var limits = TransportLimits()
    limits.connectionsPerHost = 3
    limits.totalConnections = 7
    limits.streamsPerConnection = 4
    limits.smallTransfersPerHost = Int(seed % 3)
    var queue = AdmissionQueue<Int>(limits: limits)
    var model = NaiveQueue(limits: limits)
    var tickets: [Int: AdmissionQueue<Int>.Ticket] = [:]
    var places: [Int: AdmissionQueue<Int>.Place] = [:]
    var time: Int64 = 0
    for element in 0..<4_000 {
      time += Int64.random(in: 0...4_000_000, using: &random)
      switch Int.random(in: 0..<16, using: &random) {
      case 0...5:
        let host = Int.random(in: 0..<4, using: &random)
        let priority = TransportPriority.allCases.randomElement(using: &random) ?? .normal
        let new = NaiveQueue.Waiting(
          element: element, host: host, priority: priority, isSmall: random.happens(40),
          isContinuing: random.happens(10))
        tickets[element] = queue.add(
          element, host: "\(host)", priority: priority, isSmall: new.isSmall, isContinuing: new.isContinuing,
          at: MonotonicTime(nanoseconds: time))
        model.add(new, at: time)
      case 6:
        if let index = model.waiting.indices.randomElement(using: &random),
          let ticket = tickets[model.waiting[index].element]
        {
          queue.remove(ticket)
          model.waiting.remove(at: index)
        }
      case 7, 8:
        if let changed = model.waiting.randomElement(using: &random), let ticket = tickets[changed.element] {
          let priority = TransportPriority.allCases.randomElement(using: &random) ?? .low
          queue.setPriority(priority, of: ticket, at: MonotonicTime(nanoseconds: time))
          model.setPriority(priority, of: changed.element, at: time)
        }
      case 9...11:
        if let index = model.running.indices.randomElement(using: &random),
          let place = places[model.running[index].element]
        {
          queue.leave(place)
          model.running.remove(at: index)
        }
      case 12:
        // What is known of a host stays until it is heard to be otherwise.
        if let one = model.running.randomElement(using: &random), let place = places[one.element] {
          let multiplexes = random.happens(50)
          queue.setMultiplexes(multiplexes, host: place.host)
          if multiplexes { model.multiplexing.insert(one.host) } else { model.multiplexing.remove(one.host) }
        }
      case 13:
        let isOpen = random.happens(80)
        queue.isOpen = isOpen
        model.isOpen = isOpen
      default:
        let taken = queue.next()
        #expect(taken?.element == model.next(), "seed \(seed), step \(element)")
        if let taken { places[taken.element] = taken.place }
      }
      #expect(queue.waitingCount == model.waiting.count, "seed \(seed), step \(element)")
      #expect(queue.activeCount == model.running.count)
    }
    queue.isOpen = true
    model.isOpen = true
    // With places freed one by one everybody comes to their turn.
    repeat {
      if let one = model.running.popLast(), let place = places[one.element] { queue.leave(place) }
      while let taken = queue.next() {
        #expect(taken.element == model.next(), "seed \(seed)")
        places[taken.element] = taken.place
      }
      #expect(model.next() == nil, "seed \(seed)")
    } while !model.running.isEmpty
    #expect(model.waiting.count == 0)
  }

  @Test func tenThousandAtOnceAreTakenInOrder() {
    var limits = TransportLimits()
    limits.connectionsPerHost = 10
    var queue = AdmissionQueue<Int>(limits: limits)
    let tickets = (0..<10_000).map {
      queue.add($0, host: "\($0 % 3)", priority: .high, at: MonotonicTime(nanoseconds: 0))
    }
    var taken: [Int] = []
    for index in stride(from: 0, to: 10_000, by: 2) { queue.remove(tickets[index]) }
    while let (element, place) = queue.next() {
      taken.append(element)
      queue.leave(place)
    }
    #expect(taken.count == 5_000)
    for host in 0..<3 {
      let ofHost = taken.filter { $0 % 3 == host }
      #expect((ofHost == ofHost.sorted()) == true)
    }
  }
}
