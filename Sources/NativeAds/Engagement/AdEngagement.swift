import LazyMedia
import MediaTransport

/// What a person does with an ad: clicks it, is at its landing page, comes back, and takes part where it pays.
@MainActor final class AdEngagement {
  /// Whose engagement it is; told of what happens.
  weak var ad: NativeAd?
  /// Pages that the person has not come back from.
  private var visits: [UInt64: Visit] = [:]
  private var nextPage: UInt64 = 0
  private var participation: ParticipationMachine
  private let requester: (any RewardRequester)?
  /// The request for a reward that an answer is waited for.
  private var claim: UInt64 = 0
  private var timer: MainTimer?

  /// Why a page is opened, and so what it means that the person is back from there.
  enum Purpose {
    /// The ad was clicked: that is told.
    case click
    /// What covers a view was clicked, which is told by this function.
    case overlay(onReturn: @MainActor () -> Void)
    /// The program wants it: nothing.
    case other
  }

  private struct Visit {
    let isLanding: Bool
    /// The page: whoever opens it has it.
    weak var page: LandingPage?
    /// The same once it is open: its opener need not have it any more.
    var openPage: LandingPage?
  }

  /// - Parameter requester: asks for the reward; `nil` where nobody can be asked.
  init(_ response: OpenRTBNative, requester: (any RewardRequester)?) {
    self.requester = requester
    participation = ParticipationMachine(response.campaign, canBeAsked: requester != nil)
  }

  var state: ParticipationState { participation.state }
  var isAtLanding: Bool { visits.values.contains { $0.isLanding && $0.openPage != nil } }

  // MARK: Clicks

  /// Opens where a click leads, and asks for the reward where the ad pays one.
  func click(_ link: OpenRTBNative.Link) {
    let actions = participation.click()
    // A click while the reward is being checked belongs to no claim of its own.
    let claim: UInt64? = actions.isEmpty ? nil : self.claim &+ 1
    if let claim { self.claim = claim }
    carryOut(actions)
    open(link, inAppBrowser: ad?.response.browserTarget == .inApp, for: .click) { [weak self] isOpen in
      guard let self, let claim, claim == self.claim else { return }
      if isOpen { request(claim) } else { end(.browserNotLaunched) }
    }
  }

  /// Opens where a link leads.
  func open(
    _ link: OpenRTBNative.Link, inAppBrowser: Bool, for purpose: Purpose,
    then: @escaping @MainActor (_ isOpen: Bool) -> Void
  ) {
    let addresses = [link.url, link.fallback].compactMap(\.self)
    open(addresses[...], inAppBrowser, purpose, then)
  }

  /// Opens the first address that can be: a deep link may be one that nothing here knows.
  private func open(
    _ addresses: ArraySlice<String>, _ inAppBrowser: Bool, _ purpose: Purpose,
    _ then: @escaping @MainActor (Bool) -> Void
  ) {
    guard let url = addresses.first, let ad else { return then(false) }
    let rest = addresses.dropFirst()
    let shown = TransportRequest(url: url).redactedURL
    let fail = { [weak self] (error: LinkError) in
      if !rest.isEmpty {
        self?.open(rest, inAppBrowser, purpose, then)
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
        let page = visits[number]?.page
        visits[number]?.openPage = page
        then(true)
      case .failed(let reason):
        visits[number] = nil
        fail(.notOpened(url: shown, reason: reason))
      case .closed: if visits.removeValue(forKey: number) != nil { endVisit(purpose) }
      }
    }
    switch purpose {
    case .click: visits[number] = Visit(isLanding: true, page: page)
    case .overlay: visits[number] = Visit(isLanding: false, page: page)
    case .other: break
    }
    (ad.options.linkOpener ?? DesktopLinkOpener.shared).open(page)
  }

  private func endVisit(_ purpose: Purpose) {
    switch purpose {
    // Under it another one may still be open.
    case .click: if !isAtLanding { ad?.tell(.didReturnFromLanding) }
    case .overlay(let onReturn): onReturn()
    case .other: break
    }
  }

  /// The person is back from every page.
  func didReturn() {
    for (_, visit) in visits.sorted(by: { $0.key < $1.key }) { visit.page?.personDidReturn() }
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
