import LazyMedia
import LazyMediaTesting
import Locking
import MediaTransport
import MediaTransportTesting
import NativeAds

/// A program that shows ads in views and pictures in cells, with a clock, a network and decoders that the simulator
/// plays. The pipeline, the slots and the ads are the real ones.
@MainActor final class World {
  let scheduler = ManualMainScheduler()
  let executor = ManualExecutor()
  let pipeline: MediaPipeline
  var log: EventLog
  private(set) var violation: Violation?

  private let started = Started()
  private(set) var transfers: [TransferPlay] = []
  /// How often each picture's bytes have failed.
  var failures = Array(repeating: 0, count: PictureSet.fileCount)
  /// Those of them that decoders have yet to find, or the main actor has yet to hear of.
  var lateFailures = Array(repeating: 0, count: PictureSet.fileCount)

  private(set) var ads: [AdHost] = []
  private(set) var views: [ViewHost] = []
  private(set) var cells: [(slot: MediaSlot, area: Area)] = []
  private(set) var tasks: [TaskHost] = []
  private(set) var units: [UnitHost] = []
  private(set) var groups: [GroupHost] = []
  var answers: [(host: AdHost, answer: NativeAdSource.Completion)] = []
  var lateRemovals: [@MainActor () -> Void] = []
  let window = ViewContainer(isWindow: true)
  /// Where clicks lead.
  let street = Street()
  let trackers = TrackerPlay()

  /// What the program does inside of callbacks.
  var behavior = Behavior()
  /// The next turn belongs to the present one: nothing may come between.
  var goesOn = false
  /// Ads whose start is still to come in the present turn.
  var owed = 0
  /// How often it did so.
  var actions = 0

  nonisolated static let viewCount = 3
  private static let cellCount = 2
  /// Ads that the program holds at a time; for a further one it lets the oldest go, which views may still show.
  private static let adCount = 4

  var heldAds: ArraySlice<AdHost> { ads.suffix(Self.adCount) }

  init(setup: UInt64, keepsLines: Bool) {
    log = EventLog(keepsLines: keepsLines)
    var choices = Choices(setup)
    let started = started
    var configuration = MediaPipelineConfiguration(
      transport: ScriptedTransport { transfer in started.note(transfer) })
    configuration.decodeExecutor = executor
    configuration.mainScheduler = scheduler
    configuration.now = { [scheduler] in scheduler.now }
    // None, one that keeps two pictures or so, and one that keeps all.
    configuration.memoryCache =
      [nil, MemoryCache(byteLimit: 300), MemoryCache(byteLimit: 1 << 20)][choices.below(3)]
    configuration.dataCache = [nil, DataCache(byteLimit: 1 << 20)][choices.below(2)]
    pipeline = MediaPipeline(configuration: configuration)
    for index in 0..<Self.viewCount {
      views.append(ViewHost(world: self, name: "view \(index)", bits: UInt32(choices.below(1 << 16))))
    }
    for index in 0..<Self.cellCount {
      let area = Area(
        world: self, name: "cell \(index)", pixelSize: index == 0 ? nil : PixelSize(width: 3, height: 3))
      let slot = MediaSlot(display: area, pipeline: pipeline)
      area.slot = slot
      cells.append((slot, area))
    }
  }

  var now: Duration { scheduler.now }

  func report(_ rule: Violation.Rule, _ text: @autoclosure () -> String) {
    guard violation == nil else { return }
    let text = text()
    violation = Violation(rule: rule, text: text)
    log.note(20, 0, "  VIOLATION \(rule.rawValue): \(text)")
  }

  // MARK: Making things

  @discardableResult
  func addAd(_ spec: AdSpec, asker: (any AdAsker)? = nil, linkNumber: Int? = nil) -> AdHost {
    let host = AdHost(world: self, number: nextAd, spec: spec, asker: asker, linkNumber: linkNumber)
    nextAd += 1
    if ads.count >= Self.adCount { ads[ads.count - Self.adCount].leave() }
    ads.append(host)
    return host
  }
  private var nextAd = 0

  func replaceView(at index: Int, bits: UInt32) {
    views[index].drop()
    gone.append(views[index])
    views[index] = ViewHost(world: self, name: "view \(index)", bits: bits)
  }
  /// Hosts of what was dropped: to see that it is gone.
  private(set) var gone: [ViewHost] = []

  func addTask(_ request: MediaRequest, picture: Int) {
    let task = TaskHost(world: self, picture: picture)
    if tasks.count == 4 { tasks.removeFirst().cancel() }
    tasks.append(task)
    task.start(request)
  }

  /// A unit takes the place of the one before, of which there may be two.
  func addUnit(_ bits: UInt32) {
    if units.count == 2 { goneUnits.append(units.removeFirst()) }
    goneUnits.last?.drop()
    units.append(UnitHost(world: self, number: units.count + goneUnits.count, bits: bits))
  }
  private var goneUnits: [UnitHost] = []

  func addGroup(_ bits: UInt32) {
    if let group = groups.popLast() {
      group.drop()
      goneGroups.append(group)
    }
    groups.append(GroupHost(world: self, number: goneGroups.count, bits: bits))
  }
  private var goneGroups: [GroupHost] = []

  /// A provider of responses that answers when the schedule says so.
  func provider(for host: AdHost) -> @MainActor @Sendable (@escaping NativeAdSource.Completion) -> Void {
    { [weak self] answer in self?.answers.append((host, answer)) }
  }

