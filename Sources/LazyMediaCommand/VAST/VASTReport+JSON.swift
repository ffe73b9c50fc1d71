import JSON
import NativeAds

extension VASTReport {
  /// The fields that the help of `vast` lists. All are always there, `null` where nothing is known.
  var json: [UInt8] {
    var object = JSONWriter()
    object.addObjects("chain", chain) { object, hop in Self.add(hop, to: &object) }
    object.addObjects("abandoned", abandoned) { object, failure in
      object.add(Failure(failure.error))
    }
    object.addObjects("candidates", choice?.candidates ?? []) { object, candidate in
      Self.add(candidate.file, to: &object)
      let (verdict, reason) = candidate.verdict.words
      object.add("verdict", verdict)
      object.add("reason", reason ?? self.reason)
    }
    object.addObject(
      "choice",
      choice.flatMap { choice in
        choice.file.map { file in
          { object in
            Self.add(file, to: &object)
            object.add("preferredMediaWidth", choice.width)
            object.add("preferredMediaHeight", choice.height)
            object.add("isEstimated", choice.isEstimated)
            object.add("reason", self.reason)
          }
        }
      })
    object.add("targetWidth", targetWidth)
    object.add("duration", milliseconds: duration)
    object.addObject(
      "trackers",
      trackers.map { trackers in
        { object in
          for (name, count) in trackers.named { object.add(name, count) }
        }
      })
    object.add(failure)
    return object.finished()
  }

  private static func add(_ hop: Hop, to object: inout JSONWriter) {
    object.add("source", hop.source)
    object.add("kind", hop.hop.kind?.rawValue)
    object.add("version", hop.hop.version)
    object.add("adID", hop.hop.adID)
    object.add("adSystem", hop.hop.adSystem)
    object.add("duration", milliseconds: hop.duration)
    object.add(hop.hop.error.map { Failure($0) })
  }

  private static func add(_ file: VAST.MediaFile, to object: inout JSONWriter) {
    object.add("url", file.url)
    object.add("type", file.type)
    object.add("delivery", file.delivery?.rawValue)
    object.add("width", file.width)
    object.add("height", file.height)
    object.add("bitrate", file.bitrate)
  }
}

extension VASTReport.TrackerCounts {
  /// With their names in the output.
  var named: [(name: String, count: Int)] {
    [
      ("impressions", impressions), ("events", events), ("clicks", clicks), ("viewable", viewable),
      ("errors", errors),
    ]
  }
}

extension VAST.MediaFileChoice.Verdict {
  /// The verdict, and why; no reason of the chosen file.
  var words: (verdict: String, reason: String?) {
    switch self {
    case .chosen: ("chosen", nil)
    case .outranked(let reason): ("outranked", reason)
    case .dropped(let reason): ("dropped", reason)
    }
  }
}
