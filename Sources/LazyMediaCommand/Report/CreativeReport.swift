import JSON
import Glibc
import LazyMedia

/// Measures many ads and writes the page about them.
@MainActor struct CreativeReport {
  let settings: Settings
  let transport: any Transport
  let output: RenderOutput

  /// Returns once the page is written. Of an ad that was measured only its row is kept.
  func write(_ sources: [CreativeSource], to path: String) async throws {
    let start = ContinuousClock.now
    let meter = ProgressMeter(total: sources.count)
    var creatives: [Creative] = []
    await CreativeSurvey(settings: settings, transport: transport).run(
      sources, meter: meter, tickInterval: output.showsProgress ? .milliseconds(100) : nil
    ) { event in
      switch event {
      case .tick: output.draw(meter.progress)
      case .outcome(let creative):
        output.tell(creative)
        creatives.append(creative)
      }
      return !output.isCut
    }
    output.conclude(meter.progress)
    try Task.checkCancellation()
    if output.isCut { return }
    try Self.write(creatives, duration: ContinuousClock.now - start, to: path, output: output)
  }

  /// Writes the page about ads that were measured.
  static func write(
    _ creatives: [Creative], duration: Duration, to path: String, output: RenderOutput
  ) throws(Failure) {
    let page = ReportPage(
      creatives: creatives.sorted { $0.index < $1.index }, duration: duration,
      date: Text.utc(milliseconds: time(nil) * 1000))
    let html = page.html
    let counts = Creative.Verdict.allCases.map { verdict in
      (verdict, creatives.count { $0.verdict == verdict })
    }
    let words = counts.map { "\($1) \(ReportRow.name(of: $0).lowercased())" }.joined(separator: ", ")
    output.print("\(creatives.count) creatives: \(words)")
    try output.write(html, to: path, kind: "report") { object in
      object.add("creatives", creatives.count)
      for (verdict, count) in counts { object.add(verdict.rawValue, count) }
      object.add("bytes", html.count)
    }
  }
}