  /// Loads a picture in a slot, as a program does.
  func load(_ picture: Int?, in slot: MediaSlot, _ area: Area) {
    let request = picture.map { MediaRequest(url: PictureSet.url(of: $0)) }
    let changes = request == nil || slot.request != request || slot.error != nil
    if changes {
      area.drop()
      area.occupant = picture.map(Area.Occupant.picture) ?? .none
    }
    let cached = request.flatMap { pipeline.cachedImage(for: $0) }
    log.note(21, picture ?? -1, "  \(area.name) loads \(picture.map(String.init) ?? "nothing")")
    slot.load(request)
    if changes, cached != nil, area.shown == .nothing {
      report(.noFlash, "\(area.name) does not show what is cached")
    }
  }

  // MARK: Transfers

  func collectTransfers() {
    for transfer in started.take() {
      if TrackerPlay.isTracker(transfer) {
        trackers.note(transfer)
        continue
      }
      guard let picture = PictureSet.index(of: transfer.request.url) else {
        report(.noLeakedTransfer, "\(transfer.request.url) is asked for")
        continue
      }
      log.note(22, picture, "    a transfer of \(picture) begins")
      transfers.append(TransferPlay(transfer, picture: picture))
    }
    transfers.removeAll { !$0.transfer.isActive }
    trackers.answer()
  }

  func countFailure(of play: TransferPlay) {
    failures[play.picture] += 1
    lateFailures[play.picture] += 1
  }

  /// Failures of a picture that nobody can meet any more who asks for it now.
  func foundFailures(_ picture: Int) -> Int { failures[picture] - lateFailures[picture] }

  // MARK: Checks

  /// What must hold whenever no call is under way.
  func check() {
    collectTransfers()
    if executor.priorities.isEmpty, scheduler.queued == 0 {
      for index in lateFailures.indices { lateFailures[index] = 0 }
    }
    for view in views { view.check() }
    for (_, area) in cells { area.check() }
    for ad in ads { ad.check() }
    for unit in units { unit.check() }
    for group in groups { group.check() }
    checkTransfers()
  }

  private func checkTransfers() {
    for (index, play) in transfers.enumerated() {
      let picture = play.picture
      let isWanted = play.isProbe ? ads.contains { $0.probes(picture) } : isWanted(picture)
      if !isWanted { report(.noLeakedTransfer, "nobody wants the transfer of \(picture)") }
      guard !play.isProbe else { continue }
      for other in transfers[(index + 1)...] where !other.isProbe && other.picture == picture {
        report(.noLeakedTransfer, "two transfers of \(picture)")
      }
    }
  }

  private func isWanted(_ picture: Int) -> Bool {
    for ad in ads {
      if ad.spec.icon == .picture(picture), ad.wants(.icon) { return true }
      if ad.spec.media == .picture(picture), ad.wants(.media) { return true }
    }
    for task in tasks where task.picture == picture && !task.isOver { return true }
    for (slot, area) in cells where isLoading(picture, slot, area) { return true }
    for view in views {
      if isLoading(picture, view.view?.mediaView?.slot, view.areas.media) { return true }
      if isLoading(picture, view.view?.iconView?.slot, view.areas.icon) { return true }
    }
    return false
  }

  private func isLoading(_ picture: Int, _ slot: MediaSlot?, _ area: Area?) -> Bool {
    guard let slot, let area, case .picture(picture) = area.occupant else { return false }
    return slot.error == nil && area.shown == .nothing
  }

  // MARK: The end

  func letGo() {
    for view in views { view.drop() }
    gone += views
    for ad in ads { ad.leave() }
    for task in tasks { task.cancel() }
    for unit in units { unit.drop() }
    for group in groups { group.drop() }
    cells = []
    views = []
    tasks = []
    answers = []
    while scheduler.runTurn() {}
    collectTransfers()
    if !transfers.isEmpty { report(.noLeakedTransfer, "a transfer is left of a program that has let all go") }
    if !executor.priorities.isEmpty {
      report(.noLeakedTransfer, "a decode is left of a program that has let all go")
    }
    for host in gone where host.weakView != nil { report(.noLeakedObject, "\(host.name) is left") }
    for host in units + goneUnits where host.weakUnit != nil {
      report(.noLeakedObject, "\(host.name) is left")
    }
    for host in groups + goneGroups where host.weakGroup != nil {
      report(.noLeakedObject, "\(host.name) is left")
    }
    for ad in ads where !ad.isGone { report(.noLeakedObject, "ad \(ad.number) is left") }
  }

  /// What must hold once nothing is left to happen.
  func checkAtRest() {
    collectTransfers()
    if !transfers.isEmpty { report(.noStarvation, "the world does not come to rest") }
    for ad in ads { ad.checkAtRest() }
    for unit in units { unit.checkAtRest() }
    for group in groups { group.checkAtRest() }
    for task in tasks where !task.isOver { report(.noStarvation, "a task has no end") }
    for (slot, area) in cells { checkAtRest(slot, area) }
  }

  private func checkAtRest(_ slot: MediaSlot, _ area: Area) {
    if case .picture(let index) = area.occupant, slot.error == nil, area.shown != .picture(index) {
      report(.noStarvation, "\(area.name) never shows \(index)")
    }
  }
}

/// Transfers that have begun since they were last asked for.
private final class Started: Sendable {
  private let transfers = Lock([ScriptedTransfer]())

  func note(_ transfer: ScriptedTransfer) { transfers.withLock { $0.append(transfer) } }

  func take() -> [ScriptedTransfer] {
    transfers.withLock { transfers in
      defer { transfers = [] }
      return transfers
    }
  }
}
