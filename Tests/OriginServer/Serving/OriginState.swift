import Locking

/// What the origin's thread and its users share.
final class OriginState: Sendable {
  struct Guarded {
    var routes = OriginRoutes()
    var statistics = OriginStatistics()
    var requestsPerConnection: Int?
  }

  let guarded: Lock<Guarded>

  init(requestsPerConnection: Int?) {
    guarded = Lock(Guarded(requestsPerConnection: requestsPerConnection))
  }

  /// Changes the counts.
  func count(_ change: (inout OriginStatistics) -> Void) {
    guarded.withLock { change(&$0.statistics) }
  }

  var statistics: OriginStatistics { guarded.withLock { $0.statistics } }
}
