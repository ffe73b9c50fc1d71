internal import CCurlOptions

/// One exchange of a request for an answer, on an easy handle of its own. Belongs to the loop's thread.
///
/// Attempts are used again: the handle keeps what is the same for all, ``prepare(_:)`` sets what differs.
/// libcurl holds an unretained pointer to the attempt; the loop keeps the attempt for as long as the handle lives.
final class Attempt {
  /// How far the exchange has come.
  enum Stage {
    case connecting, waiting, receiving
  }

  /// What the answer led to, other than its delivery.
  enum Verdict {
    case redirect(String)
    case badStatus
    case tooLarge
    case invalid(String)
  }

  /// Most bytes of a body nobody wants that are read to keep the connection.
  static let drainedBytes = 32 << 10

  let easy: UnsafeMutableRawPointer
  private let errorText: UnsafeMutablePointer<CChar>
  private var headerList: UnsafeMutablePointer<curl_slist>?
  private unowned let loop: EventLoop

  /// Whose attempt it is; `nil` while what is left of an answer is drained.
  private(set) var job: TransferJob?
  /// What it takes up in the admission queue.
  var place = AdmissionQueue<TransferJob>.Place(host: 0, isSmall: false)
  /// The number under which the deadline of draining stands.
  var drainSlot: Int?
  private(set) var stage = Stage.connecting
  private var isShakingHands = false
  private(set) var head = ResponseHead()
  private(set) var verdict: Verdict?
  private(set) var started = MonotonicTime(nanoseconds: 0)
  private(set) var stageStarted = MonotonicTime(nanoseconds: 0)
  private(set) var lastActivity = MonotonicTime(nanoseconds: 0)
  private(set) var deliveredBytes = 0
  private var undrainedBytes = 0

  /// Returns `nil` where memory is short.
  init?(loop: EventLoop, configuration: HTTPTransportConfiguration) {
    guard let easy = curl_easy_init() else { return nil }
    self.easy = easy
    self.loop = loop
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    guard configure(configuration) else { return nil }
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(headerList)
    errorText.deallocate()
  }

  private func configure(_ configuration: HTTPTransportConfiguration) -> Bool {
    let context = Unmanaged.passUnretained(self).toOpaque()
    var codes = [
      ccurl_set_long(easy, ccurl_option_no_signal, 1),
      ccurl_set_long(easy, ccurl_option_no_progress, 1),
      // Removing a handle that still resolves must not wait for the resolver.
      ccurl_set_long(easy, ccurl_option_quick_exit, 1),
      ccurl_set_long(easy, ccurl_option_tcp_no_delay, 1),
      ccurl_set_long(easy, ccurl_option_buffer_size, 64 << 10),
      ccurl_set_long(easy, ccurl_option_suppress_connect_headers, 1),
      ccurl_set_long(easy, ccurl_option_http_version, Int(CURL_HTTP_VERSION_2TLS)),
      // Redirects are followed by the loop, so that every hop is admitted, timed and checked.
      ccurl_set_long(easy, ccurl_option_follow_location, 0),
      ccurl_set_string(easy, ccurl_option_protocols, "http,https"),
      ccurl_set_string(easy, ccurl_option_redirect_protocols, "http,https"),
      // Empty: all that libcurl can decode.
      ccurl_set_string(easy, ccurl_option_accept_encoding, ""),
      ccurl_set_string(easy, ccurl_option_user_agent, configuration.userAgent),
      ccurl_set_error_buffer(easy, errorText),
      ccurl_set_private(easy, context),
      ccurl_set_write_function(easy, { Attempt.receiveBody($0, $1, $2, $3) }, context),
      ccurl_set_header_function(easy, { Attempt.receiveHeader($0, $1, $2, $3) }, context),
      ccurl_set_ready_function(easy, { context, _, _, _, _ in Attempt.connectionIsReady(context) }, context),
    ]
    // Without it a stalled handshake is told as a stalled connection.
    _ = ccurl_set_tls_function(easy, { _, _, context in Attempt.handshakeBegins(context) }, context)
    if let proxy = configuration.proxy { codes.append(ccurl_set_string(easy, ccurl_option_proxy, proxy)) }
    if let path = configuration.caBundlePath {
      codes.append(ccurl_set_string(easy, ccurl_option_ca_bundle, path))
    }
    return codes.allSatisfy { $0 == CURLE_OK }
  }

