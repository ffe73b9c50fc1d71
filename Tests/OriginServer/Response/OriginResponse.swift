/// The script of one response: what is sent, how fast, and how it goes wrong. By default it is a right and fast
/// one: status 200, a length, keep-alive.
public struct OriginResponse: Sendable {
  /// The status; 200 by default.
  public var status: Int
  /// The reason phrase; `nil` (the default) takes the usual one.
  public var reason: String?
  /// Header fields, sent as they are. Length, framing, validators and range fields are added, unless a field of
  /// that name is given here.
  public var fields: [OriginField]
  /// The body.
  public var body: OriginBody
  /// How the end of the body is told; by its length by default.
  public var framing: OriginFraming
  /// Whether the connection stays open after the response.
  public var persistence: OriginPersistence

  /// The time from the request read to the first byte sent; none by default.
  public var latency: Duration
  /// Holds the response back, before its first byte, until the gate lets it go (`latency` counts from then).
  public var gate: OriginGate?
  /// Hold the body back, each after so many bytes of it (as framed), in ascending order.
  public var bodyGates: [OriginBodyGate]
  /// How fast the body is sent; unlimited by default.
  public var pacing: OriginPacing
  /// What goes wrong; nothing by default.
  public var fault: OriginFault?

  /// Whether and how rightly `Range` is answered; not at all by default.
  public var ranges: OriginRanges
  /// The `ETag`, with its quotes (and `W/`); also compared with `If-None-Match` and `If-Range`.
  public var entityTag: String?
  /// The `Last-Modified` date; compared, as text, with `If-Modified-Since` and `If-Range`.
  public var lastModified: String?
  /// Whether a matching validator is answered with 304; `true` by default.
  public var answersNotModified: Bool
  /// Interim responses sent first, such as 103.
  public var interim: [Int]

  /// Creates a script.
  public init(
    status: Int = 200, fields: [OriginField] = [], body: OriginBody = .bytes([]),
    framing: OriginFraming = .contentLength, persistence: OriginPersistence = .keepAlive,
    latency: Duration = .zero, gate: OriginGate? = nil, bodyGates: [OriginBodyGate] = [],
    pacing: OriginPacing = .unlimited, fault: OriginFault? = nil, ranges: OriginRanges = .ignored,
    entityTag: String? = nil, lastModified: String? = nil
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.framing = framing
    self.persistence = persistence
    self.latency = latency
    self.gate = gate
    self.bodyGates = bodyGates
    self.pacing = pacing
    self.fault = fault
    self.ranges = ranges
    self.entityTag = entityTag
    self.lastModified = lastModified
    self.answersNotModified = true
    self.interim = []
  }

  /// A response with a body of these bytes; `contentType` is sent unless it is `nil`.
  public init(bytes: [UInt8], contentType: String? = nil) {
    self.init(fields: contentType.map { [OriginField("Content-Type", $0)] } ?? [], body: .bytes(bytes))
  }

  /// A response with a body of text.
  public init(text: String, contentType: String = "text/plain; charset=utf-8") {
    self.init(bytes: Array(text.utf8), contentType: contentType)
  }

  /// A status with a short body that names it.
  public static func status(_ status: Int, fields: [OriginField] = []) -> OriginResponse {
    var response = OriginResponse(text: "\(status) \(reasonPhrase(for: status))\n")
    response.status = status
    response.fields += fields
    return response
  }

  /// A redirect; `location` is sent as it is.
  public static func redirect(to location: String, status: Int = 302) -> OriginResponse {
    .status(status, fields: [OriginField("Location", location)])
  }

  /// Never answers; the connection stays open.
  public static var hang: OriginResponse { OriginResponse(fault: .cut(.beforeHead, ending: .stall)) }

  /// This script with changes, for use in one expression.
  public func with(_ change: (inout OriginResponse) -> Void) -> OriginResponse {
    var copy = self
    change(&copy)
    return copy
  }
}

/// Where the bytes of a body come from.
public enum OriginBody: Hashable, Sendable {
  /// These bytes.
  case bytes([UInt8])
  /// The regular file at a path, read piece by piece while it is sent; answered with 404 where it cannot be opened.
  case file(String)
}

