import LazyMediaTesting
import NativeAds

/// An ad of the simulated program, from its request on: its delegate, and what the rules say of it.
@MainActor final class AdHost: NativeAdLoaderDelegate, NativeAdDelegate {
  unowned let world: World
  let number: Int
  let spec: AdSpec

  private(set) var loader: NativeAdLoader?
  private(set) weak var weakLoader: NativeAdLoader?
  private(set) var ad: NativeAd?
  private(set) weak var weakAd: NativeAd?

  // The request.
  /// Who asked for the ad, where that was not a loader of its own: decides whether it still waits.
  private weak var asker: (any AdAsker)?
  let hasAsker: Bool
  /// The ad's number in its link: of a duplicate, that of the first.
  let linkNumber: Int
  let begun: Duration
  private var isAnswered = false
  private var isCancelled = false
  private var isBeginning = false
  private(set) var answers = 0

  // What has been told.
  private(set) var told = PerAsset(MediaLoadingState.none)
  private(set) var attempt = 1
  private(set) var isTerminal = false
  private var isDelivering = false
  private var isHandedOver = false
  /// The turn in which the ad's assets begin to load has come.
  private(set) var isActive = false
  private var hasAppliedStart = false
  private var isAwaiting: Awaited?
  /// Assets that each call of `retryFailedAssets` found failed and that were not told as loading yet.
  private var retries: [Set<MediaAssetType>] = []
  /// How often the program acted inside of callbacks.
  private var actsWhenTold = 0
  /// Failures of each asset's picture before its load began.
  private var failuresBefore = PerAsset(0)
  private var automaticRetries = 0

  // Views.
  private(set) var views: [ViewHost] = []
  private(set) var hasBeenBound = false
  private var isLatched = false
  private var bindings = 0
  private var renderings = 0
  var refusals = 0
  private var refusalsTold = 0
  private var viewables = 0
  /// What the person has done with the ad.
  private(set) var engagement: EngagementModel
  private var clicks = 0
  private var customClicks = 0
  private var customClicksTold = 0
  private var isSeenByClick = false
  /// The last moment at which the ad was not seen, as far as is known.
  private var lastUnseen = Duration.zero

  private enum Awaited: Equatable { case load, failure(MediaAssetType) }

  init(world: World, number: Int, spec: AdSpec, asker: (any AdAsker)? = nil, linkNumber: Int? = nil) {
    self.asker = asker
    self.linkNumber = linkNumber ?? number
    hasAsker = asker != nil
    self.world = world
    self.number = number
    self.spec = spec
    engagement = EngagementModel(pays: spec.pays)
    begun = world.now
  }

  // MARK: The request

  var response: [UInt8] { spec.response(linkNumber) }

  /// Where the response comes from; the ad is asked for now.
  func ask() -> NativeAdSource {
    noteFailures(MediaAssetType.allCases)
    world.log.note(25, number, "  ad \(number) is asked for: \(spec)")
    switch spec.source {
    case .data:
      isAnsweredWell = true
      return .data(response)
    case .provider: return .provider(world.provider(for: self))
    }
  }

  func load() {
    let source = ask()
    let loader = NativeAdLoader(
      source: source, options: spec.options(world.street), pipeline: world.pipeline)
    loader.delegate = self
    self.loader = loader
    weakLoader = loader
    isBeginning = true
    let begins = loader.loadAd()
    isBeginning = false
    if !begins || loader.loadAd() { world.report(.oneAnswer, "ad \(number) is not asked for once") }
  }

  func cancelLoader() {
    guard let loader else { return }
    if answers == 0 { isCancelled = true }
    loader.cancel()
  }

  func dropLoader() {
    if answers == 0, !hasAsker { isCancelled = true }
    loader = nil
  }

  func dropAd() { ad = nil }

  /// The program forgets the ad.
  func leave() {
    dropLoader()
    dropAd()
  }

  /// Whether an answer is still to come.
  var isPending: Bool {
    if hasAsker { return answers == 0 && asker?.isWaiting(for: self) == true }
    return answers == 0 && !isCancelled && loader != nil
  }

  /// Whether the response has come, and a lazy ad with it.
  private(set) var isAnsweredWell = false

  /// A provider's answer comes; only the first counts.
  func answer(_ isGood: Bool) {
    if !isAnswered { isAnsweredWell = isGood }
    isAnswered = true
  }

  func adLoader(_ adLoader: NativeAdLoader, didReceive nativeAd: NativeAd) { receive(nativeAd) }

