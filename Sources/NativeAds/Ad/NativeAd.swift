public import LazyMedia

/// A native ad: its texts at once, its icon and main media as they come.
///
/// A ``NativeAdLoader`` makes it. From the turn after it was handed over its assets load, and what becomes of them is
/// told: first to ``delegate``, then to the handlers, then to ``events``. Calls are made on the main actor, one at a
/// time and never inside one another; what is set late hears only what follows.
@MainActor public final class NativeAd {
  /// What the ad was asked for.
  public let request: NativeAdRequest
  /// Whether it comes from a source that stood in where the first had no ad, see ``NativeAdSourceChain``.
  public let isBackfilled: Bool
  /// The response that the ad was made of.
  public let response: OpenRTBNative
  /// What the ad was asked for with.
  public let options: NativeAdOptions
  /// What the VAST document of a video ad led to, wrappers included; `nil` of an ad without one.
  public let vast: VASTResolver.Outcome?

  /// Hears what happens to the ad; held weakly.
  public weak var delegate: (any NativeAdDelegate)?
  /// Called after ``NativeAdDelegate/nativeAdDidLoadMediaData(_:)``.
  public var didLoadMediaDataHandler: (@MainActor (NativeAd) -> Void)?
  /// Called after ``NativeAdDelegate/nativeAdDidFail(_:toLoadMediaData:)``.
  public var didFailToLoadMediaDataHandler: (@MainActor (NativeAd, MediaAssetError) -> Void)?
  /// Called after ``NativeAdDelegate/nativeAd(_:didChangeMediaAssetLoadingState:assetType:)``.
  public var didChangeMediaAssetLoadingStateHandler:
    (@MainActor (NativeAd, MediaLoadingState, MediaAssetType) -> Void)?

  /// Functions that hear what becomes of the ad as a person sees it, after the delegate and before ``events``.
  public var eventHandlers = NativeAdEventHandlers()

  /// What is known of the main media; `nil` of an ad that has none. Before ``mediaLoadingState`` is `loaded` only its
  /// preferred size is of use.
  public private(set) var mediaData: MediaData?
  /// What was known of the main media when the ad was handed over. Layouts are made of it, so that nothing that loads
  /// later changes them; `nil` of an ad without main media.
  public var layoutMediaData: MediaData? { handedOverMediaData ?? mediaData }

  private struct BoundView {
    weak var view: NativeAdView?
  }

  private struct Place {
    weak var exposure: AdExposure?
  }

  private struct Observer {
    weak var observer: (any NativeAdObserver)?
  }

  /// Loads the assets.
  let pipeline: MediaPipeline
  /// What a person does with the ad.
  let engagement: AdEngagement
  /// Tells the trackers; `nil` where none are to be told.
  private let tracking: AdTracking?
  private var handedOverMediaData: MediaData?
  private let assets: [MediaAssetType: AdAsset]
  private var machine: MediaLoadMachine
  private var views: [BoundView] = []
  private var places: [Place] = []
  private var hasBeenBound = false
  private var rebindings = 0
  private var errors: [MediaAssetType: MediaAssetError] = [:]
  private var queue: [Delivery] = []
  private var isDelivering = false
  private var isActive = false
  private var isRetryDue = false
  private var viewability = ViewabilityMachine(rule: .display)
  private var exposureTimer: MainTimer?
  private var onSettled: (@MainActor (MediaAssetError?) -> Void)?
  private var observers: [Observer] = []
  private var listeners: [Listener] = []
  private var nextListener: UInt64 = 0

  /// A reader of ``events``.
  private struct Listener {
    let number: UInt64
    let continuation: AsyncStream<NativeAdEvent>.Continuation
  }

  /// Events that wait for a reader. An ad tells a dozen or two: only who never reads loses any.
  private static let eventCapacity = 256

  private enum Delivery {
    case event(NativeAdEvent)
    /// Something that only trackers are told of.
    case moment(TrackerPlan.Moment)
    case action(MediaLoadMachine.Action)
  }