/// How the end of a body is told to the client.
public enum OriginFraming: Hashable, Sendable {
  /// `Content-Length`, the right one.
  case contentLength
  /// `Content-Length` of any number; the connection is closed after the body.
  case declaredLength(Int)
  /// No length: the body ends where the connection is closed.
  case closeDelimited
  /// Chunked, in chunks of so many bytes (at least 1).
  case chunked(size: Int)
  /// Chunked, but wrong; the connection is closed after it.
  case malformedChunked(OriginChunkFault)
}

/// What is wrong with a chunked body.
public enum OriginChunkFault: Hashable, Sendable, CaseIterable {
  /// The last chunk, of length zero, is missing.
  case unterminated
  /// A chunk's length is no hexadecimal number.
  case badLength
  /// A chunk's length is larger than the chunk, and the connection closes.
  case lengthTooLarge
  /// A chunk is not followed by a line end.
  case missingLineEnd
  /// A chunk's length is larger than any machine's integers.
  case hugeLength
}

/// Whether a connection stays open after a response.
public enum OriginPersistence: Hashable, Sendable {
  /// Open, if the client agrees and the framing allows it.
  case keepAlive
  /// Closed, as `Connection: close` tells.
  case close
  /// Closed without a word, so that a client's next request meets a closed connection.
  case closeUnannounced
}

/// A gate within a body.
public struct OriginBodyGate: Hashable, Sendable {
  /// Bytes of the body (as framed) that are sent before it.
  public var offset: Int
  /// The gate.
  public var gate: OriginGate

  /// Creates a gate within a body.
  public init(after offset: Int, _ gate: OriginGate) {
    self.offset = offset
    self.gate = gate
  }

  /// Hashes the offset.
  public func hash(into hasher: inout Hasher) { hasher.combine(offset) }
}

/// How fast a body is sent.
public enum OriginPacing: Hashable, Sendable {
  /// As fast as the system, and the link, take it.
  case unlimited
  /// So many bytes per second (at least 1), evenly.
  case bytesPerSecond(Int)
  /// So many bytes (at least 1), then a pause, and so on.
  case trickle(bytes: Int, pause: Duration)
}

/// What goes wrong with a response.
public enum OriginFault: Hashable, Sendable {
  /// The response stops at a place.
  case cut(OriginCut, ending: OriginEnding)
  /// These bytes are sent in place of the head (and of the body).
  case rawHead([UInt8], ending: OriginEnding)
}

/// Where a response stops.
public enum OriginCut: Hashable, Sendable {
  /// Before its first byte.
  case beforeHead
  /// After so many bytes of its head.
  case withinHead(after: Int)
  /// After so many bytes of its body (as framed).
  case withinBody(after: Int)
}

/// What happens where a response stops.
public enum OriginEnding: Hashable, Sendable {
  /// The connection is closed in order.
  case close
  /// The connection is reset, once the client has been sent all that comes before.
  case reset
  /// The connection stays open and silent until the client leaves or the origin stops.
  case stall
}

/// How `Range` is answered.
public enum OriginRanges: Hashable, Sendable {
  /// As if it were not there: 200 with the whole body.
  case ignored
  /// As RFC 9110, section 14, says: 206, or 416; `If-Range` is heeded. Several ranges are answered with 200.
  case honoured
  /// With a lie.
  case lying(OriginRangeLie)
}

/// What is wrong about the answer to a `Range`.
public enum OriginRangeLie: Hashable, Sendable {
  /// 206 that starts so many bytes earlier than asked; `Content-Range` says so.
  case startsEarlier(by: Int)
  /// 206 with the whole body; `Content-Range` says so.
  case wholeBody
  /// 206 that ends so many bytes early; `Content-Range` and length say so.
  case endsEarlier(by: Int)
  /// 206 as asked, but `Content-Range` gives this total.
  case total(Int)
  /// 206 as asked, without `Content-Range`.
  case missingContentRange
  /// 206 as asked, though `If-Range` does not match.
  case ignoresCondition
  /// 416, whatever is asked.
  case unsatisfiable
}
