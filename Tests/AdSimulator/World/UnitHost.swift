import NativeAds

/// A unit of the simulated program: which ad it must have, and when it must ask for the next.
@MainActor final class UnitHost: AdAsker {
  private enum Purpose { case load, refresh }

  unowned let world: World
  let name: String
  /// What its ads are asked for with.
  let form: AdSpec
  private let refreshes: Bool
  private(set) var unit: NativeAdUnit?
  private(set) weak var weakUnit: NativeAdUnit?
  /// The views that show its ads, those that began first before the others.
  var followers: [ViewHost] = []
  /// The ad that is shown.
  private(set) var current: AdHost?

  private var purpose: Purpose?
  /// The ads that the request under way has asked for.
  private var asked: [AdHost] = []
  private var asks: UInt32 = 0
  private let bits: UInt32
  private var backfills = 0
  private var backfillsTold = 0
  private var refreshRequests = 0
  private var refreshRequestsTold = 0

  init(world: World, number: Int, bits: UInt32) {
    self.world = world
    name = "unit \(number)"
    self.bits = bits
    form = AdSpec(bits)
    var choices = Choices(bits ^ 0x5555)
    refreshes = choices.happens(13)
    let networks = (0...choices.below(3)).map { index in
      NativeAdNetwork(
        timeLimit: index == 0 && choices.happens(4) ? .seconds(1) : nil
      ) { [weak self] _ in self?.ask() ?? .data([]) }
    }
    let unit = NativeAdUnit(
      unitID: name,
      chain: NativeAdSourceChain(direct: networks[0], backfills: Array(networks.dropFirst())),
      options: form.options(world.street), pipeline: world.pipeline)
    unit.refreshesAutomatically = refreshes
    self.unit = unit
    weakUnit = unit
    unit.add(self)
    unit.delegate = self
    unit.subscribeRefreshEvents(
      onRequest: { [weak self] in self?.refreshBegins() },
      onSuccess: { [weak self] in self?.end($0, of: .refresh) },
      onFailure: { [weak self] in self?.fail($0, .refresh) })
  }

  // MARK: What the program does

  func load() {
    guard let unit else { return }
    world.log.note(30, 0, "  \(name) loads")
    let begins = purpose == nil
    if begins { purpose = .load }
    unit.load(
      onSuccess: { [weak self] ad in
        if !begins { self?.complain("a second load succeeds beside the first") }
        self?.end(ad, of: .load)
      },
      onFailure: { [weak self] error in
        if (error == .alreadyLoading) == begins { self?.complain("a load ends by \(error)") }
        if begins { self?.fail(error, .load) }
      })
  }

  func cancel() {
    world.log.note(31, 0, "  \(name) is cancelled")
    unit?.cancel()
    giveUp()
  }

  func drop() {
    for view in followers { view.unbind() }
    giveUp()
    world.log.note(32, 0, "  \(name) is dropped")
    unit = nil
    current?.dropAd()
    current = nil
  }

  private func giveUp() {
    purpose = nil
    asked = []
  }

  // MARK: What the unit does

  /// A network is asked.
  private func ask() -> NativeAdSource {
    guard let purpose else {
      complain("an ad is asked for although nobody wants one")
      return .data([])
    }
    if asked.count == 1, purpose == .load { backfills += 1 }
    asks += 1
    var spec = AdSpec(bits &+ asks &* 0x9E37_79B9).asked(as: form)
    // Servers take their time, and half of the time have nothing.
    if asks % 2 == 0 { spec.source = .provider }
    let host = world.addAd(spec, asker: self)
    asked.append(host)
    return host.ask()
  }

  private func refreshBegins() {
    refreshRequestsTold += 1
    world.log.note(34, 0, "  \(name) refreshes")
    if refreshRequestsTold > refreshRequests { complain("it refreshes without a cause") }
  }

