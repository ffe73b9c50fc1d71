import LazyMedia

/// Binds a ``NativeAdUnit`` or a ``NativeAd`` to a ``NativeAdView`` and the texts around it.
///
/// ```swift
/// let binder = try NativeAdViewBinder.Builder(view)
///   .title(titleLabel).body(bodyLabel).callToAction(button)
///   .build()
/// binder.bind(unit)   // before its ad has come, or after
/// binder.unbind()     // in prepareForReuse
/// ```
///
/// The pictures of icon and main media keep their ratio: ``MediaView/contentMode`` says whether they are shown whole
/// (`contain`, the default) or fill their area and are cut at two of their sides (`cover`). Texts come whole, and what does
/// not fit is cut off by whoever draws them, with an ellipsis.
///
/// Callbacks may bind another ad, or unbind, at any moment: what was called last counts. What is told to the view itself
/// (``NativeAdView/bind(_:)``, ``NativeAdView/unbind()``) ends what the binder follows; the texts are always those of the
/// ad that the view shows.
@MainActor public final class NativeAdViewBinder {
  /// Handles a click on a part of the view wholly. The ad is `nil` while none is shown.
  public typealias ClickHandler = @MainActor (_ ad: NativeAd?, _ component: NativeAdComponent) -> Void

  /// The view, with the areas of icon and main media.
  public let view: NativeAdView
  /// The unit whose ads are shown; `nil` where none is bound.
  public private(set) var unit: NativeAdUnit?
  /// Whether a click on the view counts that hits none of its parts; `false` by default. Of ads whose clicks the program
  /// handles (``NativeAdOptions/usesCustomClick``) each click is told in any case.
  public var isEntireClick = false
  /// What the call to action says, such as that the reward is being checked; `nil`, the default, is the ad's text. It is
  /// asked for again when ``NativeAd/participationState`` changes.
  public var callToActionText: (@MainActor (NativeAd) -> String)? {
    didSet { if let ad = view.nativeAd { show(.callToAction, of: ad) } }
  }

  /// Whether the unit asks for the next ad, to be shown as busy: a spinner, the view half transparent.
  public private(set) var isRefreshing = false
  /// Called when ``isRefreshing`` has changed, after all else that has changed with it.
  public var refreshingHandler: (@MainActor (_ isRefreshing: Bool) -> Void)?

  /// Where parts other than the view's areas are shown, and who handles clicks.
  struct Places {
    var texts: [NativeAdComponent: TextPlace] = [:]
    var logo: (slot: MediaSlot, contentMode: ContentFit)?
    var clickHandlers: [NativeAdComponent: ClickHandler] = [:]

    /// What they show.
    var components: Set<NativeAdComponent> {
      Set(texts.keys).union(logo == nil ? [] : [.profileLogo])
    }
  }

  /// What the binder tells the view at this moment.
  private enum Command {
    case show(NativeAd)
    case unbind
  }

  private let places: Places
  private var command: Command?
  /// Changes that are under way, one inside another.
  private var changes = 0
  /// What ``refreshingHandler`` was told.
  private var toldRefreshing = false
  /// Whether the view is the binder's. The view itself knows it no longer when the binder is let go.
  private var hasView = false
  private weak var observed: NativeAd?
  /// Tells apart what is called while something else is under way.
  private var generation: UInt64 = 0

  init(_ view: NativeAdView, _ places: Places) {
    self.view = view
    self.places = places
    takeView()
  }

  // A binder that is let go gives up what it shows.
  isolated deinit {
    guard hasView else { return }
    change {
      unfollow()
      view.unbind()
      // Until another binder has the view, whose texts these may be.
      fill(nil) { [view] in view.binder == nil }
    }
  }

  /// A view has one binder: the last that was made for it, or bound something.
  private func takeView() {
    guard !hasView else { return }
    let former = view.binder
    view.binder = self
    view.texts = places.components
    hasView = true
    guard let former else { return view.unbind() }
    former.hasView = false
    // What its displays tell the view meanwhile came later.
    let turn = view.commands
    former.change {
      former.unfollow()
      if former.observed != nil {
        former.fill(nil) { [view] in view.commands == turn && view.binder === self }
      }
      if hasView, view.commands == turn { view.unbind() }
    }
  }

  /// Makes a change. The program is told last: what it does then comes after the whole of it.
  private func change<Result>(_ body: () -> Result) -> Result {
    changes += 1
    let result = body()
    changes -= 1
    if changes == 0, isRefreshing != toldRefreshing {
      toldRefreshing = isRefreshing
      refreshingHandler?(isRefreshing)
    }
    return result
  }

  // MARK: Binding

  /// Shows an ad in place of any other: its texts and what is loaded already in this turn, all else as it comes. Nothing of
  /// what was bound before can be shown any more.
  /// - Returns: how well ad and view fit; where ``BindingReport/error`` is set nothing is shown.
  @discardableResult
  public func bind(_ ad: NativeAd) -> BindingReport {
    takeView()
    // Whoever was told that the view has changed hands may have bound something.
    guard hasView else { return BindingReport(unshown: ad.components, missing: []) }
    return change {
      unfollow()
      return show(ad, isNextOfUnit: false)
    }
  }

