import Glibc
import LazyMedia

/// Opens landing pages with the program that the desktop has for them (`xdg-open`, of the package xdg-utils).
///
/// A page counts as open once that program has ended without an error, or runs for three seconds: some become the browser
/// themselves. Whether the person is back is not known here: the program says so, by ``personDidReturn()``, when its window
/// has the focus again.
@MainActor public final class DesktopLinkOpener: LinkOpener {
  /// The one that ads use by default.
  public static let shared = DesktopLinkOpener()

  private let program: String
  private let patience: Duration
  private let scheduler: any MainScheduler
  /// Programs that were started and have not ended.
  private(set) var running = 0
  /// Pages that are open or are being opened. Whose ad is gone are gone.
  private var pages: [Page] = []

  private struct Page {
    weak var page: LandingPage?
  }

  /// More than these at once are not started. Each has a thread that waits for its end.
  static let mostRunning = 16

  /// Creates an opener.
  public convenience init() { self.init(program: "xdg-open") }

  /// - Parameters:
  ///   - program: its name or its path.
  ///   - patience: after this time a program that still runs has opened its page.
  init(
    program: String, patience: Duration = .seconds(3), scheduler: any MainScheduler = MainQueue()
  ) {
    self.program = program
    self.patience = patience
    self.scheduler = scheduler
  }

  /// See ``LinkOpener/open(_:)``.
  public func open(_ page: LandingPage) {
    if page.url.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      return page.didFail("a URL has no control characters")
    }
    if running >= Self.mostRunning {
      return page.didFail("\(running) pages are being opened: \(program) has ended for none of them")
    }
    running += 1
    pages.removeAll { $0.page == nil }
    pages.append(Page(page: page))
    let opening = Opening(page)
    LinkProgram.run(program, url: page.url) { [scheduler, patience] in
      scheduler.enqueue { opening.wait(patience, scheduler) }
    } onEnd: { [weak self, program, scheduler] end in
      scheduler.enqueue {
        self?.running -= 1
        opening.end(end, of: program)
      }
    }
  }

  /// The person is back in the program: every page that was opened here is closed, whichever ad, unit or overlay led there,
  /// and whether or not that is still shown. One that is still being opened is closed once it is open. Where there is none
  /// this does nothing, so that a program may call it whenever its window gets the focus.
  public func personDidReturn() {
    let pages = self.pages
    self.pages = []
    for page in pages { page.page?.personDidReturn() }
  }

  /// A page whose program runs.
  @MainActor private final class Opening {
    private let page: LandingPage
    private var timer: MainTimer?

    init(_ page: LandingPage) { self.page = page }

    func wait(_ patience: Duration, _ scheduler: any MainScheduler) {
      timer = scheduler.schedule(after: patience) { [page] in page.didOpen() }
    }

    func end(_ end: LinkProgram.End, of program: String) {
      timer.take()?.cancel()
      if let reason = end.failure(of: program) { page.didFail(reason) } else { page.didOpen() }
    }
  }
}

extension LinkProgram.End {
  /// Text that a person can act on; `nil` where the page is open.
  fileprivate func failure(of program: String) -> String? {
    switch self {
    case .exited(0), .unknown: nil
    // The statuses that xdg-open documents.
    case .exited(2): "\(program) found no file there (exit status 2)"
    case .exited(3): "\(program) found no program that opens such a URL (exit status 3)"
    case .exited(let status): "\(program) failed (exit status \(status))"
    case .killed(let signal): "\(program) was ended by signal \(signal)"
    case .notStarted(ENOENT):
      "\(program) is not installed, or not in PATH: the package xdg-utils has xdg-open"
    case .notStarted(EACCES): "\(program) may not be run"
    case .notStarted(E2BIG): "the URL is too long for \(program)"
    case .notStarted(let error): "\(program) could not be started (error \(error))"
    }
  }
}
