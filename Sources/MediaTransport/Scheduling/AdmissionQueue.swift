/// Who may start next: transfers wait here, before libcurl, by priority and by host.
///
/// The most urgent transfer whose host has room goes first; a host that is full does not hold up others. Within a
/// priority each host's transfers go in order of arrival, and hosts take turns. Adding, taking, moving and removing
/// are O(1) in the number that wait.
///
/// What continues (the next hop of a redirect, the next attempt) goes before everything that has not started, also
/// while the queue is closed.
///
/// Transfers below `normal` may not take the last third of a host's places, or of all, so that one somebody looks
/// at never waits for a running prefetch (rule 14 of the design).
struct AdmissionQueue<Element> {
  /// A place in the queue.
  struct Ticket: Hashable, Sendable {
    fileprivate var index: Int
  }

  /// A host (scheme, name, port).
  typealias Host = Int

  private struct Node {
    var element: Element?
    var host: Host
    var priority: TransportPriority
    var isContinuing: Bool
    var previous = -1
    var next = -1

    // Which of a host's lists it stands in.
    var level: Int { isContinuing ? Levels.continuing : priority.rawValue }
  }

  private enum Levels {
    // By rising urgency: the priorities, then what continues.
    static var continuing: Int { TransportPriority.allCases.count }
    static var count: Int { continuing + 1 }
  }

  private struct List {
    var first = -1
    var last = -1
  }

  private struct HostState {
    var name: String
    var active = 0
    var waiting = 0
    // Whether streams share one connection.
    var multiplexes = false
    // By level: who waits.
    var waitingLists = [List](repeating: List(), count: Levels.count)
    // By level: this host's neighbours in the ring of hosts whose turn may come.
    var ringPrevious = [Int](repeating: -1, count: Levels.count)
    var ringNext = [Int](repeating: -1, count: Levels.count)
    var isInRing = [Bool](repeating: false, count: Levels.count)

    var isMultiplexing: Bool { multiplexes && active > 0 }
    var connections: Int { multiplexes ? min(1, active) : active }
  }

  private let limits: TransportLimits
  private var nodes: [Node] = []
  private var freeNodes: [Int] = []
  private var hosts: [HostState] = []
  private var freeHosts: [Host] = []
  private var hostNumbers: [String: Host] = [:]
  // By level: the hosts that have somebody waiting and, as far as is known, room.
  private var rings = [List](repeating: List(), count: Levels.count)
  private var connections = 0
  // Hosts with streams on a shared connection.
  private var multiplexingCount = 0

  /// How many wait.
  private(set) var waitingCount = 0
  /// How many were taken and have not left.
  private(set) var activeCount = 0
  /// While closed only what continues is taken.
  var isOpen = true

  init(limits: TransportLimits) {
    var limits = limits
    limits.connectionsPerHost = max(1, limits.connectionsPerHost)
    limits.totalConnections = max(1, limits.totalConnections)
    limits.streamsPerConnection = max(1, limits.streamsPerConnection)
    self.limits = limits
  }

  // MARK: - Waiting

  /// Puts `element` at the end of its priority.
  mutating func add(
    _ element: Element, host name: String, priority: TransportPriority, isContinuing: Bool = false
  ) -> Ticket {
    let host = number(of: name)
    let index: Int
    let node = Node(element: element, host: host, priority: priority, isContinuing: isContinuing)
    if let free = freeNodes.popLast() {
      index = free
      nodes[index] = node
    } else {
      index = nodes.count
      nodes.append(node)
    }
    hosts[host].waiting += 1
    waitingCount += 1
    link(index)
    return Ticket(index: index)
  }

  /// Takes a waiting element out.
  mutating func remove(_ ticket: Ticket) {
    guard nodes[ticket.index].element != nil else { return }
    unlink(ticket.index)
    let host = nodes[ticket.index].host
    release(ticket.index)
    forgetIfUnused(host)
  }

  /// Moves a waiting element to the end of `priority`.
  mutating func setPriority(_ priority: TransportPriority, of ticket: Ticket) {
    guard nodes[ticket.index].element != nil, nodes[ticket.index].priority != priority else { return }
    unlink(ticket.index)
    nodes[ticket.index].priority = priority
    link(ticket.index)
  }

  // MARK: - Running

  /// Takes the element that may start now; its place at its host is used until ``leave(_:)``.
  mutating func next() -> (element: Element, host: Host)? {
    guard waitingCount > 0 else { return nil }
    for level in stride(from: Levels.continuing, through: isOpen ? 0 : Levels.continuing, by: -1) {
      let isBackground = level < TransportPriority.normal.rawValue
      var candidate = rings[level].first
      while candidate >= 0 {
        let host = candidate
        candidate = hosts[host].ringNext[level]
        // Hosts without room leave the ring until a place is freed, so each is looked at once.
        guard hasRoom(host, isBackground) else {
          leaveRing(host, level)
          continue
        }
        guard hasRoomInAll(host, isBackground) else {
          // With all connections in use, only a host that needs none of its own may still have a turn.
          guard multiplexingCount > 0 else { break }
          continue
        }
        // The host goes to the back of the ring: hosts take turns.
        leaveRing(host, level)
        let index = hosts[host].waitingLists[level].first
        unlink(index)
        guard let element = release(index) else { continue }
        change(host) { $0.active += 1 }
        activeCount += 1
        joinRing(host, level)
        return (element, host)
      }
    }
    return nil
  }

