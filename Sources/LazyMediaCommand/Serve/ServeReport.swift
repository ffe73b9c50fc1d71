import JSON
import SampleFeed

/// The lines of `lazymedia serve`.
enum ServeReport {
  // MARK: For people

  static func welcome(at url: String) -> [String] {
    var lines = ["Sample ads at \(url), until Ctrl-C. To try it:"]
    lines += SampleAdUnit.allCases.map { "  lazymedia ad '\(url)/ads?unit=\($0.rawValue)'" }
    return lines + ["  curl '\(url)/control?ads=500/2&latency=200'", "  curl \(url)/log"]
  }

  static func line(_ request: ServedRequest) -> String {
    var words = [
      Text.leftPadded(Text.tenths(request.time), to: 9) + " ms",
      request.status.map(String.init) ?? "---",
      Text.rightPadded(request.endpoint?.rawValue ?? "", to: 8),
    ]
    if let hit = request.hit {
      words.append(Text.printable(hit.event) + (hit.ad.map { " of ad \($0)" } ?? ""))
      if hit.count > 1 { words.append("hit \(hit.count)") }
    } else {
      words.append(Text.printable(request.target))
    }
    if let first = request.ads.first, let last = request.ads.last {
      words.append(first == last ? "ad \(first)" : "ads \(first) to \(last)")
    }
    if let remark = request.remark { words.append(Text.printable(remark)) }
    if let fault = request.fault { words.append("(fault: \(fault))") }
    return words.joined(separator: "  ")
  }

  static func summary(_ server: SampleAdServer, requests: Int) -> String {
    let hits = server.hitCounts
    return
      "\(requests) requests, \(server.adCount) ads, \(hits.total) hits of trackers, of which \(hits.repeated) "
      + "were repeated."
  }

  // MARK: For programs

  static func listening(at url: String) -> [UInt8] {
    var object = JSONWriter()
    object.add("event", "listening")
    object.add("url", url)
    object.add("units", SampleAdUnit.allCases.map(\.rawValue))
    return object.finished()
  }

  static func json(_ request: ServedRequest) -> [UInt8] {
    var object = JSONWriter()
    object.add("event", "request")
    object.add("time", milliseconds: request.time)
    object.add("endpoint", request.endpoint?.rawValue)
    object.add("target", request.target)
    object.add("status", request.status)
    object.add("fault", request.fault.map { "\($0)" })
    object.add("ads", request.ads)
    object.addObject("hit", request.hit.map { hit in { hit.addMembers(to: &$0) } })
    object.add("remark", request.remark)
    return object.finished()
  }

  static func ended(_ server: SampleAdServer, requests: Int) -> [UInt8] {
    var object = JSONWriter()
    object.add("event", "ended")
    object.add("requests", requests)
    object.add("ads", server.adCount)
    object.add("hits", server.hitCounts.total)
    object.add("repeatedHits", server.hitCounts.repeated)
    return object.finished()
  }
}