  init(
    response: OpenRTBNative, vast: VASTResolver.Outcome?, options: NativeAdOptions, pipeline: MediaPipeline,
    request: NativeAdRequest = NativeAdRequest(), isBackfilled: Bool = false
  ) {
    self.request = request
    self.isBackfilled = isBackfilled
    self.response = response
    self.options = options
    self.vast = vast
    self.pipeline = pipeline
    let plan = AssetPlan(response: response, vast: vast, options: options)
    mediaData = plan.mediaData
    assets = Dictionary(
      uniqueKeysWithValues: plan.sources.map { type, source in
        let asset = AdAsset(
          type, source: source.source, preferredSize: source.size, pipeline: pipeline,
          options: options)
        return (type, asset)
      })
    machine = MediaLoadMachine(has: Set(assets.keys))
    tracking =
      options.firesTrackers
      ? AdTracking(
        TrackerPlan(response, vast: vast, videoError: plan.videoError), sender: options.trackerSender,
        pipeline: pipeline) : nil
    engagement = AdEngagement(
      response,
      requester: options.rewardRequester
        ?? response.campaign?.rewardURL.map { _ in TransportRewardRequester(pipeline: pipeline) })
    engagement.ad = self
    forEachAsset { $0.ad = self }
    pipeline.memoryWarnings.add(self)
  }

  deinit {
    for listener in listeners { listener.continuation.finish() }
  }

  // MARK: Texts

  /// The title.
  public var title: String? { response.title }
  /// The descriptive text.
  public var body: String? { response.text(of: .description) }
  /// The text of the call to action.
  public var callToAction: String? { response.text(of: .callToAction) }
  /// The advertiser.
  public var advertiser: String? { response.text(of: .sponsored) }
  /// Where a click leads.
  public var link: OpenRTBNative.Link { response.link }

  /// The corner of the AdChoices mark: the one that the ad was asked for with. Of a backfilled ad that is a hint, which the
  /// response may override (``OpenRTBNative/adChoicesPosition``).
  public var adChoicesPosition: AdChoicesViewPosition {
    let preferred = options.renderingSetting.preferredAdChoicesViewPosition
    return isBackfilled ? response.adChoicesPosition ?? preferred : preferred
  }

  /// What the ad has to show.
  public var components: Set<NativeAdComponent> {
    var components = Set(assets.keys.map { $0 == .icon ? NativeAdComponent.icon : .media })
    if title != nil { components.insert(.title) }
    if body != nil { components.insert(.body) }
    if callToAction != nil { components.insert(.callToAction) }
    if advertiser != nil { components.insert(.advertiser) }
    if response.details.profile?.logoURL != nil { components.insert(.profileLogo) }
    if response.details.profile?.name != nil { components.insert(.profileName) }
    return components
  }

  // MARK: Assets

  /// How far the icon is.
  public var iconLoadingState: MediaLoadingState { machine[.icon] }
  /// How far the main media is. Of an outstream video it is `loading` until a view that shows it hangs in a window.
  public var mediaLoadingState: MediaLoadingState { machine[.media] }
  /// How far an asset is.
  public func loadingState(of type: MediaAssetType) -> MediaLoadingState { machine[type] }
  /// Why an asset has failed; `nil` where it has not.
  public func error(of type: MediaAssetType) -> MediaAssetError? { errors[type] }
  /// The picture of an asset, while it is kept: always while a view shows it. For renderers without views.
  public func image(of type: MediaAssetType) -> MediaImage? {
    if case .image(let image)? = assets[type]?.content { image } else { nil }
  }

  /// The placeholder that the response brings for an asset, a BlurHash or a ThumbHash; `nil` where it brings none that can
  /// be read.
  public func placeholder(of type: MediaAssetType) -> Placeholder? {
    let image = type == .icon ? response.icon : response.mainImage
    switch image.flatMap({ response.placeholderHashes[$0.url] }) {
    case nil: return nil
    case .blurHash(let text): return (try? BlurHash(text)).map { .blurHash($0) }
    case .thumbHash(let text): return (try? ThumbHash(base64: text)).map { .thumbHash($0) }
    }
  }

  /// Loads the assets that have failed once more, in a new attempt, which ends by its own one event. Where none has
  /// failed this does nothing.
  public func retryFailedAssets() {
    // Nothing changes between the hand-over and the turn in which assets begin.
    guard isActive else {
      isRetryDue = isRetryDue || MediaAssetType.allCases.contains { machine[$0] == .failed }
      return
    }
    let (failed, actions) = machine.retry()
    for type in failed { errors[type] = nil }
    perform(actions)
    for type in failed { assets[type]?.retry() }
  }

