import LazyMedia
import MediaTransport

/// What a person does with an ad: clicks it, is at its landing page, comes back, and takes part where it pays.
@MainActor final class AdEngagement {
  /// Whose engagement it is; told of what happens.
  weak var ad: NativeAd?
  /// Pages that are open.
  private var pages: Set<UInt64> = []
  private var nextPage: UInt64 = 0
  private var participation: ParticipationMachine
  private let requester: (any RewardRequester)?
  /// The request for a reward that an answer is waited for.
  private var claim: UInt64 = 0
  private var timer: MainTimer?

  /// - Parameter requester: asks for the reward; `nil` where nobody can be asked.
  init(_ response: OpenRTBNative, requester: (any RewardRequester)?) {
    self.requester = requester
    participation = ParticipationMachine(response.campaign, canBeAsked: requester != nil)
  }

  var state: ParticipationState { participation.state }
  var isAtLanding: Bool { !pages.isEmpty }

  // MARK: Clicks

  /// Opens where a click leads, and asks for the reward where the ad pays one.
  func click(_ link: OpenRTBNative.Link) {
    let actions = participation.click()
    // A click while the reward is being checked belongs to no claim of its own.
    let claim: UInt64? = actions.isEmpty ? nil : self.claim &+ 1
    if let claim { self.claim = claim }
    carryOut(actions)
    open(link, inAppBrowser: ad?.response.browserTarget == .inApp) { [weak self] isOpen in
      guard let self, let claim, claim == self.claim else { return }
      if isOpen { request(claim) } else { end(.browserNotLaunched) }
    }
  }

  /// - Parameter isLanding: whether the person is at the ad's landing page then, and may be told to be back.
  func open(
    _ link: OpenRTBNative.Link, inAppBrowser: Bool, isLanding: Bool = true,
    then: @escaping @MainActor (_ isOpen: Bool) -> Void
  ) {
    let addresses = [link.url, link.fallback].compactMap(\.self)
    open(addresses[...], inAppBrowser, isLanding, then)
  }

  /// Opens the first address that can be: a deep link may be one that nothing here knows.
  private func open(
    _ addresses: ArraySlice<String>, _ inAppBrowser: Bool, _ isLanding: Bool,
    _ then: @escaping @MainActor (Bool) -> Void
  ) {
    guard let url = addresses.first, let ad else { return then(false) }
    let rest = addresses.dropFirst()
    let shown = TransportRequest(url: url).redactedURL
    let fail = { [weak self] (error: LinkError) in
      if !rest.isEmpty {
        self?.open(rest, inAppBrowser, isLanding, then)
      } else {
        self?.ad?.tell(.didFailToOpen(error))
        then(false)
      }
    }
    guard let scheme = URLScheme.of(url), ad.options.allowedLinkSchemes.contains(scheme) else {
      return fail(.schemeNotAllowed(url: shown))
    }
    let number = nextPage
    nextPage &+= 1
    // The page tells of itself for as long as its opener has it; it does not keep the ad.
    let page = LandingPage(url: url, inAppBrowser: inAppBrowser) { [weak self] event in
      guard let self else { return }
      switch event {
      case .opened:
        if isLanding { pages.insert(number) }
        then(true)
      case .failed(let reason): fail(.notOpened(url: shown, reason: reason))
      // Under it another one may still be open.
      case .closed: if pages.remove(number) != nil, pages.isEmpty { self.ad?.tell(.didReturnFromLanding) }
      }
    }
    (ad.options.linkOpener ?? DesktopLinkOpener.shared).open(page)
  }

  /// The person is back.
  func didReturn() {
    guard isAtLanding else { return }
    pages = []
    ad?.tell(.didReturnFromLanding)
  }

  // MARK: Rewards

  private func request(_ claim: UInt64) {
    guard let ad, state == .checking else { return }
    guard let requester else { return end(.missingReward) }
    if let limit = ad.options.rewardTimeLimit {
      timer = ad.pipeline.mainScheduler.schedule(after: limit) { [weak self] in
        self?.end(.connectionTimeout, of: claim)
      }
    }
    requester.requestReward(for: ad) { [weak self] result in self?.end(result, of: claim) }
  }

  private func end(_ result: RewardResult, of claim: UInt64) {
    if claim == self.claim { end(result) }
  }

  private func end(_ result: RewardResult) {
    timer.take()?.cancel()
    carryOut(participation.end(result))
  }

  private func carryOut(_ actions: [ParticipationMachine.Action]) {
    for action in actions {
      switch action {
      case .tellRequested: ad?.tell(.didRequestReward)
      case .tellResult(let result): ad?.tell(.didReward(result))
      case .tellParticipated: ad?.tell(.didParticipate)
      }
    }
  }
}
