public import LazyMedia

/// A place of a program that shows one ad at a time: loads it, and replaces it when it has done its part.
///
/// ```swift
/// let unit = NativeAdUnit(unitID: "home", chain: NativeAdSourceChain(direct: .endpoint("https://ads.example.com/native")))
/// unit.subscribeRefreshEvents(onRequest: { … }, onSuccess: { ad in … }, onFailure: { error in … })
/// unit.load(onSuccess: { ad in … }, onFailure: { error in … })
/// ```
///
/// The ad is replaced, where ``refreshesAutomatically`` is set, when the person has taken part in what it pays for; of an ad
/// that pays for nothing, or is paid, when the person is back from its landing page. Never while it is being checked whether
/// it is to be paid, and never after a time. The ad stays until the next one is there, and where there is none.
///
/// Calls are made on the main actor, in later turns than ``load(onSuccess:onFailure:)``, and not at all once the unit is let
/// go. Nothing is told of an ad's assets before whoever hears of the ad has returned.
@MainActor public final class NativeAdUnit {
  /// What ads are asked for.
  public let request: NativeAdRequest
  /// The networks that are asked.
  public let chain: NativeAdSourceChain
  /// What ads are asked for with.
  public let options: NativeAdOptions

  /// Hears of loads and of what happens to ads; held weakly.
  public weak var delegate: (any NativeAdUnitDelegate)?
  /// Hear what happens to each ad of the unit, after the ad's own delegate and handlers and the unit's delegate. They stay
  /// over refreshes.
  public var eventHandlers = NativeAdEventHandlers()
  /// The ad that is to be shown; `nil` before the first.
  public private(set) var ad: NativeAd?

  /// Whether the ad is replaced when it has done its part; `true` by default.
  public var refreshesAutomatically: Bool {
    get { machine.refreshesAutomatically }
    set { machine.refreshesAutomatically = newValue }
  }
  /// The unit, as the ad server names it.
  public var unitID: String { request.unitID }
  /// What the program said of the moment.
  public var contextID: String { request.contextID }
  /// Whether an ad is asked for, for ``load(onSuccess:onFailure:)`` or to replace the present one.
  public var isLoading: Bool { machine.purpose != nil }
  /// Whether an ad is asked for that is to replace the present one without the program.
  public var isRefreshing: Bool { machine.purpose == .refresh }

  private enum Waiter {
    case closures((@MainActor (NativeAd) -> Void)?, (@MainActor (NativeAdUnitError) -> Void)?)
    case task(CheckedContinuation<NativeAd, any Error>)
  }

  private struct RefreshHandlers {
    var onRequest: (@MainActor () -> Void)?
    var onSuccess: (@MainActor (NativeAd) -> Void)?
    var onFailure: (@MainActor (NativeAdUnitError) -> Void)?
  }

  private struct Observer {
    weak var observer: (any NativeAdUnitObserver)?
  }

  private let pipeline: MediaPipeline
  private var machine = AdUnitMachine()
  private var loader: NativeAdChainLoader?
  private var waiter: Waiter?
  private var refreshHandlers = RefreshHandlers()
  private var observers: [Observer] = []
  /// Ads that the program has replaced while their reward is being checked: what becomes of that is told.
  private var checkedAds: [NativeAd] = []
  private var loads: UInt64 = 0

  /// Creates a unit. Nothing is asked for before ``load(onSuccess:onFailure:)``.
  /// - Parameters:
  ///   - unitID: the unit, as the ad server names it.
  ///   - contextID: what the program says of the moment; empty by default.
  ///   - chain: the networks that are asked.
  public init(
    unitID: String, contextID: String = "", chain: NativeAdSourceChain,
    options: NativeAdOptions = NativeAdOptions(), pipeline: MediaPipeline = .shared
  ) {
    request = NativeAdRequest(unitID: unitID, contextID: contextID)
    self.chain = chain
    self.options = options
    self.pipeline = pipeline
  }

  isolated deinit { loader?.cancel() }

