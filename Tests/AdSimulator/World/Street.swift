import NativeAds

/// Where clicks lead: the pages that the person is sent to, and who pays rewards.
@MainActor final class Street: LinkOpener, RewardRequester {
  private struct Visit {
    let page: LandingPage
    let number: Int
    weak var host: AdHost?
    let claim: Int?
  }

  private struct Request {
    weak var host: AdHost?
    let claim: Int
    let answer: @MainActor @Sendable (RewardResult) -> Void
  }

  private var expected: (host: AdHost, claim: Int?)?
  private var unsettled: [Visit] = []
  private var open: [Visit] = []
  private var requests: [Request] = []
  private var opening: Visit?
  private var visits = 0
  private var haste = Haste.waits

  /// What becomes of a page at once.
  enum Haste { case opens, fails, waits }

  /// The next page that is opened is one of `host`.
  func expectPage(of host: AdHost, claim: Int?, _ haste: Haste) {
    expected = (host, claim)
    self.haste = haste
  }

  func open(_ page: LandingPage) {
    guard let (host, claim) = expected else { return }
    expected = nil
    if page.url != AdSpec.link(of: host.linkNumber) {
      host.world.report(.engagement, "ad \(host.number) leads to \(page.url)")
    }
    visits += 1
    let visit = Visit(page: page, number: visits, host: host, claim: claim)
    switch haste {
    case .opens: settle(visit, opens: true)
    case .fails: settle(visit, opens: false)
    case .waits:
      unsettled.append(visit)
      host.pageIsAwaited(visit.number)
    }
  }

  func requestReward(for ad: NativeAd, completion: @escaping @MainActor @Sendable (RewardResult) -> Void) {
    guard let visit = opening, let host = visit.host, let claim = visit.claim else { return }
    requests.append(Request(host: host, claim: claim, answer: completion))
  }

  /// A page opens, or cannot be opened.
  func settlePage(_ target: Int, opens: Bool) {
    guard !unsettled.isEmpty else { return }
    settle(unsettled.remove(at: target % unsettled.count), opens: opens)
  }

  private func settle(_ visit: Visit, opens: Bool) {
    if opens {
      visit.host?.pageDidOpen(visit.number, visit.claim)
      open.append(visit)
      opening = visit
      visit.page.didOpen()
      opening = nil
    } else {
      visit.host?.pageDidFail(visit.number, visit.claim)
      visit.page.didFail("no")
    }
  }

  /// A page that is open is closed again. Returns whose it was.
  func closePage(_ target: Int) {
    guard !open.isEmpty else { return }
    let visit = open.remove(at: target % open.count)
    visit.host?.pageDidClose(visit.number)
    visit.page.didClose()
  }

  /// A request for a reward is answered, sometimes once more.
  func answer(_ target: Int, _ result: RewardResult) {
    guard !requests.isEmpty else { return }
    let index = target % requests.count
    let request = target % 3 == 0 ? requests[index] : requests.remove(at: index)
    request.host?.answerReward(request.claim, result)
    request.answer(result)
  }
}
