import NativeAds

/// Opens nothing, and keeps what it was to open.
@MainActor final class RecordingLinkOpener: LinkOpener {
  /// What becomes of a page.
  enum Answer {
    case opens
    case fails(String)
    /// The test says later.
    case waits
    /// It is let go without a word.
    case drops
  }

  /// Of ads that no fixture has handed over.
  static let others = RecordingLinkOpener()

  var answer = Answer.opens
  /// Called with each page, before it is answered.
  var onOpen: @MainActor (LandingPage) -> Void = { _ in }
  /// The pages that were not let go.
  private(set) var pages: [LandingPage] = []
  /// The URLs of all pages.
  private(set) var urls: [String] = []

  nonisolated init() {}

  func open(_ page: LandingPage) {
    urls.append(page.url)
    onOpen(page)
    switch answer {
    case .opens:
      pages.append(page)
      page.didOpen()
    case .fails(let reason): page.didFail(reason)
    case .waits: pages.append(page)
    case .drops: break
    }
  }

  /// Lets go of all pages.
  func forgetPages() { pages = [] }
}

/// Pays when the test says so.
@MainActor final class ScriptedRewardRequester: RewardRequester {
  /// Answers at once, where there is one.
  var answer: RewardResult?
  private(set) var completions: [@MainActor @Sendable (RewardResult) -> Void] = []

  nonisolated init() {}

  func requestReward(
    for ad: NativeAd, completion: @escaping @MainActor @Sendable (RewardResult) -> Void
  ) {
    completions.append(completion)
    if let answer { completion(answer) }
  }
}
