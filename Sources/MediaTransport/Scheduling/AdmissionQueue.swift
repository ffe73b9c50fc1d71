/// Who may start next: transfers wait here, before libcurl, by priority and by host.
///
/// The most urgent transfer whose host has room goes first; a host that is full does not hold up others. Within a
/// priority transfers go in order of arrival, except where somebody sees what they are for (`high`, `veryHigh`): there the
/// newest batch goes first, across hosts, and those of one batch in order of arrival (``ArrivalBatches``). Among hosts with
/// the same claim the one that was served longest ago has its turn. Adding, taking, moving and removing are O(1) in the
/// number that wait and O(log n) in the number of hosts.
///
/// What continues (the next hop of a redirect, the next attempt) goes before everything that has not started, also
/// while the queue is closed.
///
/// Transfers below `normal` may not take the last third of a host's places, or of all, so that one somebody looks
/// at never waits for a running prefetch (rule 14 of the design). For the same reason they may not take the further places
/// that each host has for small transfers.
struct AdmissionQueue<Element> {
  /// A place in the queue.
  struct Ticket: Hashable, Sendable {
    fileprivate var index: Int
  }

  /// A host (scheme, name, port).
  typealias Host = Int

  /// What a transfer takes up while it runs.
  struct Place: Hashable, Sendable {
    var host: Host
    var isSmall: Bool
  }

  private enum Levels {
    // By rising urgency: the priorities, then what continues.
    static var continuing: Int { TransportPriority.allCases.count }
    static var count: Int { continuing + 1 }
  }

  // A host's claim to be next in a level: lower goes first.
  private struct Claim: Comparable {
    var batch: UInt64
    var turn: UInt64

    static func < (left: Self, right: Self) -> Bool {
      left.batch == right.batch ? left.turn < right.turn : left.batch > right.batch
    }
  }

  // The hosts of a level that have somebody waiting and room for them, apart from the total.
  private struct Candidates {
    var needingConnection = OwnerHeap<Claim>()
    // Streams on a connection that there is.
    var multiplexing = OwnerHeap<Claim>()
  }

  private struct HostState {
    var name: String
    var active = 0
    var activeSmall = 0
    var waiting = 0
    // Whether streams share one connection.
    var multiplexes = false
    // By level: who waits.
    var lists = [ArrivalLists<Element>.List](repeating: .init(), count: Levels.count)
    // By level: when its turn came last.
    var turns = [UInt64](repeating: 0, count: Levels.count)

    var isMultiplexing: Bool { multiplexes && active > 0 }
    var connections: Int { multiplexes ? min(1, active) : active }
  }

  private struct Standing {
    var host: Host
    var priority: TransportPriority
    var isContinuing: Bool

    // Which of a host's lists it stands in.
    var level: Int { isContinuing ? Levels.continuing : priority.rawValue }
  }

  private let limits: TransportLimits
  private var elements = ArrivalLists<Element>()
  // By ticket.
  private var standings: [Standing] = []
  private var batches = ArrivalBatches()
  private var hosts: [HostState] = []
  private var freeHosts: [Host] = []
  private var hostNumbers: [String: Host] = [:]
  private var candidates = [Candidates](repeating: Candidates(), count: Levels.count)
  private var connections = 0
  private var lastTurn: UInt64 = 0

  /// How many wait.
  var waitingCount: Int { elements.count }
  /// How many were taken and have not left.
  private(set) var activeCount = 0
  /// While closed only what continues is taken.
  var isOpen = true

  init(limits: TransportLimits) {
    var limits = limits
    limits.connectionsPerHost = max(1, limits.connectionsPerHost)
    limits.smallTransfersPerHost = max(0, limits.smallTransfersPerHost)
    limits.totalConnections = max(1, limits.totalConnections)
    limits.streamsPerConnection = max(1, limits.streamsPerConnection)
    self.limits = limits
  }

  // MARK: - Waiting

  /// Puts `element`, which comes at `time`, at the end of its batch.
  mutating func add(
    _ element: Element, host name: String, priority: TransportPriority, isSmall: Bool = false,
    isContinuing: Bool = false, at time: MonotonicTime
  ) -> Ticket {
    let host = number(of: name)
    let standing = Standing(host: host, priority: priority, isContinuing: isContinuing)
    let index = elements.add(element, isSmall: isSmall)
    if index < standings.count { standings[index] = standing } else { standings.append(standing) }
    hosts[host].waiting += 1
    link(index, at: time)
    return Ticket(index: index)
  }

  /// Takes a waiting element out.
  mutating func remove(_ ticket: Ticket) {
    guard elements.contains(ticket.index) else { return }
    let host = standings[ticket.index].host
    _ = take(ticket.index)
    forgetIfUnused(host)
  }

  /// Moves a waiting element to the end of `priority`, or of the newest batch there.
  mutating func setPriority(_ priority: TransportPriority, of ticket: Ticket, at time: MonotonicTime) {
    let index = ticket.index
    guard elements.contains(index), standings[index].priority != priority else { return }
    guard !standings[index].isContinuing else { return standings[index].priority = priority }
    unlink(index)
    standings[index].priority = priority
    link(index, at: time)
  }

  // MARK: - Running

