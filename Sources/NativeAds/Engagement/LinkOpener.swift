/// Opens landing pages. A program with a browser of its own brings one in ``NativeAdOptions/linkOpener``; by default there
/// is ``DesktopLinkOpener``.
@MainActor public protocol LinkOpener: AnyObject, Sendable {
  /// Opens a page, and tells it how that went. A page that is let go before it was told anything was not opened.
  func open(_ page: LandingPage)
}

/// A page that is to be opened, and what its opener tells of it.
@MainActor public final class LandingPage {
  /// Its URL; the scheme is one of those that ``NativeAdOptions/allowedLinkSchemes`` names.
  public let url: String
  /// Whether it is to be shown inside of the program, where that can be done.
  public let inAppBrowser: Bool

  /// What is told of a page.
  enum Event {
    case opened
    case failed(String)
    case closed
  }

  private var isSettled = false
  private var onEvent: (@MainActor (Event) -> Void)?

  init(url: String, inAppBrowser: Bool, onEvent: @escaping @MainActor (Event) -> Void) {
    self.url = url
    self.inAppBrowser = inAppBrowser
    self.onEvent = onEvent
  }

  // Or whoever waits for an answer would wait for ever.
  isolated deinit { didFail("whoever was to open it has let it go") }

  /// The page is open. Only the first of this and ``didFail(_:)`` counts.
  public func didOpen() {
    guard !isSettled else { return }
    isSettled = true
    onEvent?(.opened)
  }

  /// It could not be opened; the text says why.
  public func didFail(_ reason: String) {
    guard !isSettled else { return }
    isSettled = true
    onEvent.take()?(.failed(reason))
  }

  /// It is closed again, and the person is back. Openers that cannot know leave it to the program, which calls
  /// ``NativeAd/didReturnFromLanding()``.
  public func didClose() {
    didOpen()
    onEvent.take()?(.closed)
  }
}
