import MediaTransport

/// The first bytes of a file, from which a later transfer can go on (RFC 9110, sections 13.1.5 and 14).
struct ResumePoint: Hashable, Sendable {
  /// How many bytes there are.
  let received: Int
  /// What `If-Range` sends: a strong validator.
  let validator: String
  /// Bytes of the whole file; `nil` where the server did not say.
  let total: Int?
  /// The head of the whole file's answer.
  let head: TransportResponse

  /// A `Last-Modified` date is strong where the answer was sent at least this much later, in seconds. With one clock a
  /// second would do (RFC 9110, section 8.8.2.2); that the server has only one nobody knows from here.
  static let strongDateSeconds = 60

  /// The point after `received` bytes of an answer to a request for the whole file; `nil` where the answer cannot be
  /// resumed: it was encoded, is local, has no strong validator, says that it takes no ranges, or is whole already.
  init?(head: TransportResponse, received: Int) {
    guard let validator = Self.strongValidator(head) else { return nil }
    self.init(head: head, received: received, validator: validator, total: head.expectedBytes)
  }

  init?(head: TransportResponse, received: Int, validator: String, total: Int?) {
    guard received > 0, total.map({ received < $0 }) ?? true else { return nil }
    self.received = received
    self.validator = validator
    self.total = total
    self.head = head
  }

  /// What says that two answers are of equal bytes: a strong entity tag, or where there is no tag at all a strong
  /// `Last-Modified`; as it stands in `head`. `nil` where nothing does, or where its bytes are not those of the body.
  static func strongValidator(_ head: TransportResponse) -> String? {
    guard head.status == 200, !isEncoded(head), !head.headers.list(named: "Accept-Ranges").contains("none")
    else {
      return nil
    }
    if let text = head.header("ETag") {
      guard let tag = EntityTag(text), !tag.isWeak else { return nil }
      return tag.text
    }
    guard let text = head.header("Last-Modified"),
      let sent = head.header("Date").flatMap({ HTTPDate.seconds($0, now: 0) }), sent >= strongDateSeconds,
      let modified = HTTPDate.seconds(text, now: sent), modified <= sent - strongDateSeconds
    else { return nil }
    return text
  }

  /// Whether the body was content-encoded, so that its bytes are not those that ranges count.
  static func isEncoded(_ head: TransportResponse) -> Bool {
    head.headers.list(named: "Content-Encoding").contains { !$0.equalsIgnoringCase("identity") }
  }
}
