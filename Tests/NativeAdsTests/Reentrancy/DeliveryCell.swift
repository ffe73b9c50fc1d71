import LazyMedia

@testable import NativeAds

/// A view with a binder, and what its displays show.
@MainActor final class DeliveryCell {
  let view: NativeAdView
  private(set) var binder: NativeAdViewBinder?
  private let media = ReentrantDisplay()
  private let icon = ReentrantDisplay()
  private let cover = Cover()
  private var texts: [NativeAdComponent: String] = [:]
  private let onCall: @MainActor () -> Void

  /// Shows overlays.
  @MainActor private final class Cover: AdOverlayDisplay {
    var onShow: @MainActor () -> Void = {}
    let iconDisplay: (any MediaDisplay)? = nil

    func show(_ overlay: AdOverlay?) { onShow() }
  }

  /// - Parameter onCall: called by each display, and by each handler.
  init(pipeline: MediaPipeline, onCall: @escaping @MainActor () -> Void) {
    self.onCall = onCall
    view = NativeAdView(
      mediaView: MediaView(display: media, pipeline: pipeline),
      iconView: MediaView(display: icon, pipeline: pipeline))
    for display in [media, icon] { display.onCall = onCall }
    cover.onShow = onCall
    view.overlayDisplay = cover
    view.overlayProvider = { ad in
      onCall()
      return ad.title == "first" ? AdOverlay(text: "Thank you", link: "https://shop.example/more") : nil
    }
    buildBinder()
  }

  /// Makes a binder in the place of the one before.
  func buildBinder() {
    let new = try? NativeAdViewBinder.Builder(view)
      .title(show: text(.title)).body(show: text(.body)).callToAction(show: text(.callToAction))
      .media { [weak self] ad, _ in
        self?.onCall()
        ad?.performClick()
      }
      .build()
    new?.isEntireClick = true
    new?.refreshingHandler = { [weak self] _ in self?.onCall() }
    new?.callToActionText = { [weak self] ad in
      self?.onCall()
      return "\(ad.participationState)"
    }
    // What was there goes when the property may be used again: it tells its displays.
    let old = binder
    binder = new
    withExtendedLifetime(old) {}
  }

  private func text(_ component: NativeAdComponent) -> @MainActor (String) -> Void {
    { [weak self] text in
      self?.texts[component] = text
      self?.onCall()
    }
  }

  /// What the cell shows though it should not.
  var fault: String? {
    // Of two that were built one inside the other the view knows the one that was begun last.
    guard let binder, view.binder === binder else { return nil }
    let ad = view.nativeAd
    if let unit = binder.unit, unit.ad !== ad { return "a binder that shows another ad than its unit's" }
    let expected = [ad?.title ?? "", ad?.body ?? "", ad.map { "\($0.participationState)" } ?? ""]
    let shown = [NativeAdComponent.title, .body, .callToAction].map { texts[$0] ?? "" }
    if shown != expected { return "texts \(shown) instead of \(expected)" }
    guard ad == nil else { return nil }
    for case .image in [media.content, icon.content] { return "a picture of no ad" }
    return nil
  }
}