  /// The attempt an easy handle belongs to.
  static func of(_ easy: UnsafeMutableRawPointer) -> Attempt? {
    ccurl_get_private(easy).map { Unmanaged<Attempt>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: - Use

  /// Makes the attempt ready for `job`; returns whether libcurl took everything.
  func prepare(_ job: TransferJob, at now: MonotonicTime) -> Bool {
    self.job = job
    stage = .connecting
    isShakingHands = false
    head = ResponseHead()
    verdict = nil
    started = now
    stageStarted = now
    lastActivity = now
    deliveredBytes = 0
    undrainedBytes = 0
    errorText[0] = 0
    curl_slist_free_all(headerList)
    headerList = nil
    for field in job.headers {
      // "Name;" is how libcurl is told to send a field without a value.
      let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
      guard let list = curl_slist_append(headerList, line) else { return false }
      headerList = list
    }
    // The limit on connecting is the loop's; libcurl is given the same, a little later, because it shares the time
    // among a host's addresses.
    let connectLimit = min(job.request.timeouts.connect.clampedMilliseconds, Int(Int32.max) - 1_000) + 1_000
    return [
      ccurl_set_string(easy, ccurl_option_url, job.address.url),
      ccurl_set_headers(easy, headerList),
      ccurl_set_long(easy, ccurl_option_connect_timeout_ms, connectLimit),
      // Wait for a connection that may turn out to multiplex, rather than open one each.
      ccurl_set_long(easy, ccurl_option_pipe_wait, job.address.isSecure ? 1 : 0),
      ccurl_set_long(easy, ccurl_option_stream_weight, job.priority.streamWeight),
    ].allSatisfy { $0 == CURLE_OK }
  }

  /// Parts the attempt from its job; what comes from now on is dropped.
  func detach() { job = nil }

  /// Changes the weight of the stream, where there is one.
  func setPriority(_ priority: TransportPriority) {
    _ = ccurl_set_long(easy, ccurl_option_stream_weight, priority.streamWeight)
  }

  /// Whether so little is left of the answer that reading it is cheaper than a new connection.
  var isWorthDraining: Bool {
    guard stage == .receiving, !head.isHTTP2 else { return false }
    if verdict != nil { return undrainedBytes > 0 }
    guard let length = head.contentLength else { return false }
    return length - Int(ccurl_get_offset(easy, ccurl_info_received)) <= Self.drainedBytes
  }

  /// Lets the little that is left be read and dropped.
  func beginDraining() { undrainedBytes = Self.drainedBytes }

  // MARK: - What is known of it

  /// How far the transfer has come.
  var phase: TransportError.Phase {
    switch stage {
    case .connecting:
      if ccurl_get_offset(easy, ccurl_info_resolve_time) == 0 { return .resolve }
      return isShakingHands ? .tls : .connect
    case .waiting: return .headers
    case .receiving: return head.isComplete ? .body : .headers
    }
  }

  /// When the stage it is in has lasted too long.
  func deadline(_ timeouts: TransportTimeouts) -> MonotonicTime {
    switch stage {
    case .connecting: started + timeouts.connect
    case .waiting: stageStarted + timeouts.firstByte
    case .receiving: lastActivity + timeouts.idle
    }
  }

  /// What is wrong when that moment has come.
  func timeoutMessage(_ timeouts: TransportTimeouts) -> String {
    switch stage {
    case .connecting: "no connection within \(timeouts.connect.text)"
    case .waiting: "no answer within \(timeouts.firstByte.text)"
    case .receiving: "no data for \(timeouts.idle.text)"
    }
  }

  /// libcurl's text about what went wrong.
  var errorMessage: String? { errorText[0] == 0 ? nil : String(cString: errorText) }

  /// The status of a proxy that refused to connect.
  var proxyStatus: Int? {
    let status = ccurl_get_long(easy, ccurl_info_proxy_status)
    return status >= 300 ? status : nil
  }

  /// Writes down when the connection was made, if one was made for this attempt.
  func recordConnection(in timings: inout TransportTimings, of job: TransferJob) {
    guard ccurl_get_long(easy, ccurl_info_new_connections) > 0 else { return }
    let base = job.sinceStart(started)
    let resolve = ccurl_get_offset(easy, ccurl_info_resolve_time)
    if resolve > 0 { timings.resolve = base + .microseconds(resolve) }
    let connect = max(
      ccurl_get_offset(easy, ccurl_info_connect_time), ccurl_get_offset(easy, ccurl_info_tls_time))
    if connect > 0 { timings.connect = base + .microseconds(connect) }
  }

  // MARK: - Called by libcurl

  private static func connectionIsReady(_ context: UnsafeMutableRawPointer?) -> CInt {
    guard let context else { return CInt(CURL_PREREQFUNC_ABORT) }
    let attempt = Unmanaged<Attempt>.fromOpaque(context).takeUnretainedValue()
    attempt.enter(.waiting)
    return CInt(CURL_PREREQFUNC_OK)
  }

  private static func handshakeBegins(_ context: UnsafeMutableRawPointer?) -> CURLcode {
    guard let context else { return CURLE_ABORTED_BY_CALLBACK }
    Unmanaged<Attempt>.fromOpaque(context).takeUnretainedValue().isShakingHands = true
    return CURLE_OK
  }

  private static func receiveHeader(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
  ) -> Int {
    guard let bytes, let context else { return 0 }
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return Unmanaged<Attempt>.fromOpaque(context).takeUnretainedValue().receiveHeader(line)
      ? line.count : Int(CURL_WRITEFUNC_ERROR)
  }

  private static func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
  ) -> Int {
    guard let bytes, let context else { return 0 }
    let body = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return Unmanaged<Attempt>.fromOpaque(context).takeUnretainedValue().receiveBody(body)
      ? body.count : Int(CURL_WRITEFUNC_ERROR)
  }

  private func enter(_ stage: Stage) {
    let now = MonotonicTime.now()
    self.stage = stage
    stageStarted = now
    lastActivity = now
    loop.stageDidChange(self)
  }

  // Returns whether the exchange goes on.
  private func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    if stage != .receiving {
      enter(.receiving)
      if let job { job.timings.firstByte = job.sinceStart(stageStarted) }
    }
    guard let job, verdict == nil else {
      undrainedBytes -= line.count
      return undrainedBytes >= 0
    }
    switch head.take(line: line) {
    case .more: return true
    case .invalid(let reason): return conclude(.invalid(reason))
    case .complete: return receiveHead(job)
    }
  }