  // MARK: Handing over

  /// Before the ad is handed over: looks which assets the memory cache has.
  func lookUpAssets() {
    forEachAsset { $0.lookUp() }
  }

  /// Before the ad is handed over: loads all assets, and tells when they are settled, or the main media has failed.
  func loadEagerly(_ completion: @escaping @MainActor (MediaAssetError?) -> Void) {
    onSettled = completion
    assets[.media]?.latch()
    forEachAsset { $0.activate() }
    settleEagerly()
  }

  private func settleEagerly() {
    guard let onSettled, !machine.isLoading || machine[.media] == .failed else { return }
    self.onSettled = nil
    machine.close()
    onSettled(errors[.media])
  }

  /// The ad has been handed over: in a later turn its assets begin to load, and events are told.
  func activateSoon() {
    handedOverMediaData = mediaData
    pipeline.mainScheduler.enqueue { [weak self] in self?.activate() }
  }

  private func activate() {
    isActive = true
    tracking?.note(.handedOver)
    exposureChanged()
    perform(machine.begin())
    if isRetryDue { retryFailedAssets() }
    forEachAsset { $0.activate() }
  }

  /// The media first, so that runs are alike.
  private func forEachAsset(_ body: (AdAsset) -> Void) {
    for type in MediaAssetType.allCases {
      if let asset = assets[type] { body(asset) }
    }
  }

  // MARK: From assets

  func wants(_ asset: AdAsset) -> Bool {
    if rebindings > 0 { return true }
    // An ad that is handed over with its assets has no view before.
    if onSettled != nil { return true }
    if machine[asset.type] == .loaded || !options.loadsUnboundAssets { return asset.isShown }
    return !hasBeenBound || !boundViews.isEmpty
  }

  func asset(_ asset: AdAsset, _ event: AdAsset.Event) {
    switch event {
    case .size(let size):
      if asset.type == .media { learn(size) }
    case .loaded(let content):
      if asset.type == .media { finishMedia(content) }
      settle(asset.type, nil)
    case .failed(let reason, let url):
      if case .video = asset.source, case .media(let error) = reason {
        tracking?.note(.failed(VASTError(mediaFile: error)))
      }
      settle(
        asset.type, MediaAssetError(asset: asset.type, reason: reason, url: url, attempt: machine.attempt))
    }
  }

  private func settle(_ type: MediaAssetType, _ error: MediaAssetError?) {
    guard machine[type] == .loading else { return }
    errors[type] = error
    guard isActive else {
      machine.mark(type, as: error == nil ? .loaded : .failed)
      return settleEagerly()
    }
    #if MUTANTS
      if Mutant.tellsBeforeChanging.isOn {
        var changed = machine
        perform(changed.settle(type, error))
        machine = changed
        return
      }
    #endif
    perform(machine.settle(type, error))
    if type == .media { exposureChanged() }
  }

  /// The head of the file tells its size: that counts where nothing else told one.
  func learn(_ size: PixelSize) {
    guard mediaData?.hasPreferredSize == false else { return }
    mediaData?.setSize(size, from: .probe)
    if let mediaData, mediaData.hasPreferredSize {
      tell(.didProbeSize(width: mediaData.preferredMediaWidth, height: mediaData.preferredMediaHeight))
    }
  }

  /// The media is there: its size is a fact from now on, and a video can be played.
  private func finishMedia(_ content: AdAsset.Content) {
    guard let before = mediaData else { return }
    let actual = content.size
    mediaData?.setSize(actual, from: .file)
    if case .video(let file) = content { mediaData?.videoController = videoController(for: file) }
    guard before.hasPreferredSize, let said = before.pixelSize, said != actual else { return }
    tell(.sizeMismatch(said: said, actual: actual))
  }

  private func videoController(for file: MediaFile) -> VideoController {
    let player =
      options.videoPlayer?(file)
      ?? ClockVideoPlayer(
        duration: file.info.duration, now: pipeline.clock, scheduler: pipeline.mainScheduler)
    return VideoController(player: player) { [weak self] notice in self?.hear(notice) }
  }

