import NativeAds

/// Opens nothing: a run of so many frames is watched by nobody, and no browser is to start.
@MainActor final class NoLinkOpener: LinkOpener {
  nonisolated init() {}

  func open(_ page: LandingPage) { page.didFail("no page is opened in a run of so many frames") }
}