  private func receiveHead(_ job: TransferJob) -> Bool {
    loop.protocolIsKnown(self)
    switch head.status {
    case 200..<300:
      if head.status == 206, !job.headers.contains(where: { $0.name.equalsIgnoringCase("Range") }) {
        return conclude(.invalid("the server sent part of a file although all of it was asked for"))
      }
      // FAULTS 33: a part that starts elsewhere would be taken for the one that was asked for.
      if head.status == 206, let range = job.request.byteRange,
        ContentRange(head.value("Content-Range") ?? "")?.start != range.lowerBound
      {
        return conclude(.invalid("the server sent another part of the file than was asked for"))
      }
      let hasBody = head.status != 204 && head.status != 205
      let length = hasBody ? (head.isEncoded ? nil : head.contentLength) : 0
      if let length, length > job.request.maximumBytes { return conclude(.tooLarge) }
      deliverHead(to: job, expectedBytes: length)
      return true
    case 304 where job.request.acceptsNotModified:
      deliverHead(to: job, expectedBytes: 0)
      return true
    case 301, 302, 303, 307, 308:
      if let location = head.value("Location") { return conclude(.redirect(location)) }
      return conclude(.badStatus)
    default:
      return conclude(.badStatus)
    }
  }

  private func deliverHead(to job: TransferJob, expectedBytes: Int?) {
    job.retry.beginDelivery()
    job.transfer.delivery.receive(
      TransportResponse(
        status: head.status, headers: head.fields, expectedBytes: expectedBytes,
        effectiveURL: job.address.redacted))
  }

  private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let job, verdict == nil else {
      undrainedBytes -= bytes.count
      return undrainedBytes >= 0
    }
    lastActivity = MonotonicTime.now()
    guard bytes.count <= job.request.maximumBytes - deliveredBytes else { return conclude(.tooLarge) }
    deliveredBytes += bytes.count
    job.transfer.delivery.receive(bytes.bytes)
    return true
  }

  // The answer is not delivered. Returns whether its body is read to the end, so that the connection can be kept.
  private func conclude(_ verdict: Verdict) -> Bool {
    self.verdict = verdict
    loop.verdictIsKnown(self)
    switch verdict {
    case .redirect, .badStatus:
      undrainedBytes = Self.drainedBytes
      return (head.contentLength ?? 0) <= Self.drainedBytes
    case .tooLarge, .invalid:
      return false
    }
  }
}

extension TransportPriority {
  /// The weight of an HTTP/2 stream (RFC 7540, section 5.3.2).
  fileprivate var streamWeight: Int { [8, 16, 32, 128, 256][rawValue] }
}