  /// The ad is handed over.
  /// - Parameter isFollowed: whether something shows it by itself, so that the program does not.
  func receive(_ nativeAd: NativeAd, isFollowed: Bool = false) {
    answer()
    if AdSpec.number(in: nativeAd.response.link.url) != linkNumber {
      world.report(.oneAnswer, "ad \(number) leads to \(nativeAd.response.link.url)")
    }
    ad = nativeAd
    weakAd = nativeAd
    world.log.note(10, number, "  ad \(number) is here: \(spec)")
    nativeAd.delegate = self
    for type in MediaAssetType.allCases { told[type] = begin(type, nativeAd.loadingState(of: type)) }
    isTerminal = !spec.isLazy
    isLatched = !spec.isLazy
    checkSize(nativeAd)
    isDelivering = true
    if !isFollowed { world.received(self) }
    isDelivering = false
    if !hasAsker { awaitStart() }
  }

  /// The turn of the hand-over is about to end.
  /// - Parameter others: ads that are handed over in the same turn, and begin before this one.
  func awaitStart(others: Int = 0) {
    // The last work that is queued before the one in which assets begin.
    world.scheduler.enqueue { [weak self] in
      guard let self, let ad = weakAd else { return }
      follow(ad)
      isActive = true
      world.goesOn = true
      // The turns in which they begin come one after another.
      if others > 0 {
        world.owed += 1
        world.scheduler.enqueue { [weak world] in world?.owed -= 1 }
      }
    }
    isHandedOver = true
  }

  func adLoader(
    _ adLoader: NativeAdLoader, didFailWithError error: NativeAdLoaderError,
    responseInfo: NativeAdResponseInfo
  ) {
    lose(error)
  }

  /// There is no ad, for this reason.
  func lose(_ error: NativeAdLoaderError) {
    answer()
    world.log.note(11, number, "  ad \(number) is not to be had: \(error)")
    switch error {
    // A network of a chain has what the others have left, its media included.
    case .timedOut where hasAsker: break
    case .timedOut:
      if isAnswered || world.now < begun + .seconds(60) { world.report(.oneAnswer, "ad \(number): \(error)") }
    case .provider:
      if spec.source == .data || !isAnswered { world.report(.oneAnswer, "ad \(number): \(error)") }
    case .media(let error):
      if spec.isLazy { world.report(.handOverFirst, "ad \(number): \(error)") }
      checkFailure(error, .media)
    case .transport, .response: world.report(.oneAnswer, "ad \(number): \(error)")
    }
  }

  private func answer() {
    if isCancelled { world.report(.silenceAfterCancel, "ad \(number) is told of after its cancel") }
    if isBeginning { world.report(.oneAnswer, "ad \(number) is told of inside of loadAd") }
    answers += 1
    if answers > 1 { world.report(.oneAnswer, "ad \(number) has \(answers) answers") }
  }

  /// The state of an asset when its ad is handed over.
  private func begin(_ type: MediaAssetType, _ state: MediaLoadingState) -> MediaLoadingState {
    let isLegal: Bool
    switch (spec.has(type), spec.isLazy) {
    case (false, _): isLegal = state == .none
    case (true, true): isLegal = state == .loading || state == .loaded && weakAd?.image(of: type) != nil
    case (true, false): isLegal = state == .loaded || state == .failed && type == .icon
    }
    if !isLegal { world.report(.legalStates, "ad \(number) is handed over with its \(type) \(state)") }
    return state
  }

  /// Before its assets begin, a memory hit may settle one: that is not told.
  private func follow(_ ad: NativeAd) {
    for type in MediaAssetType.allCases {
      let state = ad.loadingState(of: type)
      if told[type] == .loading, state == .loaded, retries.isEmpty { told[type] = state }
    }
  }

  // MARK: What is told

