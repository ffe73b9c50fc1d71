/// What goes over the wire for one request: the script applied to the request, all decisions made. A value.
struct ResponsePlan {
  /// What becomes of the connection after the last byte.
  enum Ending: Equatable {
    case keepAlive, close, reset, stall
  }

  /// Interim responses, status line and header fields.
  var head: [UInt8] = []
  /// The body, or `nil` where none is sent.
  var payload: Payload?
  /// The part of the payload that is sent.
  var range: Range<Int> = 0..<0
  var ending: Ending = .keepAlive
  var gate: OriginGate?
  var latency: Duration = .zero
  var bodyGates: [OriginBodyGate] = []
  var pacing: OriginPacing = .unlimited

  init(
    _ response: OriginResponse, to request: OriginRequest, payload: Payload, lastOfConnection: Bool = false
  ) {
    gate = response.gate
    latency = response.latency
    pacing = response.pacing
    bodyGates = response.bodyGates

    var status = response.status
    var fields = response.fields
    var body: Payload? = payload
    var selected = 0..<payload.count

    func add(_ name: String, _ value: @autoclosure () -> String) {
      if response.fields.value(of: name) == nil { fields.append(OriginField(name, value())) }
    }

    switch RequestCondition(response, request, length: payload.count) {
    case .whole: break
    case .notModified:
      status = 304
      body = nil
    case .unsatisfiable:
      status = 416
      body = nil
      add("Content-Range", "bytes */\(payload.count)")
    case .part(let part, let contentRange):
      status = 206
      selected = part
      if let contentRange { add("Content-Range", contentRange) }
    }
    if let tag = response.entityTag { add("ETag", tag) }
    if let date = response.lastModified { add("Last-Modified", date) }
    if response.ranges != .ignored { add("Accept-Ranges", "bytes") }

    let hasNoContent = status == 204 || status == 304 || status < 200
    if hasNoContent { body = nil }
    let length = body == nil ? 0 : selected.count
    switch response.framing {
    case .contentLength:
      if !hasNoContent { add("Content-Length", String(length)) }
    case .declaredLength(let number):
      if !hasNoContent { add("Content-Length", String(number)) }
      ending = .close
    case .closeDelimited:
      ending = .close
    case .chunked(let size):
      (body, selected) = Self.chunked(body, selected, size: size, fault: nil)
      add("Transfer-Encoding", "chunked")
    case .malformedChunked(let fault):
      (body, selected) = Self.chunked(body, selected, size: 4096, fault: fault)
      add("Transfer-Encoding", "chunked")
      ending = .close
    }
    if request.method == "HEAD" { body = nil }

    if lastOfConnection || response.persistence == .close || !request.wantsKeepAlive { ending = .close }
    if ending == .close {
      add("Connection", "close")
    } else if request.minorVersion == 0 {
      add("Connection", "keep-alive")
    }
    if response.persistence == .closeUnannounced { ending = .close }

    for interim in response.interim {
      head += "HTTP/1.1 \(interim) \(reasonPhrase(for: interim))\r\n\r\n".utf8
    }
    head += "HTTP/1.1 \(status) \(response.reason ?? reasonPhrase(for: status))\r\n".utf8
    for field in fields {
      head += field.name.utf8
      head += ": ".utf8
      head += field.value.utf8
      head += "\r\n".utf8
    }
    head += "\r\n".utf8
    self.payload = body
    range = body == nil ? 0..<0 : selected
    apply(response.fault)
  }

  private static func chunked(
    _ body: Payload?, _ selected: Range<Int>, size: Int, fault: OriginChunkFault?
  ) -> (Payload?, Range<Int>) {
    guard let body, let bytes = body.allBytes(selected) else { return (nil, 0..<0) }
    let coded = ChunkedCoding.encode(bytes, chunkSize: size, fault: fault)
    return (.bytes(coded), 0..<coded.count)
  }

  private mutating func apply(_ fault: OriginFault?) {
    switch fault {
    case nil: return
    case .rawHead(let bytes, let ending):
      head = bytes
      (payload, range) = (nil, 0..<0)
      self.ending = Ending(ending)
    case .cut(let cut, let ending):
      switch cut {
      case .beforeHead:
        head = []
        (payload, range) = (nil, 0..<0)
      case .withinHead(let count):
        head = Array(head.prefix(max(0, count)))
        (payload, range) = (nil, 0..<0)
      case .withinBody(let count):
        range = range.lowerBound..<(range.lowerBound + min(max(0, count), range.count))
      }
      self.ending = Ending(ending)
    }
  }
}

extension ResponsePlan.Ending {
  init(_ ending: OriginEnding) {
    switch ending {
    case .close: self = .close
    case .reset: self = .reset
    case .stall: self = .stall
    }
  }
}
