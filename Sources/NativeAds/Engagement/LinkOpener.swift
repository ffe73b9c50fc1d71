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
  /// The person was back before it was known whether the page is open.
  private var isBack = false
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
    if isBack { didClose() }
  }

  /// It could not be opened; the text says why.
  public func didFail(_ reason: String) {
    guard !isSettled else { return }
    isSettled = true
    onEvent.take()?(.failed(reason))
  }

  /// It is closed again, and the person is back. An opener that cannot know keeps its pages until the program says so, as
  /// ``DesktopLinkOpener/personDidReturn()`` does.
  public func didClose() {
    didOpen()
    onEvent.take()?(.closed)
  }

  /// The person is back: closes the page, one that is still being opened once it is open.
  func personDidReturn() {
    isBack = true
    if isSettled { didClose() }
  }
}
