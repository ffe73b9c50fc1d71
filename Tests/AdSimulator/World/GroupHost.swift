import NativeAds

/// A group of the simulated program.
@MainActor final class GroupHost: AdAsker {
  unowned let world: World
  let name: String
  private let form: AdSpec
  private let bits: UInt32
  private(set) var group: NativeAdGroup?
  private(set) weak var weakGroup: NativeAdGroup?
  private var asked: [AdHost] = []
  private var asks: UInt32 = 0
  private var isLoading = false
  private var limit = 0

  init(world: World, number: Int, bits: UInt32) {
    self.world = world
    name = "group \(number)"
    self.bits = bits
    form = AdSpec(bits)
    let group = NativeAdGroup(options: form.options(world.street), pipeline: world.pipeline) {
      [weak self] _ in
      self?.ask() ?? .data([])
    }
    self.group = group
    weakGroup = group
  }

  // MARK: What the program does

  func load(_ count: Int) {
    guard let group else { return }
    world.log.note(33, count, "  \(name) loads \(count)")
    let begins = !isLoading && count >= 1
    if begins {
      isLoading = true
      asked = []
      limit = min(count, NativeAdGroup.maximumCount)
    }
    group.load(count: count) { [weak self] result in
      guard let self else { return }
      if begins { return end(result) }
      switch result {
      case .failure(.invalidCount), .failure(.alreadyLoading): break
      default: complain("a load that must not begin ends by \(result)")
      }
    }
    if begins, asked.count != limit { complain("it asks for \(asked.count) of \(limit)") }
  }

  func drop() {
    isLoading = false
    for host in asked { host.dropAd() }
    asked = []
    group = nil
  }

  // MARK: What the group does

  /// Now and then a server sends the same ad once more.
  private func ask() -> NativeAdSource {
    asks += 1
    let ownBits = bits &+ asks &* 0x9E37_79B9
    let former = ownBits % 4 == 0 ? asked.last : nil
    var spec = AdSpec(ownBits).asked(as: form)
    if let former { spec = former.spec }
    let host = world.addAd(spec, asker: self, linkNumber: former?.linkNumber)
    asked.append(host)
    return host.ask()
  }

  private func end(_ result: Result<[NativeAd], NativeAdGroupError>) {
    guard isLoading else { return complain("it ends twice") }
    isLoading = false
    guard case .success(let ads) = result else {
      if form.isLazy, asked.contains(where: \.isAnsweredWell) { complain("it fails although an ad has come") }
      return
    }
    if ads.isEmpty || ads.count > limit { complain("\(ads.count) ads of \(limit)") }
    var links: Set<Int> = []
    var hosts = asked[...]
    for ad in ads {
      let link = AdSpec.number(in: ad.response.link.url)
      guard let link, links.insert(link).inserted else { return complain("the same ad twice") }
      // In the order in which they were asked for.
      while let host = hosts.first, host.linkNumber != link {
        checkSkipped(host, links)
        hosts = hosts.dropFirst()
      }
      guard let host = hosts.popFirst() else { return complain("ads are out of order") }
      host.receive(ad)
    }
    for host in hosts { checkSkipped(host, links) }
    for host in asked { host.awaitStart(others: asked.count - 1) }
  }

  /// What is left out has failed, or is there already.
  private func checkSkipped(_ host: AdHost, _ links: Set<Int>) {
    if form.isLazy, host.isAnsweredWell, !links.contains(host.linkNumber) {
      complain("ad \(host.number) has come and is left out")
    }
  }

  private func complain(_ text: String) { world.report(.group, "\(name): \(text)") }

  // MARK: AdAsker

  func isWaiting(for host: AdHost) -> Bool { isLoading && group != nil && asked.contains { $0 === host } }

  func heard(_ line: String, of host: AdHost) {}

  // MARK: Checks

  func check() {
    if let group, group.isLoading != isLoading { complain("it is \(group.isLoading ? "" : "not ")loading") }
  }

  func checkAtRest() {
    if isLoading { complain("it has no end") }
  }
}
