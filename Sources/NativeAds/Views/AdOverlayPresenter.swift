import LazyMedia

/// Covers a view with an overlay when its ad has done its part.
@MainActor final class AdOverlayPresenter: NativeAdObserver {
  weak var view: NativeAdView?
  /// Makes overlays.
  var provider: (@MainActor (NativeAd) -> AdOverlay?)?
  /// Shows them.
  weak var display: (any AdOverlayDisplay)? {
    didSet { if display !== oldValue, overlay != nil { present() } }
  }
  /// What covers the view.
  private(set) var overlay: AdOverlay?

  private var machine = AdOverlayMachine()
  /// The ad whose person is away, or whose overlay is shown, though the next one may have taken its place.
  private var subject: NativeAd?
  private var icon: MediaSlot?

  /// The view shows an ad.
  func follow(_ ad: NativeAd) { ad.add(self) }

  /// The view shows none any more: whatever there is goes.
  func reset(_ ad: NativeAd?) {
    ad?.remove(self)
    forgetSubject()
    machine.close()
    if overlay != nil { cover(with: nil) }
  }

  /// The next ad takes the place: what covers the place stays, and the person may yet be back.
  func leave(_ ad: NativeAd) {
    guard ad !== subject else { return }
    if subject == nil, provider != nil, ad.isAtLanding { subject = ad } else { ad.remove(self) }
  }

  func nativeAd(_ ad: NativeAd, did event: NativeAdEvent) {
    guard concerns(ad) else { return }
    switch event {
    case .didReturnFromLanding: carryOut(machine.return(ad.participationState), for: ad)
    case .didReward: carryOut(machine.settle(ad.participationState), for: ad)
    default: return
    }
    if machine.isIdle {
      if ad === subject, !ad.isAtLanding { forgetSubject() }
    } else {
      subject = subject ?? ad
    }
  }

  /// Whether what happens to an ad counts: of the one whose turn it is, else of the one that is shown too.
  private func concerns(_ ad: NativeAd) -> Bool {
    ad === subject || machine.isIdle && ad === view?.nativeAd
  }

  private func carryOut(_ action: AdOverlayMachine.Action, for ad: NativeAd) {
    switch action {
    case .nothing: break
    case .close: close()
    case .ask:
      // Whoever is asked may give the view up.
      guard let overlay = provider?(ad), concerns(ad) else { return }
      subject = ad
      machine.show()
      cover(with: overlay)
    }
  }

  /// Takes the overlay away.
  func close() {
    guard overlay != nil else { return }
    machine.close()
    forgetSubject()
    cover(with: nil)
  }

  /// Opens where the overlay leads.
  func click() {
    guard let subject, let link = overlay?.link else { return }
    machine.leave()
    let purpose = AdEngagement.Purpose.overlay { [weak self, weak subject] in
      if let self, let subject { carryOut(machine.comeBack(), for: subject) }
    }
    subject.engagement.open(OpenRTBNative.Link(url: link), inAppBrowser: false, for: purpose) {
      [weak self] isOpen in if !isOpen { self?.machine.stay() }
    }
  }

  private func forgetSubject() {
    guard let ad = subject.take(), ad !== view?.nativeAd else { return }
    ad.remove(self)
  }

  private func cover(with overlay: AdOverlay?) {
    self.overlay = overlay
    present()
    view?.nativeAd?.exposureChanged()
  }

  private func present() {
    icon.take()?.prepareForReuse()
    let overlay = overlay
    display?.show(overlay)
    // The display may have closed it.
    guard let overlay, overlay == self.overlay, let subject, let iconDisplay = display?.iconDisplay else {
      return
    }
    let slot = MediaSlot(display: iconDisplay, pipeline: subject.pipeline)
    icon = slot
    slot.load(subject.request(forPictureAt: overlay.iconURL, in: slot, contentMode: .contain))
  }
}
