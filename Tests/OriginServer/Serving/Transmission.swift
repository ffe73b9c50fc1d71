/// A response on its way: says what to do next, and is told what was done. A value: no I/O, no clock.
struct Transmission {
  enum Action {
    /// Ask again at this time.
    case wait(until: Nanoseconds)
    /// Come to a gate; `passGate` when it lets the response go.
    case enter(OriginGate)
    /// Send a part of the head and, right after it, a part of the payload; then `didSend`.
    case send(head: Range<Int>, body: Range<Int>)
    /// All is sent.
    case end(ResponsePlan.Ending)
  }

  /// Most bytes of a body in one send.
  static let maximumPiece = 1 << 20

  let plan: ResponsePlan
  private var holdsForGate: Bool
  /// When the first byte may be sent; known once the gate is passed.
  private var start: Nanoseconds?
  private var headSent = 0
  private var bodySent = 0
  private var bodyGatesPassed = 0
  /// From where pacing counts: when, and how many bytes were sent by then.
  private var paceOrigin: (time: Nanoseconds, bytes: Int)?
  private var pieceLeft: Int?

  init(_ plan: ResponsePlan) {
    self.plan = plan
    holdsForGate = plan.gate != nil
  }

  /// Whether the client was sent nothing yet.
  var isUntouched: Bool { sentBytes == 0 }

  /// Bytes sent so far, of head and body.
  var sentBytes: Int { headSent + bodySent }

  mutating func next(now: Nanoseconds) -> Action {
    if holdsForGate, let gate = plan.gate { return .enter(gate) }
    let start = self.start ?? now + Nanoseconds(plan.latency)
    self.start = start
    if now < start { return .wait(until: start) }

    let head = headSent..<plan.head.count
    let offset = plan.range.lowerBound + bodySent
    guard bodySent < plan.range.count else {
      return head.isEmpty ? .end(plan.ending) : .send(head: head, body: offset..<offset)
    }
    var left = plan.range.count - bodySent
    if bodyGatesPassed < plan.bodyGates.count {
      let next = plan.bodyGates[bodyGatesPassed]
      left = min(left, max(0, next.offset - bodySent))
      if left == 0 {
        return head.isEmpty ? .enter(next.gate) : .send(head: head, body: offset..<offset)
      }
    }
    switch paced(left, now: now) {
    case .bytes(let count): return .send(head: head, body: offset..<offset + count)
    case .wait(let time): return head.isEmpty ? .wait(until: time) : .send(head: head, body: offset..<offset)
    }
  }

  mutating func passGate() {
    if holdsForGate {
      holdsForGate = false
    } else {
      bodyGatesPassed += 1
      // The time at the gate gives no right to a burst.
      (paceOrigin, pieceLeft) = (nil, nil)
    }
  }

  mutating func didSend(_ count: Int, now: Nanoseconds) {
    let ofHead = min(count, plan.head.count - headSent)
    headSent += ofHead
    bodySent += count - ofHead
    if let left = pieceLeft {
      pieceLeft = left - (count - ofHead)
      if pieceLeft == 0 { paceOrigin = (now, bodySent) }
    }
  }

  // MARK: Pacing

  private enum Paced {
    case bytes(Int)
    case wait(Nanoseconds)
  }

  private mutating func paced(_ left: Int, now: Nanoseconds) -> Paced {
    switch plan.pacing {
    case .unlimited:
      return .bytes(min(left, Self.maximumPiece))
    case .bytesPerSecond(let rate):
      let rate = Double(max(1, rate))
      let origin = paceOrigin ?? (now, bodySent)
      paceOrigin = origin
      // About 200 pieces a second: even enough for any test, and few wake-ups.
      let piece = min(left, max(1, min(Self.maximumPiece, Int(rate / 200))))
      let allowed = Double(now - origin.time) * rate / 1e9 - Double(bodySent - origin.bytes)
      if allowed >= Double(piece) { return .bytes(min(left, Int(min(allowed, Double(Self.maximumPiece))))) }
      let due = Double(bodySent - origin.bytes + piece) / rate
      return .wait(origin.time + Nanoseconds(seconds: due) + 1)
    case .trickle(let bytes, let pause):
      if pieceLeft == 0, let origin = paceOrigin {
        let due = origin.time + Nanoseconds(pause)
        if now < due { return .wait(due) }
        pieceLeft = nil
      }
      let piece = pieceLeft ?? max(1, bytes)
      pieceLeft = piece
      return .bytes(min(left, piece, Self.maximumPiece))
    }
  }
}
