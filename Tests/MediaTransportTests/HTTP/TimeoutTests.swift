import Glibc
import OriginServer
import Testing

@testable import MediaTransport

@Suite(.serialized) struct TimeoutTests {
  private let origin: OriginServer
  private let transport = HTTPTransport.forTests()
  private let clock = ContinuousClock()

  init() throws { origin = try OriginServer() }

  /// Fetches, and says how long that took.
  private func timed(
    _ url: String, _ change: (inout TransportRequest) -> Void
  ) -> (record: Recorder.Record, time: Duration) {
    let start = clock.now
    let record = transport.fetch(url, change)
    return (record, clock.now - start)
  }

  @Test func serverThatNeverAnswersTimesOutAfterTheFirstByteLimit() throws {
    origin.route("/a", .hang)
    let (record, time) = timed(origin.url("/a")) {
      $0.timeouts.firstByte = .milliseconds(60)
      $0.retryPolicy = .never
    }
    let error = try #require(record.error)
    #expect(error.code == .timedOut)
    #expect(error.phase == .headers)
    #expect(error.message.contains("60 ms"))
    #expect(time >= .milliseconds(60))
    #expect(time < .seconds(5))
    try origin.blockingWait { $0.connectionsOpen == 0 }
  }

  @Test func serverThatNeverAnswersIsTriedAgain() {
    origin.route("/a", sequence: [.hang, OriginResponse(bytes: [1])])
    let (record, _) = timed(origin.url("/a")) { $0.timeouts.firstByte = .milliseconds(50) }
    #expect(record.summary?.attempts == 2)
  }

  @Test func silenceWithinTheBodyTimesOutAfterTheIdleLimit() throws {
    origin.route(
      "/a",
      OriginResponse(bytes: OriginResponse.pattern(500)).with {
        $0.fault = .cut(.withinBody(after: 100), ending: .stall)
      })
    let (record, time) = timed(origin.url("/a")) { $0.timeouts.idle = .milliseconds(80) }
    let error = try #require(record.error)
    #expect(error.code == .timedOut)
    #expect(error.phase == .body)
    #expect(error.status == 200)
    #expect(record.bytes.count == 100)
    #expect(origin.statistics.requests == 1)
    #expect(time >= .milliseconds(80))
  }

  @Test func slowBodyThatKeepsComingIsNotIdle() {
    var response = OriginResponse(bytes: OriginResponse.pattern(12))
    response.pacing = .trickle(bytes: 1, pause: .milliseconds(25))
    origin.route("/a", response)
    let (record, time) = timed(origin.url("/a")) { $0.timeouts.idle = .milliseconds(200) }
    #expect(record.summary?.bytes == 12)
    #expect(time >= .milliseconds(200))
  }

  @Test func totalLimitEndsABodyThatKeepsComing() throws {
    var response = OriginResponse(bytes: OriginResponse.pattern(5_000))
    response.pacing = .trickle(bytes: 1, pause: .milliseconds(5))
    origin.route("/a", response)
    let (record, time) = timed(origin.url("/a")) { $0.timeouts.total = .milliseconds(150) }
    let error = try #require(record.error)
    #expect(error.code == .timedOut)
    #expect(error.phase == .body)
    #expect(error.message.contains("150 ms"))
    #expect(time >= .milliseconds(150))
    #expect(time < .seconds(5))
  }

  @Test func totalLimitSpansAttemptsAndRedirects() throws {
    origin.route("/a", .redirect(to: "/b"))
    origin.route("/b", .hang)
    let (record, time) = timed(origin.url("/a")) {
      $0.timeouts.total = .milliseconds(200)
      $0.timeouts.firstByte = .milliseconds(60)
      $0.retryPolicy.maximumRetries = 1_000
    }
    let error = try #require(record.error)
    #expect(error.code == .timedOut)
    #expect(error.attempt >= 2)
    #expect(time < .seconds(5))
  }

  @Test func totalLimitEndsARetryThatWaitsForAPlace() throws {
    origin.route("/a", OriginResponse(status: 503))
    origin.route("/b", .hang)
    let transport = HTTPTransport.forTests { $0.limits.connectionsPerHost = 1 }
    let retrying = Recorder()
    let start = clock.now
    _ = transport.begin(origin.url("/a"), retrying) {
      $0.timeouts.total = .milliseconds(300)
      $0.retryPolicy.baseDelay = .milliseconds(100)
    }
    // Takes the only place as soon as the first waits before its retry, and keeps it.
    let blocking = transport.begin(origin.url("/b"), Recorder())
    let error = try #require(retrying.result().error)
    #expect(error.code == .timedOut)
    #expect(clock.now - start < .seconds(5))
    blocking.cancel()
  }

  @Test func waitInTheQueueCountsForNoLimit() {
    origin.route("/a", OriginResponse(bytes: [1]).with { $0.latency = .milliseconds(120) })
    let transport = HTTPTransport.forTests { $0.limits.connectionsPerHost = 1 }
    let recorders = (0..<3).map { _ in Recorder() }
    for recorder in recorders {
      _ = transport.begin(origin.url("/a"), recorder) {
        $0.timeouts.total = .milliseconds(300)
        $0.retryPolicy = .never
      }
    }
    for recorder in recorders { #expect(recorder.result().summary != nil) }
  }

  @Test func serverThatDoesNotAcceptTimesOutAfterTheConnectLimit() throws {
    // A listener whose queue is full drops what comes.
    let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        #expect(bind(listener, pointer, length) == 0)
        #expect(listen(listener, 0) == 0)
        #expect(getsockname(listener, pointer, &length) == 0)
      }
    }
    let fillers = (0..<4).map { _ in
      let filler = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
      withUnsafePointer(to: address) { pointer in
        _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(filler, $0, length) }
      }
      return filler
    }
    defer { for filler in fillers { close(filler) } }

    let (record, time) = timed("http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/") {
      $0.timeouts.connect = .milliseconds(70)
      $0.retryPolicy = .never
    }
    let error = try #require(record.error)
    #expect(error.code == .timedOut)
    #expect(error.phase == .connect)
    #expect(error.message.contains("no connection within 70 ms"))
    #expect(time >= .milliseconds(70))
    #expect(time < .seconds(5))
  }

  @Test func serverThatDoesNotShakeHandsTimesOutInThatPhase() throws {
    let folder = try TemporaryFolder()
    let bundle = folder.write("bundle.pem", StrangerCertificate.pem.utf8)
    let url = origin.url("/a").replacing("http:", with: "https:")
    let error = try #require(
      HTTPTransport.forTests { $0.caBundlePath = bundle }.fetch(url) {
        $0.timeouts.connect = .milliseconds(150)
        $0.retryPolicy = .never
      }.error)
    #expect(error.code == .timedOut)
    #expect(error.phase == .tls)
  }

  @Test func immenseAndNegativeLimitsDoNoHarm() {
    origin.route("/a", OriginResponse(bytes: [1]))
    let (immense, _) = timed(origin.url("/a")) { request in
      request.timeouts.connect = .seconds(Int64.max)
      request.timeouts.firstByte = .seconds(Int64.max)
      request.timeouts.idle = .seconds(Int64.max)
      request.timeouts.total = .seconds(Int64.max)
      request.maximumBytes = .max
    }
    #expect(immense.summary != nil)
    let (negative, _) = timed(origin.url("/a")) {
      $0.timeouts.total = .seconds(-1)
      $0.maximumBytes = -1
    }
    #expect(negative.error != nil)
  }
}