  func nativeAd(
    _ nativeAd: NativeAd, didChangeMediaAssetLoadingState state: MediaLoadingState,
    assetType type: MediaAssetType
  ) {
    enter()
    world.log.note(12, number, and: type == .icon ? 1 : 0, "  ad \(number): its \(type) is \(state)")
    if isAwaiting != nil { world.report(.oneTerminalEvent, "ad \(number) owes its terminal event") }
    switch (told[type], state) {
    case (.loading, .loaded): break
    case (.loading, .failed): checkFailure(nativeAd.error(of: type), type)
    case (.failed, .loading):
      if retries.isEmpty || retries[0].remove(type) == nil {
        world.report(.legalStates, "ad \(number): its \(type) is loading, nobody asked for that")
      }
      if isFirstOfAttempt {
        attempt += 1
        isTerminal = false
        isFirstOfAttempt = false
      }
      if retries.first?.isEmpty == true {
        retries.removeFirst()
        isFirstOfAttempt = true
      }
    default: world.report(.legalStates, "ad \(number): its \(type) goes from \(told[type]) to \(state)")
    }
    told[type] = state
    let actual = nativeAd.loadingState(of: type)
    if actual != state, actsWhenTold == 0 {
      world.report(.legalStates, "ad \(number): its \(type) is told as \(state) and is \(actual)")
    }
    if !isTerminal {
      if state == .failed { isAwaiting = .failure(type) }
      if isLoaded, state == .loaded { isAwaiting = .load }
    }
    act { world.told(self, type, state) }
    // What the ad does next, before anything else is told of it.
    switch state {
    case .loaded:
      for view in views { view.expectLoaded(type) }
      if isAwaiting == .load { for view in views { view.expectRemoval() } }
    case .failed: for view in views { view.expectFailed(type) }
    case .loading, .none: break
    }
    isDelivering = false
  }

  private var isFirstOfAttempt = true

  private var isLoaded: Bool { told.allSatisfy { $0 == .loaded || $0 == .none } }

  /// All was there before anything was told: placeholders go, and that the media is there is told.
  func expectRemovalAtStart() {
    guard isActive, !hasAppliedStart, !isTerminal, attempt == 1, isLoaded, isAwaiting == nil else { return }
    hasAppliedStart = true
    for view in views { view.expectRemoval() }
  }

  func nativeAdDidLoadMediaData(_ nativeAd: NativeAd) {
    enter()
    world.log.note(13, number, "  ad \(number) is loaded")
    if isAwaiting == nil { expectRemovalAtStart() }
    if isTerminal || !isLoaded || isAwaiting != .load && !hasAppliedStart {
      world.report(.oneTerminalEvent, "ad \(number) is told as loaded, out of turn")
    }
    isTerminal = true
    isAwaiting = nil
    for view in views {
      for area in view.allAreas {
        if area.isHandlerDue { world.report(.placeholders, "\(area.name): removal begins after didLoad") }
        area.checkPlaceholder()
      }
    }
    act { world.loaded(self) }
    isDelivering = false
  }

  func nativeAdDidFail(_ nativeAd: NativeAd, toLoadMediaData error: MediaAssetError) {
    enter()
    world.log.note(14, number, "  ad \(number) has failed: \(error)")
    if isTerminal || isAwaiting != .failure(error.asset) || error.attempt != attempt {
      world.report(.oneTerminalEvent, "ad \(number) is told as failed (\(error)), out of turn")
    }
    isTerminal = true
    isAwaiting = nil
    act { world.failed(self, error.asset) }
    isDelivering = false
  }

  func nativeAdDidRender(_ nativeAd: NativeAd) {
    enter()
    renderings += 1
    world.log.note(15, number, "  ad \(number) is rendered")
    act { world.rendered(self) }
    isDelivering = false
  }

  func nativeAdDidFail(_ nativeAd: NativeAd, toRender error: BindingError) {
    enter()
    refusalsTold += 1
    isDelivering = false
  }

  func nativeAdDidBecomeViewable(_ nativeAd: NativeAd) {
    enter()
    viewables += 1
    if viewables > 1 || !isMediaThere || world.now < lastUnseen + .seconds(1) && !isSeenByClick {
      world.report(
        .viewability,
        "ad \(number) was seen \(viewables) times, its media is \(told.media), \(lastUnseen) was unseen")
    }
    isDelivering = false
  }

  func nativeAd(_ nativeAd: NativeAd, didClick link: OpenRTBNative.Link) { hear("click") }
  func nativeAd(_ nativeAd: NativeAd, didFailToOpen error: LinkError) { hear("failedToOpen") }
  func nativeAdDidReturnFromLanding(_ nativeAd: NativeAd) { hear("return") }
  func nativeAdDidRequestReward(_ nativeAd: NativeAd) { hear("request") }
  func nativeAdDidParticipate(_ nativeAd: NativeAd) { hear("participated") }

  func nativeAd(_ nativeAd: NativeAd, didReward result: RewardResult) {
    if result == .connectionTimeout { engagement.expire(now: world.now) }
    hear("reward \(result.rawValue)")
  }

  func nativeAd(_ nativeAd: NativeAd, didReceiveCustomClick component: NativeAdComponent?) {
    enter()
    customClicksTold += 1
    isDelivering = false
  }

