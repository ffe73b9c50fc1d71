internal import CEpoll
import Glibc

/// Accepts, reads, waits and sends for all connections, on one thread that owns it.
final class EventLoop {
  private enum Timer {
    case connection(Int, serial: Int)
    case link
    case accept
    case waiters
  }

  /// What epoll reports besides connections, whose numbers start above these.
  private enum Tag {
    static let listener = 0
    static let mailbox = 1
    static let timer = 2
    static let firstConnection = 3
  }

  let state: OriginState
  let mailbox: Mailbox
  let configuration: OriginConfiguration
  let started = Nanoseconds.now
  var link: LinkShaper?
  /// Those that have something to send over the link, the next one first.
  private var linkLine: [Int] = []
  private var isLinkTimerSet = false
  private var isServingLink = false
  private let listener: Int32
  private let epoll: Int32
  private let timerDescriptor: Int32
  private var connections: [Int: Connection] = [:]
  private var connectionCount = 0
  private var timers = TimerQueue<Timer>()
  private var armed: Nanoseconds?
  private var waiters: [Waiter] = []
  private var isRunning = true
  private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)

  /// Takes over the listener.
  init(listener: Int32, state: OriginState, mailbox: Mailbox, configuration: OriginConfiguration)
    throws(OriginError)
  {
    self.listener = listener
    self.state = state
    self.mailbox = mailbox
    self.configuration = configuration
    link = configuration.linkBytesPerSecond.map { LinkShaper(bytesPerSecond: $0, now: .now) }
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    timerDescriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
    guard epoll >= 0, timerDescriptor >= 0 else { throw .systemCall("epoll_create1", code: errno) }
    try watch(listener, Tag.listener)
    try watch(mailbox.wakeDescriptor, Tag.mailbox)
    try watch(timerDescriptor, Tag.timer)
  }

  deinit {
    scratch.deallocate()
    for descriptor in [listener, epoll, timerDescriptor] where descriptor >= 0 { close(descriptor) }
  }

  /// Runs until it is told to stop.
  func run() {
    var events = [epoll_event](repeating: epoll_event(), count: 256)
    while isRunning {
      let count = epoll_wait(epoll, &events, Int32(events.count), -1)
      if count < 0, errno != EINTR { break }
      for event in events.prefix(Int(max(0, count))) {
        switch Int(event.data.u64) {
        case Tag.listener: acceptAll()
        case Tag.mailbox: carryOutCommands()
        case Tag.timer: drainTimer()
        case let id: handle(event.events, ofConnection: id)
        }
      }
      fireTimers()
      answerWaiters()
      armTimer()
    }
    end()
  }

  private func end() {
    for connection in Array(connections.values) { remove(connection) }
    for case .addWaiter(let waiter) in mailbox.shut() { waiters.append(waiter) }
    for waiter in waiters { waiter.finish(.failure(.stopped)) }
    waiters = []
  }
}

// MARK: - Commands, waiters and timers

extension EventLoop {
  private func watch(_ descriptor: Int32, _ tag: Int, _ events: UInt32 = EPOLLIN.rawValue) throws(OriginError)
  {
    var event = epoll_event()
    event.events = events
    event.data.u64 = UInt64(tag)
    try Socket.check("epoll_ctl") { epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) }
  }

  private func carryOutCommands() {
    for command in mailbox.take() {
      switch command {
      case .passGate(let id):
        guard let connection = connections[id], connection.gate != nil else { continue }
        connection.gate = nil
        connection.transmission?.passGate()
        advance(connection)
      case .setLink(let rate):
        link = rate.map { LinkShaper(bytesPerSecond: $0, now: .now) }
        serveLink()
      case .addWaiter(let waiter):
        waiters.append(waiter)
        timers.add(.waiters, at: waiter.deadline)
      case .closeConnections(let withReset):
        for connection in Array(connections.values) { remove(connection, withReset: withReset) }
      case .stop:
        isRunning = false
      }
    }
  }

  private func answerWaiters() {
    guard !waiters.isEmpty else { return }
    let statistics = state.statistics
    let now = Nanoseconds.now
    waiters.removeAll { waiter in
      if waiter.condition(statistics) {
        waiter.finish(.success(()))
      } else if waiter.deadline <= now {
        waiter.finish(.failure(.timedOut(statistics.description)))
      } else {
        return false
      }
      return true
    }
  }

  private func drainTimer() {
    var count: UInt64 = 0
    _ = read(timerDescriptor, &count, 8)
    armed = nil
  }

  private func fireTimers() {
    while let timer = timers.popDue(now: .now) {
      switch timer {
      case .connection(let id, let serial):
        if let connection = connections[id], connection.timer == serial { timeHasCome(for: connection) }
      case .link:
        isLinkTimerSet = false
        serveLink()
      case .accept:
        try? watch(listener, Tag.listener)
        acceptAll()
      case .waiters:
        break
      }
    }
  }

  private func armTimer() {
    guard let earliest = timers.earliest, earliest != armed else { return }
    var setting = itimerspec()
    setting.it_value.tv_sec = time_t(earliest / 1_000_000_000)
    setting.it_value.tv_nsec = Int(earliest % 1_000_000_000)
    timerfd_settime(timerDescriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    armed = earliest
  }

  private func setTimer(_ connection: Connection, at time: Nanoseconds) {
    connection.timer += 1
    timers.add(.connection(connection.id, serial: connection.timer), at: time)
  }

  private func timeHasCome(for connection: Connection) {
    switch connection.phase {
    case .responding: advance(connection)
    case .lingering: remove(connection)
    case .resetting(let deadline):
      if Socket.unacknowledgedBytes(connection.descriptor) == 0 || Nanoseconds.now >= deadline {
        remove(connection, withReset: true)
      } else {
        setTimer(connection, at: .now + 1_000_000)
      }
    case .idle, .stalled: break
    }
  }
}