  /// Of a video that a program plays in some place of its own nothing is told.
  private func hear(_ notice: VideoController.Notice) {
    if case .event = notice { exposureChanged() }
    switch notice {
    case .event(let event): if hasMediaView { tell(.video(event)) }
    case .progress(let time, let duration):
      deliver([.moment(hasMediaView ? .played(time, of: duration) : .playedUnseen(time))])
    case .failure: deliver([.moment(.failed(.mediaFileUndecodable))])
    }
  }

  /// Whether a bound view shows the main media.
  private var hasMediaView: Bool { boundViews.contains { $0.area(for: .media) != nil } }

  // MARK: Telling

  /// The same events as the delegate hears, and more, from now on. The sequence ends with the ad. Of events that nobody
  /// reads the newest 256 are kept.
  public var events: AsyncStream<NativeAdEvent> {
    let number = nextListener
    nextListener += 1
    return AsyncStream(bufferingPolicy: .bufferingNewest(Self.eventCapacity)) { continuation in
      listeners.append(Listener(number: number, continuation: continuation))
      continuation.onTermination = { [weak self] _ in
        Task { @MainActor in self?.listeners.removeAll { $0.number == number } }
      }
    }
  }

  /// Tells an event; before the ad has been handed over it waits for that.
  func tell(_ event: NativeAdEvent) { deliver([.event(event)]) }

  private func perform(_ actions: [MediaLoadMachine.Action]) { deliver(actions.map { .action($0) }) }

  /// What a callback causes waits until that callback has returned.
  private func deliver(_ deliveries: [Delivery]) {
    queue += deliveries
    deliverQueue()
  }

  private func deliverQueue() {
    #if MUTANTS
      let isInside = isDelivering && !Mutant.tellsInsideCallbacks.isOn
    #else
      let isInside = isDelivering
    #endif
    guard isActive, !isInside else { return }
    isDelivering = true
    defer { isDelivering = false }
    while !queue.isEmpty {
      let next = queue.removeFirst()
      switch next {
      case .event(let event): emit(event)
      case .moment(let moment): tracking?.note(moment, playhead: playhead)
      case .action(let action): perform(action)
      }
    }
  }

  /// An asset that was dropped is there again, in a slot that waited for it.
  func assetReturned(_ type: MediaAssetType, in slot: MediaSlot) {
    for view in boundViews where view.area(for: type)?.slot === slot { view.assetDidLoad(type) }
  }

  private func perform(_ action: MediaLoadMachine.Action) {
    switch action {
    case .tellState(let type, let state): emit(.didChangeMediaAssetLoadingState(type, state))
    case .removePlaceholder(let type): for view in boundViews { view.assetDidLoad(type) }
    case .removePlaceholders: for view in boundViews { view.removePlaceholders() }
    case .showFailure(let type): for view in boundViews { view.assetDidFail(type) }
    case .tellDidLoad: emit(.didLoadMediaData)
    case .tellDidFail(let error): emit(.didFailToLoadMediaData(error))
    }
  }

  /// Whoever decides what comes next hears of everything last.
  func add(_ observer: any NativeAdObserver) {
    observers.removeAll { $0.observer == nil || $0.observer === observer }
    observers.append(Observer(observer: observer))
  }

  func remove(_ observer: any NativeAdObserver) {
    observers.removeAll { $0.observer == nil || $0.observer === observer }
  }

  private var playhead: Duration? { mediaData?.videoController?.currentTime }