  private func hear(_ line: String) {
    if line == "click" { clicks += 1 }
    enter()
    world.log.note(26, number, "  ad \(number): \(line)")
    engagement.tell(line)
    asker?.heard(line, of: self)
    isDelivering = false
  }

  private func enter() {
    if isDelivering { world.report(.oneAtATime, "ad \(number) tells inside of its own callback") }
    if !isActive { world.report(.oneAtATime, "ad \(number) tells before it was handed over") }
    isDelivering = true
  }

  private func act(_ body: () -> Void) {
    let before = world.actions
    body()
    actsWhenTold += world.actions - before
  }

  // MARK: What the program does

  func retry() {
    guard let ad else { return }
    let failed = MediaAssetType.allCases.filter { ad.loadingState(of: $0) == .failed }
    // Before its assets begin, one retry is as good as many.
    if !failed.isEmpty, isActive || retries.isEmpty { retries.append(Set(failed)) }
    noteFailures(failed)
    world.log.note(16, number, "  ad \(number) is retried")
    ad.retryFailedAssets()
  }

  func retryAutomatically() {
    automaticRetries += 1
    if automaticRetries <= 3 { retry() }
  }

  /// The person clicks the ad, in a view or where the program sends the click on.
  func click(inView: Bool, _ haste: Street.Haste) {
    guard let ad = weakAd else { return }
    world.log.note(27, number, "  ad \(number) is clicked")
    if inView, spec.usesCustomClick {
      customClicks += 1
      return ad.receiveClick()
    }
    let isShown = ad.mediaLoadingState == .loaded || ad.mediaLoadingState == .none
    if isActive, isShown { isSeenByClick = true }
    world.street.expectPage(of: self, claim: engagement.click(), haste)
    if inView { ad.receiveClick() } else { ad.performClick() }
  }

  func pageIsAwaited(_ page: Int) { engagement.await(page) }
  func pageDidOpen(_ page: Int, _ claim: Int?) { engagement.open(page, claim, now: world.now) }
  func pageDidClose(_ page: Int) { engagement.close(page) }
  func pageDidFail(_ page: Int, _ claim: Int?) { engagement.failToOpen(page, claim) }
  func comeBack() { engagement.comeBack() }
  func answerReward(_ claim: Int, _ result: RewardResult) {
    engagement.expire(now: world.now)
    engagement.answer(claim, result)
  }

  func expectBinding(to view: ViewHost) {
    if spec.bindsExclusively { for other in views { other.leave() } }
    views.append(view)
    hasBeenBound = true
    bindings += 1
  }

  /// A view that shows the ad hangs in a window: from now on its video may load.
  func latch() { isLatched = true }

  func forget(_ view: ViewHost) { views.removeAll { $0 === view } }

  // MARK: What must hold

  private func noteFailures(_ types: [MediaAssetType]) {
    for type in types {
      if let index = spec.picture(of: type) { failuresBefore[type] = world.foundFailures(index) }
    }
  }

  private func checkFailure(_ error: MediaAssetError?, _ type: MediaAssetType) {
    guard let error, error.asset == type else {
      // Asked for again inside of a callback: the reason is forgotten.
      if actsWhenTold > 0 { return }
      return world.report(.honestFailure, "ad \(number): its \(type) has failed for no reason")
    }
    let isHonest: Bool
    switch (spec[type], error.reason) {
    case (.none, .missingAsset): isHonest = type == .media
    case (.badScheme, .unsupportedScheme): isHonest = true
    case (.picture(let index), .media(let cause)):
      isHonest = world.failures[index] > failuresBefore[type] && cause.url == PictureSet.url(of: index)
    default: isHonest = false
    }
    if !isHonest { world.report(.honestFailure, "ad \(number), whose bytes did not fail: \(error)") }
  }

  /// Whether the asset's bytes may be asked for now.
  func wants(_ type: MediaAssetType) -> Bool {
    guard let ad = weakAd else { return isPending && !spec.isLazy }
    let showing = views.contains { $0.areas[type] != nil }
    if type == .media, spec.isVideo, !isLatched { return false }
    switch ad.loadingState(of: type) {
    case .none, .failed: return false
    case .loaded: return showing
    case .loading:
      if !spec.loadsUnbound { return showing }
      return !hasBeenBound || !views.isEmpty
    }
  }

  /// Whether the first bytes of a picture may be asked for now.
  func probes(_ picture: Int) -> Bool { isPending && spec.isProbed && spec.picture(of: .media) == picture }

