extension NativeAd {
  /// A person has clicked where the ad is shown; what shows a part of it says which. The click is performed, unless the
  /// program handles clicks, see ``NativeAdOptions/usesCustomClick``: then it is told, and nothing more.
  public func receiveClick(on component: NativeAdComponent? = nil) {
    if options.usesCustomClick { return tell(.didReceiveCustomClick(component)) }
    if let component { performClick(on: component) } else { performClick() }
  }

  /// Opens a page through ``NativeAdOptions/linkOpener``. It counts as no click, and that the person is back from there is
  /// not told.
  /// - Parameters:
  ///   - url: the page; `nil`, the default, is where the ad leads.
  ///   - inAppBrowser: whether the page is to be shown inside of the program, where that can be done.
  public func open(_ url: String? = nil, inAppBrowser: Bool = false) {
    let link = url.map { OpenRTBNative.Link(url: $0) } ?? response.link
    engagement.open(link, inAppBrowser: inAppBrowser, for: .other) { _ in }
  }

  /// Opens the page that AdChoices leads to; of an ad without one this does nothing. It counts as no click, and that the
  /// person is back from there is not told.
  public func openPrivacyPage() {
    guard let url = response.privacyURL else { return }
    engagement.open(OpenRTBNative.Link(url: url), inAppBrowser: false, for: .other) { _ in }
  }

  /// The person is back from where this ad has led, also by an overlay; from a page that is still being opened, once that is
  /// open. Where there is none this does nothing. A program that shows several ads, or units whose ads are replaced, does not
  /// know which of them led away: it tells their opener, see ``DesktopLinkOpener/personDidReturn()``.
  public func didReturnFromLanding() { engagement.didReturn() }

  /// Whether a click has opened the ad's landing page, and the person is not back.
  public var isAtLanding: Bool { engagement.isAtLanding }

  /// How far the person is with taking part in what the ad pays for.
  public var participationState: ParticipationState { engagement.state }
}