  /// Takes the element that may start now; its place is used until ``leave(_:)``.
  mutating func next() -> (element: Element, place: Place)? {
    guard waitingCount > 0 else { return nil }
    for level in stride(from: Levels.continuing, through: isOpen ? 0 : Levels.continuing, by: -1) {
      guard let host = nextHost(level),
        let index = hosts[host].lists[level].first(small: !hasRoom(host, level))
      else { continue }
      // What nobody sees does not take the places of small ones that somebody does.
      let isSmall = elements.isSmall(index) && !Self.isBackground(level)
      // The host goes behind the others: hosts take turns.
      giveTurn(to: host, level)
      guard let element = take(index) else { continue }
      change(host) { host in
        host.active += 1
        host.activeSmall += isSmall ? 1 : 0
      }
      return (element, Place(host: host, isSmall: isSmall))
    }
    return nil
  }

  /// A place is free again.
  mutating func leave(_ place: Place) {
    change(place.host) { host in
      host.active -= 1
      host.activeSmall -= place.isSmall ? 1 : 0
    }
    forgetIfUnused(place.host)
  }

  /// Says whether `host` was seen to carry many transfers on one connection (HTTP/2).
  mutating func setMultiplexes(_ multiplexes: Bool, host: Host) {
    guard hosts[host].multiplexes != multiplexes else { return }
    change(host) { $0.multiplexes = multiplexes }
  }

  /// Whether `host` was seen to multiplex.
  func multiplexes(_ host: Host) -> Bool { hosts[host].multiplexes }

  // MARK: - Room

  private static func isBackground(_ level: Int) -> Bool { level < TransportPriority.normal.rawValue }

  /// Places of `limit` that may be used in a level.
  private func share(of limit: Int, _ level: Int) -> Int {
    Self.isBackground(level) ? limit - limit / 3 : limit
  }

  /// Whether a host has a place for any transfer.
  private func hasRoom(_ host: Host, _ level: Int) -> Bool {
    let active = hosts[host].active
    if hosts[host].multiplexes { return active < share(of: limits.streamsPerConnection, level) }
    // Small ones count in their own places first.
    let elsewhere = min(hosts[host].activeSmall, limits.smallTransfersPerHost)
    return active - elsewhere < share(of: limits.connectionsPerHost, level)
  }

  /// Whether a host without a place for any transfer has one for a small one.
  private func hasSmallRoom(_ host: Host, _ level: Int) -> Bool {
    !hosts[host].multiplexes && !Self.isBackground(level)
      && hosts[host].active < limits.connectionsPerHost + limits.smallTransfersPerHost
  }

  /// The host whose turn it is in a level.
  private func nextHost(_ level: Int) -> Host? {
    let streaming = candidates[level].multiplexing.first
    guard connections < share(of: limits.totalConnections, level),
      let connecting = candidates[level].needingConnection.first
    else { return streaming?.owner }
    guard let streaming, streaming.key < connecting.key else { return connecting.owner }
    return streaming.owner
  }

  /// Enters a host's claim in a level, or takes it away: asked whenever who waits or the host's room changes.
  private mutating func updateClaim(of host: Host, _ level: Int) {
    let first =
      hasRoom(host, level)
      ? hosts[host].lists[level].first(small: false)
      : hasSmallRoom(host, level) ? hosts[host].lists[level].first(small: true) : nil
    guard let first else { return withdrawClaim(of: host, level) }
    let claim = Claim(batch: elements.batch(of: first), turn: hosts[host].turns[level])
    if hosts[host].isMultiplexing {
      candidates[level].needingConnection.remove(host)
      candidates[level].multiplexing.set(claim, for: host)
    } else {
      candidates[level].multiplexing.remove(host)
      candidates[level].needingConnection.set(claim, for: host)
    }
  }

  private mutating func withdrawClaim(of host: Host, _ level: Int) {
    candidates[level].needingConnection.remove(host)
    candidates[level].multiplexing.remove(host)
  }

  private mutating func giveTurn(to host: Host, _ level: Int) {
    lastTurn += 1
    hosts[host].turns[level] = lastTurn
  }

  /// Keeps the sums over all hosts, and the claims of one, right while `body` changes it.
  private mutating func change(_ host: Host, _ body: (inout HostState) -> Void) {
    connections -= hosts[host].connections
    activeCount -= hosts[host].active
    body(&hosts[host])
    connections += hosts[host].connections
    activeCount += hosts[host].active
    for level in 0..<Levels.count where !hosts[host].lists[level].isEmpty { updateClaim(of: host, level) }
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
    hostNumbers[hosts[host].name] = nil
    freeHosts.append(host)
  }

  // MARK: - Lists

  private mutating func link(_ index: Int, at time: MonotonicTime) {
    let standing = standings[index]
    let (host, level) = (standing.host, standing.level)
    let isSeen = !standing.isContinuing && standing.priority.isSeen
    // A host that had nobody waiting goes behind those that wait for their turn.
    if hosts[host].lists[level].isEmpty { giveTurn(to: host, level) }
    elements.link(
      index, into: &hosts[host].lists[level], batch: isSeen ? batches.number(at: time) : 0)
    updateClaim(of: host, level)
  }

  private mutating func unlink(_ index: Int) {
    let (host, level) = (standings[index].host, standings[index].level)
    elements.unlink(index, from: &hosts[host].lists[level])
    updateClaim(of: host, level)
  }

  private mutating func take(_ index: Int) -> Element? {
    unlink(index)
    hosts[standings[index].host].waiting -= 1
    return elements.remove(index)
  }
}