  private func checkSize(_ ad: NativeAd) {
    guard let data = ad.mediaData, let index = spec.picture(of: .media) else { return }
    let size = PixelSize(width: Int(data.preferredMediaWidth), height: Int(data.preferredMediaHeight))
    let file = PictureSet.size(of: index)
    let isRight: Bool
    if ad.mediaLoadingState == .loaded {
      isRight = size == file
    } else if let said = spec.saidSize {
      isRight = size == said
    } else {
      isRight = size == file || !data.hasPreferredSize
    }
    if !isRight { world.report(.preferredSize, "ad \(number) asks for \(size)") }
  }

  private var isMediaThere: Bool { told.media == .loaded || told.media == .none }

  /// Whether a person can see the ad now, by the display rule of the Media Rating Council. A video that does not play
  /// is not seen.
  private var isSeen: Bool {
    isActive && spec.picture(of: .media) != PictureSet.video && isMediaThere
      && views.contains { ($0.view?.visibleFraction ?? 0) >= 0.5 }
  }

  /// What must hold whenever no call is under way.
  func check() {
    if !isSeen { lastUnseen = world.now }
    guard isHandedOver, let ad = weakAd else { return }
    actsWhenTold = 0
    guard isActive else { return follow(ad) }
    checkSize(ad)
    checkEngagement(ad)
    checkTrackers(atRest: false)
    if isAwaiting != nil { world.report(.oneTerminalEvent, "ad \(number) lacks its terminal event") }
    for type in MediaAssetType.allCases {
      let state = ad.loadingState(of: type)
      if state != told[type] {
        world.report(.legalStates, "ad \(number): its \(type) is \(state), told was \(told[type])")
      }
    }
  }

  /// A first hit may wait behind others.
  private func checkTrackers(atRest: Bool) {
    for (event, count) in [("impression", viewables), ("click", clicks), ("viewable", viewables)] {
      let hits = world.trackers.count(event, of: linkNumber)
      if hits > 1 { world.report(.trackers, "ad \(number): \(hits) hits of \(event)") }
      // A click makes an ad count as seen, but not by the standard.
      let isKnown = event != "viewable"
      if hits > 0, count == 0, isKnown {
        world.report(.trackers, "ad \(number): a hit of \(event), which was not")
      }
      if hits == 0, count > 0, isKnown, atRest { world.report(.trackers, "ad \(number): no hit of \(event)") }
    }
  }

  private func checkEngagement(_ ad: NativeAd) {
    if let fault = engagement.fault { world.report(.engagement, "ad \(number): \(fault)") }
    if ad.participationState != engagement.participation || ad.isAtLanding == engagement.openPages.isEmpty {
      world.report(
        .engagement, "ad \(number) is \(ad.participationState), must be \(engagement.participation)")
    }
    if customClicks != customClicksTold {
      world.report(
        .engagement, "ad \(number): \(customClicks) clicks for the program, told \(customClicksTold)")
    }
  }

  /// What must hold once nothing is left to happen.
  func checkAtRest() {
    if isPending { world.report(.oneAnswer, "ad \(number) was never answered") }
    guard isHandedOver, weakAd != nil else { return }
    if !isActive { world.report(.noStarvation, "ad \(number) never begins") }
    checkTrackers(atRest: true)
    if renderings != bindings || refusalsTold != refusals {
      world.report(.rendering, "ad \(number): told \(renderings) of \(bindings) bindings")
    }
    for type in MediaAssetType.allCases where told[type] == .loading && wants(type) {
      world.report(.noStarvation, "ad \(number): its \(type) is wanted and never comes")
    }
    if isSeen, viewables == 0 { world.report(.viewability, "ad \(number) was seen and nobody is told") }
    let isSettled = told.allSatisfy { $0 != .loading }
    if isSettled, !isTerminal { world.report(.oneTerminalEvent, "ad \(number) has no terminal event") }
    for view in views {
      for type in MediaAssetType.allCases where told[type] == .loaded {
        guard let area = view.areas[type], case .ad = area.occupant, area.shown == .nothing else { continue }
        // A picture that was dropped and then failed is this view's loss.
        if let index = area.expected, world.failures[index] == area.failuresBefore {
          world.report(.noStarvation, "\(area.name) never shows ad \(number)")
        }
      }
    }
  }

  /// Whether nothing of it is left.
  var isGone: Bool { weakAd == nil && weakLoader == nil }
}
