/// The least time in which the pictures of a screen can come, by a scheduler that makes no mistake: each request takes
/// one of so many kept connections, waits for the latency, and then its bytes take the link alone. A value.
///
/// The link is a bucket of tokens, as the origin's is: after a pause it gives a burst at once.
///
/// No other use of the link is better. Bytes that share it come later than they would one body after the other, and a
/// connection that is free later begins later. Of the orders all are tried, so the answer is exact.
public struct IdealSchedule: Sendable {
  /// A picture that has not come yet.
  public struct Picture: Hashable, Sendable {
    /// Bytes of its answer.
    public var bytes: Int
    /// The moment from which it may be asked for, in seconds.
    public var release: Double

    /// Creates one that may be asked for from 0 on, or from `release`.
    public init(bytes: Int, release: Double = 0) {
      self.bytes = bytes
      self.release = release
    }
  }

  /// From a request to the first byte of its answer, in seconds.
  public var latency: Double
  /// What the link carries.
  public var bytesPerSecond: Double
  /// Bytes that it gives at once after a pause.
  public var burstBytes: Double
  /// Requests that may be on their way at once.
  public var connections: Int

  /// Creates one for a link.
  public init(latency: Double, bytesPerSecond: Double, burstBytes: Double = 0, connections: Int) {
    self.latency = latency
    self.bytesPerSecond = bytesPerSecond
    self.burstBytes = burstBytes
    self.connections = connections
  }

  /// When the last of `pictures` has come, in seconds; all must have been asked for within it. 0 where there are none.
  ///
  /// Takes time with the factorial of their number where all differ: meant for one screen.
  public func makespan(of pictures: [Picture]) -> Double {
    var search = Search(
      schedule: self, left: pictures.sorted { ($0.bytes, $0.release) < ($1.bytes, $1.release) })
    search.place(after: Link(free: -.infinity, tokens: burstBytes))
    return search.best ?? 0
  }

  /// The link when it has sent an answer.
  private struct Link {
    var free: Double
    var tokens: Double
  }

  /// Sends `bytes` from `ready` on.
  private func send(_ bytes: Int, ready: Double, over link: Link) -> Link {
    let start = max(ready, link.free)
    let pause = start - link.free
    // A pause without an end fills the bucket, even one of nothing.
    let tokens = pause.isFinite ? min(burstBytes, link.tokens + pause * bytesPerSecond) : burstBytes
    let missing = max(0, Double(bytes) - tokens)
    return Link(free: start + missing / bytesPerSecond, tokens: max(0, tokens - Double(bytes)))
  }

  /// Tries every order. The one in which connections are taken is that of the link: who is served later has nothing of an
  /// earlier connection.
  private struct Search {
    let schedule: IdealSchedule
    var left: [Picture]
    /// When the answers placed so far end, in order.
    var ends: [Double] = []
    var best: Double?

    init(schedule: IdealSchedule, left: [Picture]) {
      self.schedule = schedule
      self.left = left
    }

    mutating func place(after link: Link) {
      if let best, link.free >= best { return }
      guard !left.isEmpty else {
        if !ends.isEmpty { best = link.free }
        return
      }
      let connections = max(1, schedule.connections)
      let connectionFree = ends.count < connections ? -.infinity : ends[ends.count - connections]
      for index in left.indices where index == 0 || left[index] != left[index - 1] {
        let picture = left.remove(at: index)
        let ready = max(picture.release, connectionFree) + schedule.latency
        let next = schedule.send(picture.bytes, ready: ready, over: link)
        ends.append(next.free)
        place(after: next)
        ends.removeLast()
        left.insert(picture, at: index)
      }
    }
  }
}
