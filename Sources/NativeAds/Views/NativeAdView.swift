/// The view of an ad, as a model that a toolkit mirrors: its areas for pictures, the texts that it shows, its
/// placeholders, and whether it is on the screen.
///
/// ```swift
/// let view = NativeAdView(mediaView: MediaView(display: mediaArea), iconView: MediaView(display: iconArea))
/// view.nativeAd = ad
/// if ad.mediaLoadingState == .loading { view.mediaView?.showPlaceholder { $0.content = .preview } }
/// ```
@MainActor public final class NativeAdView {
  /// When placeholders go by themselves.
  public enum PlaceholderRemoval: Hashable, Sendable {
    /// All of them once icon and main media are loaded; where one fails, none.
    case whenAllAreLoaded
    /// Each once its own asset is loaded; also where that was loaded before, was let go, and is back.
    case perAsset
  }

  /// A use that is allowed but probably not what was meant.
  public enum Diagnostic: Hashable, Sendable {
    /// A placeholder was to be shown before an ad was bound; it was not shown.
    case placeholderBeforeBinding
    /// A placeholder was shown over an asset that is loaded; nothing will remove it by itself.
    case placeholderAfterLoading
  }

  /// The area of the main media; `nil` in a view for ads that are asked for without one.
  public let mediaView: MediaView?
  /// The area of the icon.
  public let iconView: MediaView?
  /// What the view shows besides; the four texts of every ad by default. That only matters for the ``BindingReport``.
  public var texts: Set<NativeAdComponent> = [.title, .body, .callToAction, .advertiser]

  /// Called when a placeholder is to be removed, once a placeholder, by the program or because the ad is loaded. It
  /// goes when the second argument is called; a call too many, or one that comes after the view was reused, does
  /// nothing. Without a handler placeholders go at once.
  public var placeholderWillRemoveHandler: PlaceholderRemovalHandler? {
    didSet { for view in areas { view.slot.placeholderWillRemoveHandler = placeholderWillRemoveHandler } }
  }
  /// After this time a removal that the handler has not ended is ended; `nil`, the default, waits forever.
  public var placeholderRemovalTimeout: Duration? {
    didSet { for view in areas { view.slot.placeholderRemovalTimeout = placeholderRemovalTimeout } }
  }
  /// When placeholders go by themselves; once all assets are loaded, by default.
  public var placeholderRemoval = PlaceholderRemoval.whenAllAreLoaded
  /// Makes the placeholder that takes the place of any other where an asset fails; `nil`, the default, leaves what is
  /// there.
  public var failurePlaceholder: (@MainActor (PlaceholderView, MediaAssetType) -> Void)?
  /// Hears of uses that are probably not what was meant; `nil` by default.
  public var diagnosticHandler: (@MainActor (Diagnostic) -> Void)?

  /// How well the view and the ad bound last fit.
  public private(set) var bindingReport: BindingReport?

  private var boundAd: NativeAd?
  /// Tells apart what the view is told while something else is under way.
  private(set) var commands: UInt64 = 0
  /// Ads that are being given up, one inside another.
  private var givingUp = 0
  private var isGivingUp: Bool { givingUp > 0 }
  private let node = ViewNode(isWindow: false)
  /// Covers the view when its ad has done its part.
  let overlays = AdOverlayPresenter()
  /// Shows the texts of the ad.
  weak var binder: NativeAdViewBinder?

  /// Creates a view.
  public init(mediaView: MediaView? = nil, iconView: MediaView? = nil) {
    self.mediaView = mediaView
    self.iconView = iconView
    for view in areas { view.owner = self }
    overlays.view = self
    node.onWindowChange = { [weak self] isInWindow in
      if isInWindow { self?.boundAd?.viewEnteredWindow() }
    }
  }

  // A view that is let go gives up what it shows.
  isolated deinit { unbind() }

  private var areas: [MediaView] { [mediaView, iconView].compactMap(\.self) }

  // MARK: Binding

  /// The ad that is shown. Setting it binds the ad, see ``bind(_:)``; `nil` unbinds.
  public var nativeAd: NativeAd? {
    get { boundAd }
    set { if let newValue { bind(newValue) } else { unbind() } }
  }

  /// Shows an ad in place of any other. What is loaded already is shown in this turn, all else as it comes; nothing of
  /// an earlier ad can be shown any more. Binding the ad that is shown changes nothing.
  ///
  /// Where the ad's ``NativeAdRenderingSetting/hasMediaView`` and the view disagree, the view shows no ad, and the ad's
  /// delegate is told.
  @discardableResult
  public func bind(_ ad: NativeAd) -> BindingReport { show(ad, isNextOfUnit: false) }