// MARK: - Connections

extension EventLoop {
  private static let baseInterest = EPOLLIN.rawValue | EPOLLRDHUP.rawValue

  private func acceptAll() {
    for _ in 0..<64 {
      guard let descriptor = Socket.accept(listener) else {
        if errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS {
          // Out of descriptors: the listener would be reported without end.
          epoll_ctl(epoll, EPOLL_CTL_DEL, listener, nil)
          timers.add(.accept, at: .now + 20_000_000)
        }
        return
      }
      connectionCount += 1
      let connection = Connection(
        id: Tag.firstConnection + connectionCount, number: connectionCount, descriptor: descriptor,
        parser: RequestParser(
          maximumHeaderBytes: configuration.maximumHeaderBytes,
          maximumBodyBytes: configuration.maximumRequestBodyBytes))
      connection.interest = Self.baseInterest
      guard (try? watch(descriptor, connection.id, connection.interest)) != nil else {
        close(descriptor)
        continue
      }
      connections[connection.id] = connection
      state.count { $0.countConnection() }
    }
  }

  /// Asks epoll for what the connection needs: to be read, unless too much was sent ahead, and to be written if so
  /// said.
  private func setInterest(_ connection: Connection, writes: Bool = false) {
    let reads = connection.parser.bufferedBytes <= maximumPipelinedBytes
    var wanted = reads ? Self.baseInterest : EPOLLRDHUP.rawValue
    if writes { wanted |= EPOLLOUT.rawValue }
    guard wanted != connection.interest else { return }
    var event = epoll_event()
    event.events = wanted
    event.data.u64 = UInt64(connection.id)
    epoll_ctl(epoll, EPOLL_CTL_MOD, connection.descriptor, &event)
    connection.interest = wanted
  }

  private func handle(_ events: UInt32, ofConnection id: Int) {
    guard let connection = connections[id] else { return }
    if events & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 {
      receive(connection)
    }
    if events & EPOLLOUT.rawValue != 0, connections[id] != nil { advance(connection) }
    // A client that has closed its side has gone: nobody is left to take the rest of a response.
    if connection.reachedEnd, connections[id] != nil { remove(connection) }
  }

  private func receive(_ connection: Connection) {
    while !connection.reachedEnd {
      let count = recv(connection.descriptor, scratch.baseAddress, scratch.count, 0)
      if count < 0 {
        if errno == EINTR { continue }
        connection.reachedEnd = errno != EAGAIN
        break
      }
      connection.reachedEnd = count == 0
      switch connection.phase {
      case .lingering, .resetting, .stalled: continue
      case .idle, .responding: break
      }
      connection.parser.append(UnsafeRawBufferPointer(rebasing: scratch[..<count]))
      if connection.parser.bufferedBytes > maximumPipelinedBytes { break }
      if count < scratch.count { break }
    }
    if case .idle = connection.phase {
      advance(connection)
    } else if connection.parser.bufferedBytes > maximumPipelinedBytes {
      setInterest(connection, writes: connection.interest & EPOLLOUT.rawValue != 0)
    }
  }

  /// What a client may send ahead while its first request is answered.
  private var maximumPipelinedBytes: Int {
    configuration.maximumHeaderBytes + configuration.maximumRequestBodyBytes + (64 << 10)
  }

  /// Closes a connection and forgets it.
  func remove(_ connection: Connection, withReset: Bool = false) {
    guard connections.removeValue(forKey: connection.id) != nil else { return }
    if let (gate, token) = connection.gate { gate.leave(token) }
    let wasAnswering =
      switch connection.phase {
      case .responding, .stalled: true
      case .idle, .lingering, .resetting: false
      }
    if withReset { Socket.reset(connection.descriptor) } else { close(connection.descriptor) }
    state.count { statistics in
      statistics.connectionsOpen -= 1
      guard wasAnswering else { return }
      statistics.requestsInFlight -= 1
      statistics.responsesAborted += 1
      statistics.bytesAborted += connection.transmission?.sentBytes ?? 0
    }
  }
}

// MARK: - Sending

