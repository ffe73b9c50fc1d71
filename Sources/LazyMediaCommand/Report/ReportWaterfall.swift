import NativeAds

/// Draws when the files of an ad were asked for, came and were decoded: a lane for each of response, main media, icon.
struct ReportWaterfall {
  let scale: ReportScale
  /// Units of the drawing along the scale.
  static let width = 1000
  private static let lane = (height: 8, pitch: 12)

  /// An SVG element, and what it shows in words.
  func svg(of creative: Creative) -> String {
    var shapes = ""
    var words: [String] = []
    for (index, lane) in Self.lanes(of: creative).enumerated() {
      let y = 1 + index * Self.lane.pitch
      for bar in lane.bars { shapes += rectangle(bar, y: y) }
      if let end = lane.bars.last?.end, end > scale.end {
        // The bar goes on beyond the scale.
        let (top, bottom) = (y, y + Self.lane.height)
        shapes += "<path class=\"on\" d=\"M990 \(top)L1000 \((top + bottom) / 2)L990 \(bottom)z\"/>"
      }
      words.append(lane.words)
    }
    let text = HTMLText.escaped(words.joined(separator: "; "))
    return
      "<svg viewBox=\"0 0 \(Self.width) 34\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"\(text)\">"
      + "<title>\(text)</title>\(shapes)</svg>"
  }

  private struct Bar {
    var kind: String
    var start: Duration
    var end: Duration
  }

  private func rectangle(_ bar: Bar, y: Int) -> String {
    let start = Int(scale.place(of: bar.start) * Double(Self.width))
    // Something that took place is seen.
    let end = max(start + 3, Int(scale.place(of: bar.end) * Double(Self.width)))
    return "<rect class=\"\(bar.kind)\" x=\"\(min(start, Self.width - 3))\" y=\"\(y)\" "
      + "width=\"\(min(end, Self.width) - min(start, Self.width - 3))\" height=\"\(Self.lane.height)\"/>"
  }

  private static func lanes(of creative: Creative) -> [(bars: [Bar], words: String)] {
    let response = creative.response
    var lanes = [
      lane(
        "response", response, settled: creative.received ?? response.ended,
        hasFailed: creative.failure != nil,
        end: creative.duration)
    ]
    for type in MediaAssetType.allCases {
      let asset = creative[type]
      guard asset.state != .none else {
        lanes.append(([], "no \(type.rawValue)"))
        continue
      }
      lanes.append(
        lane(
          type.rawValue, asset.transfer, settled: asset.settled, hasFailed: asset.failure != nil,
          end: creative.duration))
    }
    return lanes
  }

  private static func lane(
    _ name: String, _ transfer: Creative.Transfer, settled: Duration?, hasFailed: Bool, end: Duration
  ) -> (bars: [Bar], words: String) {
    guard let began = transfer.began else {
      guard hasFailed, let settled else { return ([], "\(name) without a request") }
      return ([Bar(kind: "bad", start: settled, end: settled)], "\(name) failed without a request")
    }
    let ended = transfer.ended ?? end
    let first = transfer.firstByte ?? ended
    let shown = max(settled ?? ended, ended)
    var bars = [Bar(kind: "wait", start: began, end: first)]
    if transfer.firstByte != nil { bars.append(Bar(kind: "come", start: first, end: ended)) }
    bars.append(Bar(kind: hasFailed ? "bad" : "done", start: ended, end: shown))
    var words = ["\(name) asked for at \(Text.tenths(began))"]
    if let firstByte = transfer.firstByte { words.append("first byte \(Text.tenths(firstByte))") }
    if transfer.ended != nil { words.append("end \(Text.tenths(ended))") }
    words.append("\(hasFailed ? "failed" : "there") at \(Text.tenths(shown)) ms")
    return (bars, words.joined(separator: ", "))
  }
}
