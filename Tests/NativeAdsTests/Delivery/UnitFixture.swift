import LazyMedia
import LazyMediaTesting

@testable import NativeAds

/// A unit with a direct network and backfills on the scripted transport of an ``AdFixture``, and what it tells as lines.
@MainActor final class UnitFixture {
  static let direct = "https://direct.example/ads?unit=home&count=1"
  static let first = "https://first.example/ads?unit=home&count=1"
  static let second = "https://second.example/ads?unit=home&count=1"

  let ads = AdFixture()
  let opener = OpenPages()
  let rewards = Rewards()
  var unit: NativeAdUnit?
  private let log: LogDelegate

  var lines: [String] { ads.log.take() }
  var ad: NativeAd? { unit?.ad }

  init(
    backfills: Int = 0, directLimit: Duration? = nil, hasDelegate: Bool = false,
    _ change: (inout NativeAdOptions) -> Void = { _ in }
  ) {
    log = LogDelegate(ads.log)
    let networks = [
      NativeAdNetwork.endpoint("https://first.example/ads"),
      .endpoint("https://second.example/ads"),
    ]
    var options = AdFixture.lazyOptions()
    options.linkOpener = opener
    options.rewardRequester = rewards
    change(&options)
    let chain = NativeAdSourceChain(
      direct: .endpoint("https://direct.example/ads", timeLimit: directLimit),
      backfills: Array(networks.prefix(backfills)))
    unit = NativeAdUnit(unitID: "home", chain: chain, options: options, pipeline: ads.pipeline)
    if hasDelegate { unit?.delegate = log }
  }

  func load() {
    let log = ads.log
    unit?.load {
      log.add("success \($0.title ?? "")")
    } onFailure: {
      log.add("failure \($0.word)")
    }
  }

  func subscribe() {
    let log = ads.log
    unit?.subscribeRefreshEvents {
      log.add("request")
    } onSuccess: {
      log.add("refreshed \($0.title ?? "")")
    } onFailure: {
      log.add("not refreshed \($0.word)")
    }
  }

  /// A unit with an ad; the lines so far are forgotten.
  func loaded(_ title: String = "one", members: String? = nil) {
    load()
    serve(title, members: members)
    ads.settle()
    _ = lines
  }

  /// Answers the newest request of a network, with an ad of that title.
  func serve(
    _ title: String, at url: String = direct, vastTag: String? = nil, members: String? = nil
  ) {
    ads.serve(
      url,
      SampleAd.openRTB(
        media: vastTag == nil ? .media : nil, vastTag: vastTag, title: title, members: members))
  }

  /// Answers that there is no ad.
  func noFill(at url: String = direct) { ads.serve(url, Array(#"{"nbr":2}"#.utf8)) }

  static let paying = #""ext":{"campaign":{"reward":5}}"#
}

extension NativeAdUnitError {
  /// The case and its reasons' kinds.
  fileprivate var word: String {
    switch self {
    case .alreadyLoading: "alreadyLoading"
    case .direct(let error): "direct \(error.isNoFill ? "noFill" : error.code)"
    case .backfillNoFill(let errors):
      "backfillNoFill \(errors.map { $0.isNoFill ? "noFill" : $0.code }.joined(separator: " "))"
    }
  }
}

/// Opens every page at once, and keeps it.
@MainActor final class OpenPages: LinkOpener {
  private(set) var pages: [LandingPage] = []

  func open(_ page: LandingPage) {
    pages.append(page)
    page.didOpen()
  }
}

/// Keeps who asks for a reward waiting.
@MainActor final class Rewards: RewardRequester {
  private(set) var completions: [@MainActor @Sendable (RewardResult) -> Void] = []

  func requestReward(for ad: NativeAd, completion: @escaping @MainActor @Sendable (RewardResult) -> Void) {
    completions.append(completion)
  }
}

@MainActor private final class LogDelegate: NativeAdUnitDelegate {
  private let log: EventLog

  init(_ log: EventLog) { self.log = log }

  func nativeAdUnit(_ unit: NativeAdUnit, didReceive ad: NativeAd) {
    log.add("delegate didReceive \(ad.title ?? "")\(unit.ad === ad ? "" : ", not the unit's")")
  }
  func nativeAdUnit(_ unit: NativeAdUnit, didFailToReceive error: NativeAdUnitError) {
    log.add("delegate didFail \(error.word)")
  }
  func nativeAdUnit(_ unit: NativeAdUnit, willBackfillAfter error: NativeAdLoaderError) {
    log.add("delegate willBackfill \(error.isNoFill ? "noFill" : error.code)")
  }
  func nativeAdUnit(_ unit: NativeAdUnit, didImpress ad: NativeAd) { log.add("delegate impressed") }
  func nativeAdUnit(_ unit: NativeAdUnit, didClick ad: NativeAd) { log.add("delegate clicked") }
  func nativeAdUnit(_ unit: NativeAdUnit, didStartVideoOf ad: NativeAd) { log.add("delegate video starts") }
  func nativeAdUnit(_ unit: NativeAdUnit, didEndVideoOf ad: NativeAd) { log.add("delegate video ends") }
}