extension EventLoop {
  /// Takes a connection as far as it goes now: reads its next request where it has none, sends what may be sent.
  private func advance(_ connection: Connection) {
    guard connection.gate == nil, !connection.isQueuedForLink else { return }
    var turns = 0
    while true {
      if case .idle = connection.phase, let plan = nextPlan(for: connection) {
        connection.phase = .responding
        connection.transmission = Transmission(plan)
      }
      guard case .responding = connection.phase, let action = connection.transmission?.next(now: .now) else {
        return
      }
      switch action {
      case .wait(let time):
        setInterest(connection)
        return setTimer(connection, at: time)
      case .enter(let gate):
        let (mailbox, id) = (mailbox, connection.id)
        guard let token = gate.enter({ mailbox.post(.passGate(connection: id)) }) else {
          connection.transmission?.passGate()
          continue
        }
        connection.gate = (gate, token)
        return setInterest(connection)
      case .send(let head, let body):
        if link != nil {
          connection.isQueuedForLink = true
          setInterest(connection)
          linkLine.append(connection.id)
          return serveLink()
        }
        turns += 1
        // The others shall have their turn, too.
        if turns > 4 { return setInterest(connection, writes: true) }
        guard send(connection, head: head, body: body) else { return }
      case .end(let ending):
        end(connection, ending)
      }
    }
  }

  /// Sends; false where the connection cannot go on now (or any more).
  private func send(_ connection: Connection, head: Range<Int>, body: Range<Int>) -> Bool {
    guard let plan = connection.transmission?.plan else { return false }
    let sent: Int
    switch plan.payload {
    case .bytes(let bytes):
      sent = plan.head.withUnsafeBytes { head_ in
        bytes.withUnsafeBytes {
          Socket.send(
            connection.descriptor, UnsafeRawBufferPointer(rebasing: head_[head]),
            UnsafeRawBufferPointer(rebasing: $0[body]))
        }
      }
    case .file(let file):
      let count = pread(file.descriptor, scratch.baseAddress, min(body.count, scratch.count), body.lowerBound)
      // A file that became shorter cannot keep the length that was promised.
      if !body.isEmpty, count <= 0 {
        remove(connection)
        return false
      }
      sent = plan.head.withUnsafeBytes {
        Socket.send(
          connection.descriptor, UnsafeRawBufferPointer(rebasing: $0[head]),
          UnsafeRawBufferPointer(rebasing: scratch[..<max(0, count)]))
      }
    case nil:
      sent = plan.head.withUnsafeBytes {
        Socket.send(
          connection.descriptor, UnsafeRawBufferPointer(rebasing: $0[head]),
          UnsafeRawBufferPointer(start: nil, count: 0))
      }
    }
    if sent < 0 {
      if errno == EAGAIN { setInterest(connection, writes: true) } else { remove(connection) }
      return false
    }
    connection.transmission?.didSend(sent, now: .now)
    if link != nil { link?.spend(sent) }
    state.count { $0.bytesWritten += sent }
    return true
  }

  /// Lets those in the line take turns while the link has room.
  private func serveLink() {
    guard !isServingLink else { return }
    isServingLink = true
    defer { isServingLink = false }
    var next = 0
    while next < linkLine.count {
      guard let connection = connections[linkLine[next]] else {
        next += 1
        continue
      }
      guard case .send(let head, let body)? = connection.transmission?.next(now: .now) else {
        next += 1
        connection.isQueuedForLink = false
        advance(connection)
        continue
      }
      guard let granted = link?.grant(head.count + body.count, now: .now) else {
        next += 1
        connection.isQueuedForLink = false
        advance(connection)
        continue
      }
      guard granted > 0 else { break }
      next += 1
      connection.isQueuedForLink = false
      let ofHead = min(granted, head.count)
      let part = body.lowerBound..<body.lowerBound + min(granted - ofHead, body.count)
      if send(connection, head: head.lowerBound..<head.lowerBound + ofHead, body: part) {
        advance(connection)
      }
    }
    linkLine.removeFirst(min(next, linkLine.count))
    if !linkLine.isEmpty, !isLinkTimerSet, let link {
      isLinkTimerSet = true
      timers.add(.link, at: link.nextTurn)
    }
  }

  private func end(_ connection: Connection, _ ending: ResponsePlan.Ending) {
    if ending == .stall {
      connection.phase = .stalled
      return setInterest(connection)
    }
    connection.transmission = nil
    state.count { statistics in
      statistics.requestsInFlight -= 1
      statistics.responsesCompleted += 1
    }
    switch ending {
    case .keepAlive:
      connection.phase = .idle
      setInterest(connection)
    case .close, .stall:
      connection.phase = .lingering
      shutdown(connection.descriptor, Int32(SHUT_WR))
      setInterest(connection)
      setTimer(connection, at: .now + 2_000_000_000)
    case .reset:
      connection.phase = .resetting(until: .now + 2_000_000_000)
      setInterest(connection)
      timeHasCome(for: connection)
    }
  }
}
