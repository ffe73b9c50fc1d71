extension NativeAd {
  /// A person has clicked where the ad is shown; what shows a part of it says which. The click is performed, unless the
  /// program handles clicks, see ``NativeAdOptions/usesCustomClick``: then it is told, and nothing more.
  public func receiveClick(on component: NativeAdComponent? = nil) {
    if options.usesCustomClick { return tell(.didReceiveCustomClick(component)) }
    if let component { performClick(on: component) } else { performClick() }
  }

  /// Opens a page through ``NativeAdOptions/linkOpener``. It counts as no click.
  /// - Parameters:
  ///   - url: the page; `nil`, the default, is where the ad leads.
  ///   - inAppBrowser: whether the page is to be shown inside of the program, where that can be done.
  public func open(_ url: String? = nil, inAppBrowser: Bool = false) {
    let link = url.map { OpenRTBNative.Link(url: $0) } ?? response.link
    engagement.open(link, inAppBrowser: inAppBrowser) { _ in }
  }

  /// Opens the page that AdChoices leads to; of an ad without one this does nothing. It counts as no click, and that the
  /// person is back from there is not told.
  public func openPrivacyPage() {
    guard let url = response.privacyURL else { return }
    engagement.open(OpenRTBNative.Link(url: url), inAppBrowser: false, isLanding: false) { _ in }
  }

  /// The person is back from the landing page, as the program has noticed: its window has the focus again, its own browser
  /// was closed. Where no page of the ad is open this does nothing.
  public func didReturnFromLanding() { engagement.didReturn() }

  /// Whether a page of the ad was opened, and the person is not back.
  public var isAtLanding: Bool { engagement.isAtLanding }

  /// How far the person is with taking part in what the ad pays for.
  public var participationState: ParticipationState { engagement.state }
}