  private func end(_ ad: NativeAd, of purpose: Purpose) {
    if self.purpose != purpose { complain("\(purpose) ends, which was not under way") }
    if ad !== current?.ad { complain("it tells of another ad than it shows") }
    giveUp()
    world.log.note(35, 0, "  \(name): \(purpose) brings ad \(current?.number ?? -1)")
    current?.awaitStart()
  }

  private func fail(_ error: NativeAdUnitError, _ purpose: Purpose) {
    if self.purpose != purpose { complain("\(purpose) fails, which was not under way") }
    let errors: [NativeAdLoaderError]
    switch error {
    case .alreadyLoading: errors = []
    case .direct(let error): errors = [error]
    case .backfillNoFill(let all): errors = all
    }
    if errors.count != asked.count { complain("\(errors.count) errors of \(asked.count) networks") }
    for (host, error) in zip(asked, errors) { host.lose(error) }
    world.log.note(36, 0, "  \(name): \(purpose) fails")
    giveUp()
  }

  private func complain(_ text: String) { world.report(.refresh, "\(name): \(text)") }

  // MARK: AdAsker

  func isWaiting(for host: AdHost) -> Bool { unit != nil && purpose != nil && asked.last === host }

  func heard(_ line: String, of host: AdHost) {
    guard refreshes, unit != nil, purpose == nil, host === current else { return }
    let isDone: Bool
    switch line {
    case "participated": isDone = true
    case "return": isDone = true
    case "reward alreadyParticipated", "reward missingReward": isDone = host.engagement.openPages.isEmpty
    default: isDone = false
    }
    let participation = host.engagement.participation
    guard isDone, participation == .none || participation == .participated else { return }
    purpose = .refresh
    refreshRequests += 1
  }

  // MARK: Checks

  func check() {
    guard let unit else { return }
    if unit.ad !== current?.weakAd || (current == nil) != (unit.ad == nil) {
      complain(
        "it has \(unit.ad == nil ? "no" : "another") ad than \(current.map { "ad \($0.number)" } ?? "none")")
    }
    if refreshRequests != refreshRequestsTold {
      complain("\(refreshRequests) refreshes are due, \(refreshRequestsTold) were told")
    }
    if backfills != backfillsTold { complain("\(backfills) backfills, \(backfillsTold) were told") }
    if unit.isRefreshing != (purpose == .refresh) {
      complain("it is \(unit.isRefreshing ? "" : "not ")refreshing")
    }
    if unit.isLoading != (purpose != nil) { complain("it is \(unit.isLoading ? "" : "not ")loading") }
  }

  func checkAtRest() {
    if purpose != nil, unit != nil { complain("what was asked for never comes") }
  }
}

extension UnitHost: NativeAdUnitObserver {
  func unit(_ unit: NativeAdUnit, didChange ad: NativeAd) {
    guard let host = asked.last else { return complain("an ad comes that nobody asked for") }
    if ad.isBackfilled != (asked.count > 1) { complain("ad \(host.number) is told as of another network") }
    let former = current
    current = host
    host.receive(ad, isFollowed: true)
    for view in followers { view.expect(host) }
    // Views may still show it.
    former?.dropAd()
  }
}

extension UnitHost {
  func unit(_ unit: NativeAdUnit, isRefreshing: Bool) {
    // The end is told when whoever heard of the outcome has returned.
    let isInTurn = isRefreshing ? purpose == .refresh : purpose != .load
    if !isInTurn { complain("it is told as \(isRefreshing ? "" : "not ")refreshing out of turn") }
  }
}

extension UnitHost: NativeAdUnitDelegate {
  func nativeAdUnit(_ unit: NativeAdUnit, didReceive ad: NativeAd) {
    if purpose != .load || ad !== current?.ad { complain("an ad is received out of turn") }
  }

  func nativeAdUnit(_ unit: NativeAdUnit, didFailToReceive error: NativeAdUnitError) {
    if purpose != .load { complain("a load fails that was not under way") }
  }

  func nativeAdUnit(_ unit: NativeAdUnit, willBackfillAfter error: NativeAdLoaderError) { backfillsTold += 1 }
}
