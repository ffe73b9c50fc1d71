import LazyMedia
import NativeAds

/// Prints the timeline of an ad: lines for people, or objects for programs.
@MainActor final class AdReport {
  private var console = Console(progress: .never)
  private let isJSON: Bool
  private let start = ContinuousClock.now
  /// When each asset was settled.
  private var settled: [MediaAssetType: Duration] = [:]

  init(isJSON: Bool) { self.isJSON = isJSON }

  /// Whether standard output takes no more.
  var isCut: Bool { console.outputFailure != nil }

  /// Since the ad was asked for.
  var now: Duration { ContinuousClock.now - start }

  /// What the command ends with.
  func status(after status: ExitStatus) -> ExitStatus { console.status(after: status) }

  /// Prints an event.
  func print(_ event: AdEvent) {
    note(event)
    guard !isJSON else { return console.print(event.json) }
    if let received = event.received { console.print(Self.heading(received.title)) }
    console.print(event.line)
  }

  private func note(_ event: AdEvent) {
    var states: [MediaAssetType: MediaLoadingState] = [:]
    if let received = event.received {
      states = [.media: received.mediaLoadingState, .icon: received.iconLoadingState]
    } else if let asset = event.asset {
      states[asset] = event.state
    }
    for (asset, state) in states { settled[asset] = state == .loading ? nil : event.time }
  }

  private static func heading(_ title: String?) -> String {
    title.map { "Ad: \(Text.printable($0))" } ?? "An ad without a title"
  }

  /// Prints what became of the assets, for people.
  func conclude(_ ad: NativeAd, transport: MeteredTransport) {
    guard !isJSON else { return }
    let urls = AdMediaURLs(of: ad)
    for type in MediaAssetType.allCases {
      let state = ad.loadingState(of: type)
      var words = [Text.rightPadded(type.rawValue, to: 5), Text.rightPadded(state.rawValue, to: 6)]
      if state != .none {
        let count = urls[type].map(transport.count) ?? .init()
        words += [
          Text.leftPadded(ad.image(of: type)?.size.description ?? "-", to: 9),
          Text.leftPadded(Text.bytes(count.bytes), to: 8),
          "first byte " + moment(count.firstByte.map { $0 - start }),
          "\(state == .failed ? "failed" : "settled") " + moment(settled[type]),
        ]
      }
      console.print(words.joined(separator: "  "))
    }
  }

  private func moment(_ time: Duration?) -> String { time.map { "\(Text.tenths($0)) ms" } ?? "-" }
}
