import NativeAds

/// Opens nothing: a check clicks, and no browser is to start.
@MainActor final class NoLinkOpener: LinkOpener {
  nonisolated init() {}

  func open(_ page: LandingPage) { page.didFail("no page is opened while the feed is checked") }
}
