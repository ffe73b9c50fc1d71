import Glibc

/// Opens landing pages with the program that the desktop has for them (`xdg-open`).
@MainActor public final class DesktopLinkOpener: LinkOpener {
  /// The one that ads use by default.
  public static let shared = DesktopLinkOpener()

  /// Creates an opener.
  public init() {}

  /// See ``LinkOpener/open(_:)``.
  public func open(_ page: LandingPage) {
    page.didFail("not yet")
  }
}