  private func emit(_ event: NativeAdEvent) {
    tracking?.hear(event, playhead: playhead)
    switch event {
    case .didChangeMediaAssetLoadingState(let type, let state):
      delegate?.nativeAd(self, didChangeMediaAssetLoadingState: state, assetType: type)
      didChangeMediaAssetLoadingStateHandler?(self, state, type)
    case .didLoadMediaData:
      delegate?.nativeAdDidLoadMediaData(self)
      didLoadMediaDataHandler?(self)
    case .didFailToLoadMediaData(let error):
      delegate?.nativeAdDidFail(self, toLoadMediaData: error)
      didFailToLoadMediaDataHandler?(self, error)
    case .didRender: delegate?.nativeAdDidRender(self)
    case .didFailToRender(let error): delegate?.nativeAdDidFail(self, toRender: error)
    case .didClick(let link): delegate?.nativeAd(self, didClick: link)
    case .didBecomeViewable: delegate?.nativeAdDidBecomeViewable(self)
    case .didProbeSize: delegate?.nativeAdDidProbeMediaSize(self)
    case .didReceiveCustomClick(let component): delegate?.nativeAd(self, didReceiveCustomClick: component)
    case .didFailToOpen(let error): delegate?.nativeAd(self, didFailToOpen: error)
    case .didReturnFromLanding: delegate?.nativeAdDidReturnFromLanding(self)
    case .video(let event): delegate?.nativeAd(self, didReach: event)
    case .didRequestReward: delegate?.nativeAdDidRequestReward(self)
    case .didReward(let result): delegate?.nativeAd(self, didReward: result)
    case .didParticipate: delegate?.nativeAdDidParticipate(self)
    case .sizeMismatch, .didChangeUserInterest: break
    }
    eventHandlers.hear(event, of: self)
    for listener in listeners { listener.continuation.yield(event) }
    for observer in observers { observer.observer?.nativeAd(self, did: event) }
  }

  // MARK: Views

  /// The views that show the ad.
  public var boundViews: [NativeAdView] { views.compactMap(\.view) }

  func bind(_ view: NativeAdView) {
    let others = options.bindsExclusively ? boundViews : []
    // Told when all is bound: a callback may do anything, even unbind the view.
    let isInside = isDelivering
    isDelivering = true
    defer {
      isDelivering = isInside
      // An ad that is laid out anew has been rendered before.
      if rebindings == 0 { tell(.didRender) }
    }
    hasBeenBound = true
    views.removeAll { $0.view == nil }
    views.append(BoundView(view: view))
    // Now that the new view is among them, what is loading goes on.
    for other in others { other.unbind() }
    // Unless a display has given the view up.
    for type in MediaAssetType.allCases where view.nativeAd === self {
      guard let area = view.area(for: type) else {
        assets[type]?.resume()
        continue
      }
      assets[type]?.bind(area.slot, contentMode: area.contentMode)
    }
    if view.isInWindow, view.nativeAd === self { viewEnteredWindow() }
    exposureChanged()
  }

  func unbind(_ view: NativeAdView) {
    views.removeAll { $0.view == nil || $0.view === view }
    forEachAsset { asset in
      if let area = view.area(for: asset.type) { asset.unbind(area.slot) }
      letGoUnlessWanted(asset)
    }
    exposureChanged()
  }

  /// Runs `body`, in which a view may give the ad up and another one bind it: what is loading goes on, and so does being
  /// seen.
  func rebind(_ body: () -> Void) {
    rebindings += 1
    body()
    rebindings -= 1
    guard rebindings == 0 else { return }
    forEachAsset(letGoUnlessWanted)
    exposureChanged()
  }

  private func letGoUnlessWanted(_ asset: AdAsset) {
    guard !wants(asset) else { return }
    asset.pause()
    // What is loaded for views alone is kept by them; the memory cache has it for the next.
    if !options.loadsUnboundAssets { asset.dropUnshown() }
  }

  func viewEnteredWindow() { assets[.media]?.latch() }

  /// The URL of what is loaded as the main media.
  var mediaURL: String? {
    switch assets[.media]?.source {
    case .image(let url)?, .video(let url)?: url
    case .unavailable?, nil: nil
    }
  }

  /// What an asset will ask for when a view shows it in an area of so many pixels, for lists that load it before; `nil` of
  /// one that is no picture or has failed.
  package func request(
    for type: MediaAssetType, area: PixelSize, contentMode: ContentFit
  ) -> MediaRequest? {
    loadingState(of: type) == .failed ? nil : assets[type]?.request(area: area, contentMode: contentMode)
  }

  /// A person has clicked the ad, or one of its assets, whose own link counts then: that is told, and where it leads is
  /// opened.
  public func performClick(on asset: OpenRTBNative.Asset? = nil) {
    performClick(leadingTo: asset.flatMap(link(of:)) ?? response.link)
  }

  private func performClick(leadingTo link: OpenRTBNative.Link) {
    tell(.didClick(link))
    tell(viewability.click(isMediaLoaded: isMediaShown))
    engagement.click(link)
  }