  /// - Parameter isNextOfUnit: whether it is the next ad of the unit whose ad is shown.
  func show(_ ad: NativeAd, isNextOfUnit: Bool) -> BindingReport {
    if ad === boundAd, let bindingReport { return bindingReport }
    let turn = beginCommand()
    // The view stays where it is.
    let fraction = visibleFraction
    giveUp(toNextOfUnit: isNextOfUnit)
    var report = BindingReport(
      unshown: ad.components.subtracting(components), missing: components.subtracting(ad.components))
    // A display that was told to show nothing has told the view something else: that came later.
    guard turn == commands else { return bindingReport ?? report }
    visibleFraction = fraction
    if ad.options.renderingSetting.hasMediaView != (mediaView != nil) {
      report.error = mediaView == nil ? .mediaViewMissing : .unexpectedMediaView
    }
    bindingReport = report
    if let error = report.error {
      binder?.viewDidFailToShow(ad)
      ad.tell(.didFailToRender(error))
      return report
    }
    boundAd = ad
    overlays.follow(ad)
    binder?.viewShows(ad)
    guard turn == commands else { return bindingReport ?? report }
    ad.bind(self)
    return report
  }

  /// Gives the ad up: its pictures and placeholders go at once, without any handler, and what no other view waits for
  /// is cancelled. Idempotent.
  public func unbind() {
    let turn = beginCommand()
    guard boundAd != nil || isGivingUp else {
      overlays.reset(nil)
      // It may wait for an ad that has yet to come.
      binder?.viewStaysEmpty()
      return
    }
    giveUp(toNextOfUnit: false)
    // Unless a callback has told the view something else.
    if turn == commands { binder?.viewShows(nil) }
  }

  private func beginCommand() -> UInt64 {
    commands &+= 1
    return commands
  }

  private func giveUp(toNextOfUnit: Bool) {
    guard let ad = boundAd.take() else { return }
    givingUp += 1
    defer { givingUp -= 1 }
    defer { if toNextOfUnit { overlays.leave(ad) } else { overlays.reset(ad) } }
    visibleFraction = 0
    bindingReport = nil
    #if MUTANTS
      if Mutant.staysBound.isOn { return }
    #endif
    ad.unbind(self)
    // Unless a callback has bound another ad.
    for view in areas where boundAd == nil { view.slot.prepareForReuse() }
  }

  /// A person has clicked the view; what shows a part of the ad says which. A ``NativeAdViewBinder`` of the view handles it,
  /// else see ``NativeAd/receiveClick(on:)``. While an overlay covers the view it was that which was clicked.
  public func receiveClick(on component: NativeAdComponent? = nil) {
    if overlay != nil { return clickOverlay() }
    if let binder { binder.receiveClick(on: component) } else { boundAd?.receiveClick(on: component) }
  }

  /// The cell goes back to the pool: the same as ``unbind()``.
  public func prepareForReuse() { unbind() }

  /// What the view shows.
  public var components: Set<NativeAdComponent> {
    var components = texts.subtracting([.media, .icon])
    if area(for: .media) != nil { components.insert(.media) }
    if area(for: .icon) != nil { components.insert(.icon) }
    return components
  }

  func area(for type: MediaAssetType) -> MediaView? {
    let area =
      switch type {
      case .media: mediaView
      case .icon: iconView
      }
    return area?.isPartOfView == true ? area : nil
  }

  func type(of area: MediaView) -> MediaAssetType? {
    MediaAssetType.allCases.first { self.area(for: $0) === area }
  }

  func diagnose(_ diagnostic: Diagnostic) { diagnosticHandler?(diagnostic) }

  // MARK: Placeholders

  /// Shows a placeholder over the icon, see ``MediaView/showPlaceholder(_:)``.
  public func showIconPlaceholder(_ configure: (@MainActor (PlaceholderView) -> Void)? = nil) {
    iconView?.showPlaceholder(configure)
  }

  /// Removes both placeholders, the main media's first, through ``placeholderWillRemoveHandler`` if it is set. One
  /// whose removal is under way is left to it.
  public func removePlaceholders() {
    for view in areas { view.slot.removePlaceholder() }
  }

  /// Removes the placeholder of one asset.
  public func removePlaceholder(for type: MediaAssetType) {
    area(for: type)?.slot.removePlaceholder()
  }

  /// Placeholders whose removal is under way.
  public var pendingRemovals: Int { areas.count { $0.slot.isPlaceholderRemovalPending } }

  func assetDidLoad(_ type: MediaAssetType) {
    #if MUTANTS
      let removes = placeholderRemoval == .perAsset || Mutant.removesEarly.isOn
    #else
      let removes = placeholderRemoval == .perAsset
    #endif
    if removes { removePlaceholder(for: type) }
  }

  func assetDidFail(_ type: MediaAssetType) {
    guard let failurePlaceholder else { return }
    area(for: type)?.slot.showPlaceholder { failurePlaceholder($0, type) }
  }

  // MARK: Screen

  /// Hangs the view in a container. Once that hangs in a window, an outstream video begins to load.
  public func attach(to container: ViewContainer) { node.attach(to: container.node) }

  /// Takes the view out of its container. What has begun goes on.
  public func detach() { node.detach() }

  /// Hangs where another view hangs, and is seen as much of.
  func takePlace(of other: NativeAdView) {
    visibleFraction = other.visibleFraction
    if let parent = other.node.parent { node.attach(to: parent) }
  }

  /// Whether the view hangs in a window.
  public var isInWindow: Bool { node.isInWindow }

  /// How much of the view is on the screen, 0 to 1; 0 by default. The renderer keeps it up to date.
  public var visibleFraction = 0.0 {
    didSet { if visibleFraction != oldValue { boundAd?.exposureChanged() } }
  }
}