  /// Shows the unit's ad, and each that takes its place, in the turn in which it comes; nothing as long as there is none. The
  /// ad stays where the next one does not come. Nothing of what was bound before can be shown any more. Binding the unit that
  /// is bound changes nothing.
  public func bind(_ unit: NativeAdUnit) {
    takeView()
    guard hasView, unit !== self.unit else { return }
    change {
      unfollow()
      self.unit = unit
      unit.add(self)
      if let ad = unit.ad {
        show(ad, isNextOfUnit: false)
      } else {
        carryOut(.unbind) { view.unbind() }
      }
      // Unless a callback has bound something else.
      if unit === self.unit { isRefreshing = unit.isRefreshing }
    }
  }

  /// Gives up what is shown: texts, pictures and placeholders go at once, without any handler, and so does what tells of a
  /// refresh. The ad and the unit are not touched. Idempotent.
  public func unbind() {
    guard hasView else { return }
    change {
      unfollow()
      view.unbind()
    }
  }

  /// The cell goes back to the pool: the same as ``unbind()``.
  public func prepareForReuse() { unbind() }

  private func unfollow() {
    unit.take()?.remove(self)
    isRefreshing = false
  }

  @discardableResult
  private func show(_ ad: NativeAd, isNextOfUnit: Bool) -> BindingReport {
    carryOut(.show(ad)) { view.show(ad, isNextOfUnit: isNextOfUnit) }
  }

  private func carryOut<Result>(_ command: Command, _ body: () -> Result) -> Result {
    let outer = self.command
    self.command = command
    defer { self.command = outer }
    return body()
  }

  // MARK: From the view

  /// The view shows another ad, or none any more.
  func viewShows(_ ad: NativeAd?) {
    change {
      switch (command, ad) {
      case (.show(let shown)?, let ad?) where shown === ad: break
      case (.unbind?, nil): break
      default: unfollow()
      }
      fill(ad)
    }
  }

  /// The view was told to show nothing, and showed nothing.
  func viewStaysEmpty() {
    if case .unbind? = command {} else { change { unfollow() } }
  }

  /// The ad that the view was given does not fit; it shows none.
  func viewDidFailToShow(_ ad: NativeAd) {
    change {
      if case .show(let shown)? = command, shown === ad {} else { unfollow() }
      fill(nil)
    }
  }

  private func fill(_ ad: NativeAd?, while isWanted: () -> Bool = { true }) {
    generation &+= 1
    let turn = generation
    observed.take()?.remove(self)
    observed = ad
    ad?.add(self)
    for component in NativeAdComponent.allCases {
      show(component, of: ad)
      guard turn == generation, isWanted() else { return }
    }
    guard let logo = places.logo else { return }
    logo.slot.load(
      ad?.request(
        forPictureAt: ad?.response.details.profile?.logoURL, in: logo.slot, contentMode: logo.contentMode))
  }

  private func show(_ component: NativeAdComponent, of ad: NativeAd?) {
    guard let place = places.texts[component] else { return }
    let changed = component == .callToAction ? ad.flatMap { callToActionText?($0) } : nil
    // Asking may have bound another ad.
    guard ad === observed else { return }
    place.show(changed ?? ad?.text(of: component) ?? "")
  }

  // MARK: Clicks

  /// A person has clicked the view; what shows a part of the ad says which. A part with a handler of its own leaves the click
  /// to it; a click on any other is performed, as ``NativeAd/receiveClick(on:)`` says. One beside all parts counts where
  /// ``isEntireClick`` says so. While an overlay covers the view it was that which was clicked.
  public func receiveClick(on component: NativeAdComponent? = nil) {
    if view.overlay != nil { return view.clickOverlay() }
    let ad = view.nativeAd
    guard let component, view.components.contains(component) else {
      if isEntireClick || ad?.options.usesCustomClick == true { ad?.receiveClick() }
      return
    }
    if let handler = places.clickHandlers[component] { return handler(ad, component) }
    ad?.receiveClick(on: component)
  }
}

extension NativeAdViewBinder: NativeAdUnitObserver {
  package func unit(_ unit: NativeAdUnit, didChange ad: NativeAd) {
    if unit === self.unit { show(ad, isNextOfUnit: true) }
  }

  package func unit(_ unit: NativeAdUnit, isRefreshing: Bool) {
    if unit === self.unit { change { self.isRefreshing = isRefreshing } }
  }
}

extension NativeAdViewBinder: NativeAdObserver {
  func nativeAd(_ ad: NativeAd, did event: NativeAdEvent) {
    switch event {
    case .didRequestReward, .didReward:
      if ad === observed, callToActionText != nil { show(.callToAction, of: ad) }
    default: break
    }
  }
}
