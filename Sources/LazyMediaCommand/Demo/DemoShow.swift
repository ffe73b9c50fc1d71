import LazyMedia
import NativeAds
import OriginServer

/// Loads the ads of the demonstration, prints how that went, draws the feed and writes the report.
@MainActor struct DemoShow {
  let settings: Settings
  let origin: OriginServer
  let transport: any Transport
  let output: RenderOutput

  /// Returns whether all loaded that should.
  func run(_ ads: DemoAds, picture: String) async throws -> Bool {
    let start = ContinuousClock.now
    output.print("\(ads.good.count) ads, media and icon of each at once:")
    var creatives = await load(ads.good, from: 0)
    try Task.checkCancellation()
    output.print("\(ads.bad.count) that cannot load:")
    creatives += await load(ads.bad, from: ads.good.count)
    try Task.checkCancellation()
    let duration = ContinuousClock.now - start

    let good = creatives.filter { $0.index < ads.good.count }
    let failed = good.count { $0.verdict == .failed }
    let statistics = origin.statistics
    output.print(
      "\(good.count - failed) of \(good.count) ads loaded, \(ads.bad.count) others: \(statistics.requests) requests over "
        + "\(statistics.connectionsOpened) connections, \(Text.bytes(statistics.bytesWritten)), \(Text.time(duration))."
    )
    try CreativeReport.write(
      creatives, duration: duration, to: Self.reportPath(beside: picture), output: output)
    #if Canvas
      output.print("The feed, when it is opened, while it loads, and loaded:")
      try await DemoFeed(settings: settings, transport: transport, output: output).draw(
        ads.good + ads.bad, to: picture)
    #endif
    return failed == 0
  }

  /// `Output/demo.png` has its report in `Output/demo.html`.
  static func reportPath(beside picture: String) -> String {
    let name = picture.lowercased().hasSuffix(".png") ? String(picture.dropLast(4)) : picture
    return name + ".html"
  }

  private func load(_ sources: [CreativeSource], from first: Int) async -> [Creative] {
    var creatives: [Creative] = []
    await CreativeSurvey(settings: settings, transport: transport).run(
      sources, meter: ProgressMeter(total: sources.count), tickInterval: nil
    ) { event in
      guard case .outcome(var creative) = event else { return true }
      creative.index += first
      for type in MediaAssetType.allCases { tell(creative[type], type, of: creative) }
      creatives.append(creative)
      return !output.isCut
    }
    return creatives
  }

  private func tell(_ asset: Creative.Asset, _ type: MediaAssetType, of creative: Creative) {
    guard asset.state != .none, let settled = asset.settled else { return }
    var words = [
      Text.leftPadded(Text.tenths(settled), to: 8) + " ms", Text.rightPadded(asset.state.rawValue, to: 6),
      Text.rightPadded(type.rawValue, to: 5),
      Text.rightPadded(file(of: asset) ?? Text.printable(creative.source), to: 30),
    ]
    if let failure = asset.failure {
      words.append(failure.text)
    } else {
      words.append(
        "\(asset.actualSize.map { "\($0)" } ?? "-"), \(Text.bytes(asset.transfer.bytes)), first byte after "
          + Text.time((asset.transfer.firstByte ?? settled) - (asset.transfer.began ?? .zero)))
    }
    output.print(words.joined(separator: "  "))
  }

  /// Its path on the origin.
  private func file(of asset: Creative.Asset) -> String? {
    let prefix = origin.baseURL + "/"
    return asset.url.map { Text.printable($0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0) }
  }
}