  /// The asset's own link; a video's leads where its VAST document says, and is tracked as one of the ad too.
  private func link(of asset: OpenRTBNative.Asset) -> OpenRTBNative.Link? {
    if let link = asset.link { return link }
    guard case .video = asset.content, case .success(let vast)? = vast else { return nil }
    var link = response.link
    if let page = vast.linear.clickThrough { (link.url, link.fallback) = (page, link.url) }
    link.clickTrackers += vast.linear.clickTrackings
    return link
  }

  /// A person has clicked what shows a part of the ad: the link of its asset counts, where that has one, and for the
  /// profile's logo and name the profile's.
  public func performClick(on component: NativeAdComponent) {
    switch component {
    case .profileLogo, .profileName:
      var link = response.link
      if let page = response.details.profile?.link { (link.url, link.fallback) = (page, nil) }
      performClick(leadingTo: link)
    default: performClick(on: asset(of: component))
    }
  }

  private func asset(of component: NativeAdComponent) -> OpenRTBNative.Asset? {
    response.assets.first {
      switch ($0.content, component) {
      case (.title, .title), (.data(.sponsored?, _), .advertiser), (.data(.description?, _), .body),
        (.data(.callToAction?, _), .callToAction):
        true
      case (.image(let image), .icon): image.role == .icon
      case (.image(let image), .media): image.role == .main && mediaData?.mediaType == .image
      case (.video, .media): mediaData?.mediaType == .video
      default: false
      }
    }
  }

  // MARK: Exposure

  /// Whether there is something to see: the main media, of an ad that has one, and views for it.
  private var isMediaShown: Bool {
    isActive && (machine[.media] == .loaded || machine[.media] == .none || !hasPlaceForMedia)
  }

  /// Whether the main media is to be seen. Views of the icon alone do without; as long as there is no view, one for it
  /// may come.
  private var hasPlaceForMedia: Bool {
    boundViews.isEmpty || hasMediaView
  }

  /// The ad is shown at another place, without a view.
  func add(_ exposure: AdExposure) {
    places.removeAll { $0.exposure == nil }
    places.append(Place(exposure: exposure))
  }

  /// Something has changed that seeing the ad depends on, or its time has come.
  func exposureChanged() {
    // Between two views of a rebinding there is none, which nobody sees.
    guard rebindings == 0 else { return }
    exposureTimer.take()?.cancel()
    viewability.rule = viewabilityRule
    let now = pipeline.now
    let isPlaying = mediaData?.videoController?.state == .playing
    var sample = ViewabilityMachine.Sample(
      time: now, visibleFraction: visibleFraction, isMediaLoaded: isMediaShown, isPlaying: isPlaying)
    let events = viewability.take(sample)
    sample.isPlaying = isPlaying && hasMediaView
    let standards = tracking?.take(sample) ?? []
    if let deadline = [viewability.nextDeadline, tracking?.nextDeadline].compactMap(\.self).min() {
      exposureTimer = pipeline.mainScheduler.schedule(after: max(.zero, deadline - now)) { [weak self] in
        self?.exposureChanged()
      }
    }
    tell(events)
    deliver(standards.map { .moment(.seen(by: $0)) })
  }

  /// Of several views the largest; what is no number counts as 0.
  private var visibleFraction: Double {
    let fractions = boundViews.map(\.exposedFraction) + places.compactMap(\.exposure?.visibleFraction)
    return fractions.reduce(0) { $1 > $0 ? $1 : $0 }
  }

  private var viewabilityRule: ViewabilityRule {
    if mediaData?.mediaType == .video, hasPlaceForMedia { return .video }
    let size =
      boundViews.compactMap { $0.mediaView?.display?.pixelSize }.first ?? PixelSize(width: 0, height: 0)
    return .display(of: size, usesLargeDisplayRule: options.usesLargeDisplayViewability)
  }

  private func tell(_ events: [ViewabilityMachine.Event]) {
    for event in events {
      switch event {
      case .viewable: tell(.didBecomeViewable)
      case .interestBegan: tell(.didChangeUserInterest(true))
      case .interestEnded: tell(.didChangeUserInterest(false))
      }
    }
  }
}

extension NativeAd: MemoryWarningObserver {
  package func didReceiveMemoryWarning() {
    // An ad that waits for others to be handed over with has told what is loaded: that is so when it comes.
    if isActive { forEachAsset { $0.dropUnshown() } }
  }
}
