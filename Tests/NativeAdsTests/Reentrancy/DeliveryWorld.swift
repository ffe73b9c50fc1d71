import LazyMedia
import LazyMediaTesting
import MediaTransport
import MediaTransportTesting
import SeededRandom
import Testing

@testable import NativeAds

/// A program with units, binders, landing pages, rewards and trackers that does anything inside any callback, as a seed has
/// it. What a rule forbids is written down in ``faults``.
@MainActor final class DeliveryWorld {
  /// Something that the world made or was given, which must end with it.
  private struct Made {
    let name: String
    weak let object: AnyObject?
  }

  private static let deepestAction = 4
  private static let actionsPerStep = 20
  static var eagerness = 33

  let fixture: AdFixture
  private(set) var faults: [String] = []
  /// How many events of ads were told.
  private(set) var told = 0
  private let storeExecutor = ManualExecutor()
  private let queue = MemoryTrackerQueue()
  private var sender: TrackerSender?
  private var places: [DeliveryPlace] = []
  private var cells: [DeliveryCell] = []
  private var ads: [NativeAd] = []
  private var watches: [DeliveryWatch] = []
  private var groups: [NativeAdGroup] = []
  private var pages: [LandingPage] = []
  private var claims: [@MainActor @Sendable (RewardResult) -> Void] = []
  private var answers: [NativeAdSource.Completion] = []
  private var made: [Made] = []
  private let window = ViewContainer(isWindow: true)
  private var random: SeededGenerator
  private var depth = 0
  private var actionsLeft = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let executor = storeExecutor
    fixture = AdFixture {
      $0.memoryCache = MemoryCache(byteLimit: 8 << 10)
      $0.storeExecutor = executor
    }
    let sender = TrackerSender(pipeline: fixture.pipeline, queue: queue)
    sender.onOutcome = { [weak self] _, _ in self?.react() }
    sender.onQueueFailure = { [weak self] _ in self?.react() }
    self.sender = sender
    for _ in 0..<2 { addPlace() }
    for _ in 0..<3 { addCell() }
  }

  // MARK: Steps

  func step() {
    actionsLeft = Self.actionsPerStep
    switch number(below: 8) {
    case 0...2: act()
    case 3, 4: serveAny()
    case 5: if !fixture.executor.runNext() { storeExecutor.runNext() }
    case 6: fixture.scheduler.runTurn()
    default: fixture.scheduler.advance(by: .milliseconds(number(below: 1_500)))
    }
    actionsLeft = 0
    report()
  }

  /// Answers all that is asked, while the program only looks on.
  func settle() {
    queue.failure = nil
    for _ in 0..<300 {
      repeat { fixture.settle() } while storeExecutor.runNext()
      if let transfer = fixture.transport.activeTransfers.first {
        serve(transfer)
      } else if let page = pages.popLast() {
        page.didClose()
      } else if let claim = claims.popLast() {
        claim(.success)
      } else if let answer = answers.popLast() {
        answer(.success([]))
      } else {
        break
      }
    }
    // What nobody answers ends by its time.
    fixture.scheduler.advance(by: .seconds(200))
    repeat { fixture.settle() } while storeExecutor.runNext()
    for place in places { if let fault = place.unsettled { faults.append(fault) } }
    for cell in cells { if let fault = cell.fault { faults.append(fault) } }
    for watch in watches { if let fault = watch.settledFault { faults.append(fault) } }
    report()
  }

  /// Lets go of all there is, whatever waits for an answer.
  func end() {
    (groups, ads, watches) = ([], [], [])
    cells = []
    places = []
    fixture.settle()
    for made in made where made.object != nil { faults.append("\(made.name) leaks") }
    weak let sender = self.sender
    self.sender = nil
    queue.failure = nil
    for transfer in fixture.transport.activeTransfers where transfer.request.priority > .veryLow {
      faults.append("the transfer of \(transfer.request.url) runs on")
    }
    // Hits are delivered however early their sender is let go.
    for _ in 0..<500 where sender != nil {
      repeat { fixture.settle() } while storeExecutor.runNext()
      if let transfer = fixture.transport.activeTransfers.first {
        serve(transfer)
      } else {
        fixture.scheduler.advance(by: .seconds(64))
      }
    }
    if sender != nil { faults.append("a sender leaks") }
  }

  private func report() {
    for place in places { faults += place.faults }
    for watch in watches { if let fault = watch.fault { faults.append(fault) } }
  }

  private func serveAny() {
    guard let transfer = fixture.transport.activeTransfers.randomElement(using: &random) else { return }
    if random.happens(25) {
      transfer.fail(.badStatus, phase: .headers, status: random.happens(50) ? 404 : 503)
    } else {
      serve(transfer)
    }
  }

  private func serve(_ transfer: ScriptedTransfer) {
    transfer.complete(ServedFile(url: transfer.request.url)?.bytes ?? [])
  }

  // MARK: Actions

  /// Inside a callback: does something, at times.
  private func react() {
    guard actionsLeft > 0, depth < Self.deepestAction, random.happens(Self.eagerness) else { return }
    actionsLeft -= 1
    depth += 1
    act()
    depth -= 1
  }

  private func act() {
    guard let place = places.randomElement(using: &random), let cell = cells.randomElement(using: &random)
    else { return }
    let ad = random.happens(50) ? place.unit.ad : ads.randomElement(using: &random)
    switch DeliveryAction.random(using: &random) {
    case .load: place.load()
    case .cancel: place.cancel()
    case .subscribe: place.subscribe()
    case .toggleRefreshing: place.unit.refreshesAutomatically = random.happens(80)
    case .replaceUnit:
      letGo(of: place, in: \.places)
      addPlace()
    case .bindUnit: cell.binder?.bind(place.unit)
    case .bindAd: if let ad { cell.binder?.bind(ad) }
    case .unbind: cell.binder?.unbind()
    case .bindView: cell.view.nativeAd = ad
    case .unbindView: cell.view.unbind()
    case .rebuildBinder: cell.buildBinder()
    case .replaceCell:
      letGo(of: cell, in: \.cells)
      addCell()
    case .click: cell.view.receiveClick(on: NativeAdComponent.allCases.randomElement(using: &random))
    case .clickAd: ad?.performClick()
    case .comeBack: ad?.didReturnFromLanding()
    case .open: ad?.open("https://shop.example/terms")
    case .openPrivacyPage: ad?.openPrivacyPage()
    case .answerPage: answerPage()
    case .answerReward:
      claims.randomElement(using: &random)?(RewardResult.allCases.randomElement(using: &random) ?? .unknown)
    case .closeOverlay: cell.view.closeOverlay()
    case .clickOverlay: cell.view.clickOverlay()
    case .changeVisibleFraction:
      cell.view.visibleFraction = [0, 0.5, 1].randomElement(using: &random) ?? 0
    case .resumeTrackers: sender?.resume()
    case .breakQueue: queue.failure = random.happens(33) ? TrackerQueueError(.full, "full") : nil
    case .loadGroup: loadGroup()
    case .forgetAd: if let ad { letGo(of: ad, in: \.ads) }
    }
  }

  private func answerPage() {
    guard let page = pages.randomElement(using: &random) else { return }
    switch number(below: 4) {
    case 0: page.didOpen()
    case 1: page.didFail("no browser")
    case 2: page.didClose()
    default: letGo(of: page, in: \.pages)
    }
  }

  /// Its end comes when the list may be used again.
  private func letGo<Object: AnyObject>(
    of object: Object, in list: ReferenceWritableKeyPath<DeliveryWorld, [Object]>
  ) {
    let rest = self[keyPath: list].filter { $0 !== object }
    self[keyPath: list] = rest
    withExtendedLifetime(object) {}
  }

  private func addCell() {
    let cell = DeliveryCell(pipeline: fixture.pipeline) { [weak self] in self?.react() }
    cell.view.attach(to: window)
    cells.append(cell)
    made += [Made(name: "a view", object: cell.view), Made(name: "a cell", object: cell)]
  }

  private func addPlace() {
    let networks = (0...number(below: 3)).map { _ in network }
    let unit = NativeAdUnit(
      unitID: "unit", chain: NativeAdSourceChain(direct: network, backfills: networks), options: options,
      pipeline: fixture.pipeline)
    let place = DeliveryPlace(unit) { [weak self] ad in
      if let ad { self?.take(ad) }
      self?.react()
    }
    unit.subscribeAdEvents { [weak self] _ in
      self?.told += 1
      self?.react()
    } onClicked: { [weak self] _ in
      self?.told += 1
      self?.react()
    }
    places.append(place)
    made += [Made(name: "a unit", object: unit), Made(name: "a place", object: place)]
  }

  private func loadGroup() {
    let group = NativeAdGroup(
      unitID: "unit", network: network, options: options, pipeline: fixture.pipeline)
    groups.append(group)
    made.append(Made(name: "a group", object: group))
    let completion: NativeAdGroup.Completion = { [weak self] result in
      for ad in (try? result.get()) ?? [] { self?.take(ad) }
      self?.react()
    }
    if random.happens(50) {
      group.load(count: 2, completion: completion)
    } else {
      group.loadBatch(completion: completion)
    }
    if groups.count > 2, let oldest = groups.first { letGo(of: oldest, in: \.groups) }
  }

  /// Keeps an ad, and reacts to what happens to it.
  private func take(_ ad: NativeAd) {
    guard !watches.contains(where: { $0.ad === ad }) else { return }
    ads.append(ad)
    watches.append(DeliveryWatch(ad) { [weak self] in self?.react() })
    made.append(Made(name: "an ad", object: ad))
  }

  // MARK: Around the program

  private var options: NativeAdOptions {
    AdFixture.lazyOptions {
      $0.bindsExclusively = random.happens(25)
      $0.usesCustomClick = random.happens(10)
      $0.linkOpener = self.opener
      $0.rewardRequester = self.requester
      $0.trackerSender = sender
    }
  }

  private var network: NativeAdNetwork {
    NativeAdNetwork { [weak self] _ in
      self?.react()
      return self?.source() ?? .data([])
    }
  }

  private func source() -> NativeAdSource {
    switch number(below: 6) {
    case 0: .data(Array(#"{"nbr":2}"#.utf8))
    case 1:
      .provider { [weak self] completion in
        self?.react()
        self?.answers.append(completion)
      }
    default: .data(response())
    }
  }

  private func response() -> [UInt8] {
    let title = random.happens(50) ? "first" : "second"
    return SampleAd.openRTB(
      icon: .init(url: ServedFile.icons.randomElement(using: &random)?.url, type: 1),
      media: .init(url: ServedFile.mainPictures.randomElement(using: &random)?.url, type: 3), title: title,
      description: random.happens(50) ? title : nil, callToAction: "go",
      members: (random.happens(50) ? UnitFixture.paying + "," : "") + #""privacy":"https://p.example/""#)
  }

  private lazy var opener = ActingOpener { [weak self] page in
    guard let self else { return }
    react()
    switch number(below: 4) {
    case 0: page.didOpen()
    case 1: page.didFail("no browser")
    default: break
    }
    if random.happens(80) { pages.append(page) }
    react()
  }

  private lazy var requester = ActingRequester { [weak self] completion in
    guard let self else { return }
    react()
    if random.happens(33) { completion(.success) } else { claims.append(completion) }
    react()
  }

  private func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
}

/// Does with each page what a function says.
@MainActor private final class ActingOpener: LinkOpener {
  private let onOpen: @MainActor (LandingPage) -> Void

  init(_ onOpen: @escaping @MainActor (LandingPage) -> Void) { self.onOpen = onOpen }

  func open(_ page: LandingPage) { onOpen(page) }
}

/// Does with each request for a reward what a function says.
@MainActor private final class ActingRequester: RewardRequester {
  typealias Completion = @MainActor @Sendable (RewardResult) -> Void

  private let onRequest: @MainActor (@escaping Completion) -> Void

  init(_ onRequest: @escaping @MainActor (@escaping Completion) -> Void) { self.onRequest = onRequest }

  func requestReward(for ad: NativeAd, completion: @escaping Completion) { onRequest(completion) }
}
