import LazyMedia
import NativeAds

/// A page about many ads that needs nothing beside it: no network, no files. Its content security policy lets nothing run
/// but the script that is part of it.
struct ReportPage {
  /// In the order given.
  var creatives: [Creative]
  /// How long all of it took.
  var duration: Duration
  /// When it was made, as text.
  var date: String

  /// The page, as UTF-8.
  var html: [UInt8] {
    let scale = ReportScale(ends: creatives.map(\.end))
    let waterfall = ReportWaterfall(scale: scale)
    var html = Array(head.utf8)
    html += summary.utf8
    html += columns(scale).utf8
    html += "<tbody role=\"rowgroup\">\n".utf8
    for creative in ordered { html += ReportRow(creative: creative, waterfall: waterfall).html.utf8 }
    html += "</tbody></table>\n<p id=\"nothing\" hidden>No creative matches.</p></main>\n".utf8
    html += "<script>\(ReportScript.text)</script>\n</body></html>\n".utf8
    return html
  }

  /// The worst first, else as given.
  private var ordered: [Creative] {
    Creative.Verdict.allCases.flatMap { verdict in creatives.filter { $0.verdict == verdict } }
  }

  private var head: String {
    func source(_ text: String) -> String {
      var hash = SHA256()
      Array(text.utf8).withUnsafeBytes { hash.update($0) }
      return "'sha256-\(Base64.text(hash.finalize()))'"
    }
    let policy =
      "default-src 'none'; img-src data:; style-src \(source(ReportStyle.text)); "
      + "script-src \(source(ReportScript.text)); base-uri 'none'; form-action 'none'"
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>Creatives: \(count(.failed)) of \(creatives.count) failed</title>
      <link rel="icon" href="data:,">
      <style>\(ReportStyle.text)</style></head><body>

      """
  }

  private func count(_ verdict: Creative.Verdict) -> Int { creatives.count { $0.verdict == verdict } }

  // MARK: Above the table

  private var summary: String {
    let ends = creatives.map(\.end).sorted()
    let middle = ends.isEmpty ? "–" : Text.time(ends[ends.count / 2])
    let facts = [
      ("Made", "\(date), lazymedia \(lazyMediaVersion)"), ("Took", Text.time(duration)),
      ("Received", Text.bytes(creatives.reduce(0) { $0 + $1.bytes })), ("Median", middle),
      ("Slowest", ends.last.map(Text.time) ?? "–"),
    ].map { "<div><dt>\($0)</dt><dd>\($1)</dd></div>" }.joined()
    let states =
      [state("all", "All", creatives.count, isOn: true)]
      + Creative.Verdict.allCases.map { state($0.rawValue, ReportRow.name(of: $0), count($0)) }
    return """
      <header><h1>Creatives</h1><dl>\(facts)</dl></header>
      <main><div class="tools">
      <fieldset><legend>State</legend>\(states.joined())</fieldset>
      <label class="find"><span>Filter</span><input id="find" type="search" autocomplete="off" spellcheck="false" \
      placeholder="Title, source, error"></label>
      <output id="shown" role="status">\(creatives.count) of \(creatives.count) shown</output>
      </div>
      \(codes)
      <p class="key"><span class="wait">waiting</span><span class="come">coming</span>\
      <span class="done">decoding</span><span class="bad">failed</span>\
      <span class="lanes">Lanes from top: response, media, icon</span></p>

      """
  }

  private func state(_ value: String, _ name: String, _ count: Int, isOn: Bool = false) -> String {
    "<label><input type=\"radio\" name=\"state\" value=\"\(value)\"\(isOn ? " checked" : "")>"
      + "<span class=\"\(value)\">\(name) <b>\(count)</b></span></label>"
  }

  /// What failures have in common, as buttons that filter by it.
  private var codes: String {
    var counts: [String: Int] = [:]
    for creative in creatives {
      for code in Set(creative.failures.map(\.1.code)) { counts[code, default: 0] += 1 }
    }
    if counts.isEmpty { return "" }
    let buttons = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { code, count in
      let code = HTMLText.escaped(code)
      return "<button type=\"button\" data-find=\"\(code)\">\(code) <b>\(count)</b></button>"
    }
    return "<p class=\"codes\"><span>Failures</span>\(buttons.joined())</p>"
  }

  // MARK: The table's head

  private func columns(_ scale: ReportScale) -> String {
    let names = [
      ("number", "#", true), ("ad", "Creative", false), ("state", "State", true), ("asset", "Media", true),
      ("asset", "Icon", true), ("bytes", "Bytes", true), ("time", "Time", true),
      ("falls", "Timeline", true),
    ]
    let cells = names.map { kind, name, isNumber in
      let order = kind == "state" ? "ascending" : "none"
      let ticks = kind == "falls" ? axis(scale) : ""
      return "<th scope=\"col\" role=\"columnheader\" class=\"\(kind)\" aria-sort=\"\(order)\" "
        + "data-n=\"\(isNumber ? 1 : 0)\"><button type=\"button\">\(name)</button>\(ticks)</th>"
    }
    return "<table role=\"table\" class=\"t\(scale.ticks)\"><caption>Creatives, failures first</caption>"
      + "<thead role=\"rowgroup\"><tr role=\"row\">\(cells.joined())</tr></thead>\n"
  }

  private func axis(_ scale: ReportScale) -> String {
    let ticks = (0...scale.ticks).map { "<span>\(scale.label(of: $0))</span>" }
    return "<span class=\"axis\" aria-hidden=\"true\">\(ticks.joined())</span>"
  }
}

extension MediaAssetType {
  /// As it begins a line.
  var heading: String {
    switch self {
    case .media: "Media"
    case .icon: "Icon"
    }
  }
}