  // MARK: Loading

  /// Asks for an ad: once when the place is opened, and again where a person wants another one. An ad that is there stays
  /// until the next one is, and where none comes.
  /// - Parameters:
  ///   - onSuccess: called with the ad, after the delegate.
  ///   - onFailure: called with the reason where there is none, after the delegate. One of the two is called, once, unless
  ///     the load is cancelled. ``NativeAdUnitError/alreadyLoading`` is told here alone, while an ad is asked for already,
  ///     be it to replace one.
  public func load(
    onSuccess: (@MainActor (NativeAd) -> Void)? = nil,
    onFailure: (@MainActor (NativeAdUnitError) -> Void)? = nil
  ) {
    guard machine.load() else {
      pipeline.mainScheduler.enqueue { [weak self] in
        if self != nil { onFailure?(.alreadyLoading) }
      }
      return
    }
    begin(.closures(onSuccess, onFailure))
  }

  /// Asks for an ad as ``load(onSuccess:onFailure:)`` does, and waits for it. On the main actor nothing is told of the ad's
  /// assets in the turn in which this returns.
  /// - Throws: ``NativeAdUnitError``; `CancellationError` if the waiting Swift task is cancelled, which gives the load up, or
  ///   after ``cancel()``.
  @discardableResult
  public func nextAd() async throws -> NativeAd {
    guard !Task.isCancelled else { throw CancellationError() }
    guard machine.load() else { throw NativeAdUnitError.alreadyLoading }
    let number = loads &+ 1
    let ad: NativeAd = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { begin(.task($0)) }
    } onCancel: {
      Task { @MainActor in
        if self.loads == number, self.waiter != nil { self.cancel() }
      }
    }
    ad.activateSoon()
    return ad
  }

  /// Gives up what is asked for, be it to replace an ad. No closure and no delegate hears of that; the ad stays. Idempotent.
  public func cancel() {
    guard let purpose = machine.end() else { return }
    loader.take()?.cancel()
    // Before anybody is told: whoever hears of it may begin a load, which has a waiter of its own.
    let waiter = self.waiter.take()
    if purpose == .refresh { tellObservers(isRefreshing: false) }
    if case .task(let continuation)? = waiter { continuation.resume(throwing: CancellationError()) }
  }

  private func begin(_ waiter: Waiter? = nil) {
    if waiter != nil { loads &+= 1 }
    self.waiter = waiter
    let loader = NativeAdChainLoader(chain, request: request, options: options, pipeline: pipeline)
    self.loader = loader
    loader.start { [weak self] event in
      guard let self else { return }
      switch event {
      case .willBackfill(let error):
        if machine.purpose == .load { delegate?.nativeAdUnit(self, willBackfillAfter: error) }
      case .ended(let outcome): end(outcome)
      }
    }
  }

  private func end(_ outcome: Result<NativeAd, NativeAdUnitError>) {
    guard let purpose = machine.end() else { return }
    loader = nil
    let waiter = self.waiter.take()
    if case .success(let ad) = outcome { replaceAd(by: ad) }
    #if MUTANTS
      if Mutant.losesAdOnFailedRefresh.isOn, purpose == .refresh, case .failure = outcome { ad = nil }
    #endif
    switch purpose {
    case .load: tellLoad(outcome)
    case .refresh:
      tellRefresh(outcome)
      // After the outcome: whoever hears this may begin the next refresh, unless whoever heard that has.
      tellObservers(isRefreshing: isRefreshing)
    }
    switch (waiter, outcome) {
    // Whoever waits comes in a turn of its own, and lets it begin then.
    case (.task(let continuation), _): return continuation.resume(with: outcome.mapError { $0 })
    case (.closures(let onSuccess, _), .success(let ad)): onSuccess?(ad)
    case (.closures(_, let onFailure), .failure(let error)): onFailure?(error)
    case (nil, _): break
    }
    if case .success(let ad) = outcome { ad.activateSoon() }
  }

  private func replaceAd(by ad: NativeAd) {
    if let former = self.ad, former.participationState == .checking { checkedAds.append(former) }
    self.ad = ad
    ad.add(self)
    for observer in observers { observer.observer?.unit(self, didChange: ad) }
  }

  private func tellObservers(isRefreshing: Bool) {
    for observer in observers { observer.observer?.unit(self, isRefreshing: isRefreshing) }
  }

  private func tellLoad(_ outcome: Result<NativeAd, NativeAdUnitError>) {
    switch outcome {
    case .success(let ad): delegate?.nativeAdUnit(self, didReceive: ad)
    case .failure(let error): delegate?.nativeAdUnit(self, didFailToReceive: error)
    }
  }

  private func tellRefresh(_ outcome: Result<NativeAd, NativeAdUnitError>) {
    switch outcome {
    case .success(let ad): refreshHandlers.onSuccess?(ad)
    case .failure(let error): refreshHandlers.onFailure?(error)
    }
  }

  // MARK: Subscribing

  /// Hears of refreshes, over all of them, from the next on: before the first load to hear of each. A later call takes the
  /// place of this one. The closures may capture whatever they like weakly.
  /// - Parameters:
  ///   - onRequest: the next ad is asked for. One of the two others follows, unless the refresh is cancelled.
  ///   - onSuccess: the next ad is there, and shown.
  ///   - onFailure: there is none; the ad before stays.
  public func subscribeRefreshEvents(
    onRequest: (@MainActor () -> Void)? = nil, onSuccess: (@MainActor (NativeAd) -> Void)? = nil,
    onFailure: (@MainActor (NativeAdUnitError) -> Void)? = nil
  ) {
    refreshHandlers = RefreshHandlers(onRequest: onRequest, onSuccess: onSuccess, onFailure: onFailure)
  }

  /// Hears what happens to the ads of the unit, over all refreshes, from the next event on: sets five of
  /// ``eventHandlers``, so that a later call takes the place of this one.
  public func subscribeAdEvents(
    onImpressed: (@MainActor (NativeAd) -> Void)? = nil, onClicked: (@MainActor (NativeAd) -> Void)? = nil,
    onRewardRequested: (@MainActor (NativeAd) -> Void)? = nil,
    onRewarded: (@MainActor (NativeAd, RewardResult) -> Void)? = nil,
    onParticipated: (@MainActor (NativeAd) -> Void)? = nil
  ) {
    eventHandlers.subscribe(onImpressed, onClicked, onRewardRequested, onRewarded, onParticipated)
  }

  package func add(_ observer: any NativeAdUnitObserver) {
    remove(observer)
    observers.append(Observer(observer: observer))
  }

  func remove(_ observer: any NativeAdUnitObserver) {
    observers.removeAll { $0.observer == nil || $0.observer === observer }
  }
}

extension NativeAdUnit: NativeAdObserver {
  func nativeAd(_ ad: NativeAd, did event: NativeAdEvent) {
    switch event {
    case .didBecomeViewable: delegate?.nativeAdUnit(self, didImpress: ad)
    case .didClick: delegate?.nativeAdUnit(self, didClick: ad)
    case .video(.start): delegate?.nativeAdUnit(self, didStartVideoOf: ad)
    case .video(.complete): delegate?.nativeAdUnit(self, didEndVideoOf: ad)
    default: break
    }
    eventHandlers.hear(event, of: ad)
    if case .didReward = event { checkedAds.removeAll { $0 === ad } }
    // What happens to an ad that was replaced replaces no other.
    guard ad === self.ad else { return }
    let situation = AdUnitMachine.Situation(
      participation: ad.participationState, isAtLanding: ad.isAtLanding)
    guard machine.hear(event, situation) else { return }
    tellObservers(isRefreshing: true)
    if machine.purpose == .refresh { refreshHandlers.onRequest?() }
    // Unless whoever heard that has given it up.
    if machine.purpose == .refresh, loader == nil { begin() }
  }
}
