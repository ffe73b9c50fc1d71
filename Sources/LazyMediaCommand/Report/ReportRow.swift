import LazyMedia
import NativeAds

/// Writes one ad as a row of the report's table.
struct ReportRow {
  let creative: Creative
  let waterfall: ReportWaterfall

  /// The row. Every cell has in `data-k` what it is sorted by; nothing there comes last.
  var html: String {
    let verdict = creative.verdict
    let rank = Creative.Verdict.allCases.firstIndex(of: verdict) ?? 0
    let cells = [
      cell("number", "\(creative.index + 1)", key: "\(creative.index + 1)", label: "Number"),
      "<th scope=\"row\" role=\"rowheader\" class=\"ad\" data-k=\"\(key(creative.title ?? ""))\">\(ad)</th>",
      cell(
        "state", "<span class=\"tag \(verdict.rawValue)\">\(Self.name(of: verdict))</span>", key: "\(rank)",
        label: "State"),
      cell("asset", asset(.media), key: pixels(.media), label: "Media"),
      cell("asset", asset(.icon), key: pixels(.icon), label: "Icon"),
      cell("bytes", Text.bytes(creative.bytes), key: "\(creative.bytes)", label: "Bytes"),
      cell("time", Text.time(creative.end), key: Text.milliseconds(creative.end), label: "Time"),
      cell("falls", waterfall.svg(of: creative), key: firstByte, label: "Timings"),
    ]
    return "<tr role=\"row\" data-state=\"\(verdict.rawValue)\">\(cells.joined())</tr>\n"
  }

  static func name(of verdict: Creative.Verdict) -> String {
    switch verdict {
    case .failed: "Failed"
    case .warned: "Check"
    case .loaded: "Loaded"
    }
  }

  private func cell(_ kind: String, _ content: String, key: String, label: String) -> String {
    "<td role=\"cell\" class=\"\(kind)\" data-k=\"\(key)\" data-l=\"\(label)\">\(content)</td>"
  }

  private func key(_ text: String) -> String { HTMLText.foreign(text.lowercased(), limit: 60) }

  /// Pixels of the file, by which sizes are sorted.
  private func pixels(_ type: MediaAssetType) -> String {
    creative[type].actualSize.map { "\($0.width * $0.height)" } ?? ""
  }

  /// Of the main media, else of the response.
  private var firstByte: String {
    (creative[.media].transfer.firstByte ?? creative.response.firstByte).map(Text.milliseconds) ?? ""
  }

  // MARK: The ad

  private var ad: String {
    let title = creative.title.map { HTMLText.foreign($0, limit: 160) } ?? "<em>no title</em>"
    var lines = ["<b dir=\"auto\">\(title)</b>"]
    let source = HTMLText.escaped(Text.source(creative.source))
    let advertiser = creative.advertiser.map { "<bdi>\(HTMLText.foreign($0, limit: 80))</bdi> · " } ?? ""
    lines.append("<span class=\"from\">\(advertiser)<bdi>\(source)</bdi></span>")
    for (about, failure) in creative.failures {
      let words = HTMLText.foreign(Text.withoutCredentials(failure.message), limit: 300)
      let kind = HTMLText.escaped("\(failure.phase): \(failure.code)")
      lines.append("<span class=\"error\">\(about): \(words) <code>\(kind)</code></span>")
    }
    for warning in creative.warnings {
      lines.append("<span class=\"warning\">\(HTMLText.foreign(warning, limit: 240))</span>")
    }
    return "<div class=\"pair\">\(picture)<div class=\"texts\">\(lines.joined())\(details)</div></div>"
  }

  private var picture: String {
    if let thumbnail = creative.thumbnail {
      return "<img alt=\"\" src=\"data:image/jpeg;base64,\(Base64.text(thumbnail))\">"
    }
    let words = creative.mediaType == .video && creative[.media].state == .loaded ? "video" : "no picture"
    return "<span class=\"none\">\(words)</span>"
  }

  private var details: String {
    var rows = [detail("Response", creative.response, url: nil, end: ("read", creative.received))]
    for type in MediaAssetType.allCases where creative[type].state != .none {
      let asset = creative[type]
      rows.append(
        detail(
          type.heading, asset.transfer, url: asset.url,
          end: (asset.failure == nil ? "decoded" : "failed", asset.settled)))
    }
    return "<details><summary>Details</summary><ul>\(rows.joined())</ul></details>"
  }

  private func detail(
    _ name: String, _ transfer: Creative.Transfer, url: String?, end: (String, Duration?)
  ) -> String {
    func moment(_ name: String, _ time: Duration?) -> String? { time.map { "\(name) \(Text.tenths($0)) ms" } }
    let moments = [
      moment("asked for", transfer.began), moment("first byte", transfer.firstByte),
      moment("last byte", transfer.ended), moment(end.0, end.1),
    ].compactMap(\.self)
    let address = url.map { " <code>\(HTMLText.escaped(Text.source($0)))</code>" } ?? ""
    return "<li>\(name): \((moments + [Text.bytes(transfer.bytes)]).joined(separator: ", "))\(address)</li>"
  }

  // MARK: Assets

  private static func text(_ size: PixelSize) -> String { "\(size.width)×\(size.height)" }

  private func asset(_ type: MediaAssetType) -> String {
    let asset = creative[type]
    if asset.state == .none { return "<span class=\"quiet\">none</span>" }
    let actual = asset.actualSize.map { "<span class=\"size\">\(Self.text($0))</span>" } ?? ""
    let said = asset.saidSize.map { "said \(Self.text($0))" } ?? "no size said"
    let differs = asset.actualSize != nil && asset.saidSize != asset.actualSize
    let state =
      asset.state == .loaded
      ? "" : "<span class=\"mark \(asset.state.rawValue)\">\(asset.state.rawValue)</span>"
    return "\(state)\(actual)"
      + "<span class=\"\(differs ? "differs" : "quiet")\">\(said)</span>"
      + "<span class=\"quiet\">\(Text.bytes(asset.transfer.bytes))</span>"
  }
}