  /// One of `host`'s places is free again.
  mutating func leave(_ host: Host) {
    change(host) { $0.active -= 1 }
    activeCount -= 1
    for level in rings.indices { joinRing(host, level) }
    forgetIfUnused(host)
  }

  /// Says whether `host` was seen to carry many transfers on one connection (HTTP/2).
  mutating func setMultiplexes(_ multiplexes: Bool, host: Host) {
    guard hosts[host].multiplexes != multiplexes else { return }
    change(host) { $0.multiplexes = multiplexes }
    for level in rings.indices { joinRing(host, level) }
  }

  /// Whether `host` was seen to multiplex.
  func multiplexes(_ host: Host) -> Bool { hosts[host].multiplexes }

  // MARK: - Room

  /// Places of `limit` that may be used, by transfers that nobody looks at (`isBackground`) or by all.
  private func share(of limit: Int, _ isBackground: Bool) -> Int {
    isBackground ? limit - limit / 3 : limit
  }

  private func hasRoom(_ host: Host, _ isBackground: Bool) -> Bool {
    let limit = hosts[host].multiplexes ? limits.streamsPerConnection : limits.connectionsPerHost
    return hosts[host].active < share(of: limit, isBackground)
  }

  private func hasRoomInAll(_ host: Host, _ isBackground: Bool) -> Bool {
    if hosts[host].isMultiplexing { return true }
    return connections < share(of: limits.totalConnections, isBackground)
  }

  // Keeps the sums over all hosts right while `body` changes one.
  private mutating func change(_ host: Host, _ body: (inout HostState) -> Void) {
    connections -= hosts[host].connections
    multiplexingCount -= hosts[host].isMultiplexing ? 1 : 0
    body(&hosts[host])
    connections += hosts[host].connections
    multiplexingCount += hosts[host].isMultiplexing ? 1 : 0
  }

  // MARK: - Hosts

  private mutating func number(of name: String) -> Host {
    if let host = hostNumbers[name] { return host }
    let host: Host
    if let free = freeHosts.popLast() {
      host = free
      hosts[host] = HostState(name: name)
    } else {
      host = hosts.count
      hosts.append(HostState(name: name))
    }
    hostNumbers[name] = host
    return host
  }

  // What was learnt about a host that multiplexes is kept, for a bounded number of hosts.
  private mutating func forgetIfUnused(_ host: Host) {
    guard hosts[host].active == 0, hosts[host].waiting == 0 else { return }
    guard !hosts[host].multiplexes || hostNumbers.count > 256 else { return }
    for level in rings.indices { leaveRing(host, level) }
    hostNumbers[hosts[host].name] = nil
    freeHosts.append(host)
  }

  private mutating func joinRing(_ host: Host, _ level: Int) {
    guard !hosts[host].isInRing[level], hosts[host].waitingLists[level].first >= 0 else { return }
    hosts[host].isInRing[level] = true
    hosts[host].ringPrevious[level] = rings[level].last
    hosts[host].ringNext[level] = -1
    if rings[level].last >= 0 {
      hosts[rings[level].last].ringNext[level] = host
    } else {
      rings[level].first = host
    }
    rings[level].last = host
  }

  private mutating func leaveRing(_ host: Host, _ level: Int) {
    guard hosts[host].isInRing[level] else { return }
    hosts[host].isInRing[level] = false
    let previous = hosts[host].ringPrevious[level]
    let next = hosts[host].ringNext[level]
    if previous >= 0 { hosts[previous].ringNext[level] = next } else { rings[level].first = next }
    if next >= 0 { hosts[next].ringPrevious[level] = previous } else { rings[level].last = previous }
  }

  // MARK: - Lists

  private mutating func link(_ index: Int) {
    let host = nodes[index].host
    let level = nodes[index].level
    let last = hosts[host].waitingLists[level].last
    nodes[index].previous = last
    nodes[index].next = -1
    if last >= 0 { nodes[last].next = index } else { hosts[host].waitingLists[level].first = index }
    hosts[host].waitingLists[level].last = index
    joinRing(host, level)
  }

  private mutating func unlink(_ index: Int) {
    let host = nodes[index].host
    let level = nodes[index].level
    let previous = nodes[index].previous
    let next = nodes[index].next
    if previous >= 0 { nodes[previous].next = next } else { hosts[host].waitingLists[level].first = next }
    if next >= 0 { nodes[next].previous = previous } else { hosts[host].waitingLists[level].last = previous }
    if hosts[host].waitingLists[level].first < 0 { leaveRing(host, level) }
  }

  @discardableResult
  private mutating func release(_ index: Int) -> Element? {
    hosts[nodes[index].host].waiting -= 1
    waitingCount -= 1
    freeNodes.append(index)
    return nodes[index].element.take()
  }
}
