/// The least time in which the pictures of a screen can come, by a scheduler that makes no mistake: each request takes
/// one of so many kept connections, waits for the latency, and then its bytes take their share of the link, whichever
/// share is best. A value.
///
/// The link is a bucket of tokens, as the origin's is: after a pause it gives a burst at once. All that could be best is
/// tried, so the answer is exact: which request takes a connection that is free, or none, as long as others may come; and
/// whose bytes are sent, which can only be worth changing when an answer begins or ends.
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
    guard let first = pictures.map(\.release).min() else { return 0 }
    var search = Search(schedule: self)
    let waiting = pictures.sorted { ($0.bytes, $0.release) < ($1.bytes, $1.release) }
    search.goOn(from: Moment(time: first, tokens: burstBytes, waiting: waiting))
    return search.best
  }

  /// How far a schedule has come.
  private struct Moment {
    var time: Double
    var tokens: Double
    /// Not asked for.
    var waiting: [Picture]
    /// Asked for: when the answer begins, and what has not been sent of it.
    var running: [(ready: Double, left: Double)] = []
  }

  private struct Search {
    let schedule: IdealSchedule
    var best = Double.infinity

    /// Tries all ways to go on. Requests before `first` have been passed over until the next event.
    mutating func goOn(from moment: Moment, first: Int = 0) {
      guard leastEnd(of: moment) < best else { return }
      if moment.waiting.isEmpty && moment.running.isEmpty {
        best = moment.time
        return
      }
      let isFull = moment.running.count >= max(1, schedule.connections)
      let mayStart = moment.waiting.indices.filter { !isFull && moment.waiting[$0].release <= moment.time }
      for index in mayStart where index >= first {
        if index > first, moment.waiting[index] == moment.waiting[index - 1] { continue }
        var next = moment
        let picture = next.waiting.remove(at: index)
        next.running.append((moment.time + schedule.latency, Double(picture.bytes)))
        goOn(from: next, first: index)
      }
      // A connection is left free only for one that may be asked for later, or where all were passed over.
      if mayStart.isEmpty || mayStart.count < moment.waiting.count { send(from: moment) }
    }

    private mutating func send(from moment: Moment) {
      let arrivals = moment.running.map(\.ready) + moment.waiting.map(\.release)
      let event = arrivals.filter { $0 > moment.time }.min() ?? .infinity
      let ready = moment.running.indices.filter { moment.running[$0].ready <= moment.time }
        .sorted { moment.running[$0].left < moment.running[$1].left }
      guard !ready.isEmpty else {
        guard event.isFinite else { return }
        var next = moment
        next.tokens = min(
          schedule.burstBytes, moment.tokens + (event - moment.time) * schedule.bytesPerSecond)
        next.time = event
        return goOn(from: next)
      }
      for (place, index) in ready.enumerated() {
        let left = moment.running[index].left
        if place > 0, left == moment.running[ready[place - 1]].left { continue }
        var next = moment
        let end = moment.time + max(0, left - moment.tokens) / schedule.bytesPerSecond
        if end <= event {
          next.running.remove(at: index)
          next.time = end
          next.tokens = max(0, moment.tokens - left)
        } else {
          next.running[index].left -= moment.tokens + (event - moment.time) * schedule.bytesPerSecond
          next.time = event
          next.tokens = 0
        }
        goOn(from: next)
      }
    }

    /// No way from there ends sooner.
    private func leastEnd(of moment: Moment) -> Double {
      let bytes =
        moment.running.reduce(0) { $0 + $1.left } + moment.waiting.reduce(0) { $0 + Double($1.bytes) }
      var end = moment.time + max(0, bytes - moment.tokens) / schedule.bytesPerSecond
      for picture in moment.waiting { end = max(end, max(moment.time, picture.release) + schedule.latency) }
      for answer in moment.running { end = max(end, answer.ready) }
      return end
    }
  }
}
