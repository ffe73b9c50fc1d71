import LazyMedia
import LazyMediaTesting
import Locking
import MediaTransportTesting
import SeededRandom

/// Recycled slots in a list that is scrolled at random, over a network, decodes and turns of the main actor that come in
/// random order, with failures, cancels, prefetches, and displays that load from inside a call. One seed, one run.
@MainActor public final class SlotSimulation {
  /// What a run has shown.
  public struct Outcome: Sendable {
    /// Times that a slot was given something else.
    public var reuses = 0
    /// Pictures shown.
    public var shown = 0
    /// Loads whose picture the memory cache had.
    public var hits = 0
    /// Pictures shown where another was wanted.
    public var wrong = 0
    /// Memory hits that were not shown at once, or not alone, or with a transition.
    public var flashes = 0
    /// The first wrong picture or flash, in words.
    public var finding: String?

    /// Whether nothing was wrong.
    public var isClean: Bool { wrong == 0 && flashes == 0 }
  }

  private static let pictureCount = 1_500
  private static let slotCount = 24

  private let transport: ScriptedTransport
  private let started = Started()
  private let executor = ManualExecutor()
  private let scheduler = ManualMainScheduler()
  private let cache: MemoryCache
  private let pipeline: MediaPipeline
  private let prefetcher: MediaPrefetcher
  private let files: [[UInt8]]
  private let requests: [MediaRequest]
  private let numbers: [String: Int]
  private var areas: [Area] = []
  private var slots: [MediaSlot] = []
  private var running: [(transfer: ScriptedTransfer, sent: Int)] = []
  private var late: [(slot: Int, occupancy: MediaSlot.Occupancy, image: MediaImage)] = []
  private var lastShown: MediaImage?
  private var position = 0
  private var random: SeededGenerator
  private var outcome = Outcome()
  private let seed: UInt64

  private init(seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    let started = started
    transport = ScriptedTransport { transfer in started.add(transfer) }
    // About a third of the pictures.
    cache = MemoryCache(byteLimit: Self.pictureCount / 3 * 8)
    var configuration = MediaPipelineConfiguration(transport: transport)
    configuration.decodeExecutor = executor
    configuration.mainScheduler = scheduler
    configuration.memoryCache = cache
    pipeline = MediaPipeline(configuration: configuration)
    prefetcher = MediaPrefetcher(pipeline: pipeline)
    files = (0..<Self.pictureCount).compactMap(Picture.file)
    requests = files.indices.map { MediaRequest(url: "http://origin.example/\($0)") }
    numbers = Dictionary(uniqueKeysWithValues: requests.enumerated().map { ($1.url, $0) })
    for index in 0..<Self.slotCount { addSlot(index) }
  }

  /// Gives slots something else `reuses` times.
  public static func play(seed: UInt64, reuses: Int) -> Outcome {
    let simulation = SlotSimulation(seed: seed)
    while simulation.outcome.reuses < reuses, simulation.outcome.isClean { simulation.step() }
    simulation.settle()
    return simulation.outcome
  }

  private func addSlot(_ index: Int) {
    let area = Area()
    let slot = MediaSlot(display: area, pipeline: pipeline)
    area.onWrong = { [unowned self] shown, expected in
      outcome.wrong += 1
      note("slot \(index) showed \(shown) instead of \(expected)")
    }
    area.onCall = { [unowned self] image in
      if let image {
        outcome.shown += 1
        lastShown = image
      }
      // A display that loads from inside a call.
      if random.happens(1) { reuse(index) }
    }
    slot.transitionHandler = { _, _ in area.transitions += 1 }
    areas.append(area)
    slots.append(slot)
  }

  private func note(_ text: String) {
    if outcome.finding == nil { outcome.finding = "seed \(seed), reuse \(outcome.reuses): \(text)" }
  }

  // MARK: Steps

  private func step() {
    if random.happens(20) { position = (position + Int.random(in: -3...6, using: &random)) }
    reuse(Int.random(in: 0..<Self.slotCount, using: &random))
    if random.happens(10) { prefetch() }
    for _ in 0..<Int.random(in: 0..<6, using: &random) { progress() }
    if Int.random(in: 0..<20_000, using: &random) == 0 { pipeline.handleMemoryWarning() }
    if random.happens(1) { transport.forgetTransfers() }
  }

  private func settle() {
    for _ in 0..<100_000 {
      takeStarted()
      if running.isEmpty, !executor.runNext(), !scheduler.runTurn() { break }
      progress()
    }
    for (area, slot) in zip(areas, slots) {
      guard case .image(let image) = slot.content, !area.expected.contains(Picture.index(of: image)) else {
        continue
      }
      outcome.wrong += 1
      note("a slot is left with a wrong picture")
    }
  }

  private func somePicture() -> Int {
    let index = (position + Int.random(in: 0..<60, using: &random)) % Self.pictureCount
    return index < 0 ? index + Self.pictureCount : index
  }

  private func reuse(_ index: Int) {
    outcome.reuses += 1
    let slot = slots[index]
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<74: load(index, [somePicture()])
    case 74..<80: load(index, [somePicture(), somePicture(), somePicture()])
    case 80..<85:
      areas[index].assign([], [])
      slot.prepareForReuse()
    case 85..<88:
      areas[index].assign([], [])
      loadImage(random.happens(50) ? nil : "", into: slot)
    case 88..<92:
      // The same again.
      load(index, areas[index].requests.compactMap { numbers[$0.url] })
    case 92..<94:
      slot.retry()
    case 94..<96:
      // As an ad's asset does: takes the slot, and shows what it has later, perhaps too late.
      guard let lastShown else { return }
      areas[index].assign([Picture.index(of: lastShown)], [])
      let occupancy = slot.occupy()
      slot.show(.empty, for: occupancy)
      late.append((index, occupancy, lastShown))
    default:
      slot.showPlaceholder()
    }
  }

  private func load(_ index: Int, _ pictures: [Int]) {
    guard let first = pictures.first else { return }
    let (slot, area) = (slots[index], areas[index])
    let wanted = pictures.map { requests[$0] }
    let isSame = slot.request == wanted[0] && slot.error == nil && area.requests == wanted
    let isHit = pipeline.cachedImage(for: wanted[0]) != nil
    area.assign(pictures, wanted)
    let assignments = area.assignments
    slot.load(wanted[0], fallbacks: Array(wanted.dropFirst()))
    // A load from inside the call has its own result.
    guard area.assignments == assignments else { return }
    if isSame {
      guard area.images + area.others > 0 else { return }
      outcome.flashes += 1
      note("slot \(index) changed although \(first) was asked for already")
    } else if isHit {
      outcome.hits += 1
      guard area.images != 1 || area.others > 0 || area.transitions > 0 else { return }
      outcome.flashes += 1
      note("slot \(index) did not show \(first) at once, alone and without a transition")
    }
  }

  private func prefetch() {
    let ahead = (0..<8).map { _ in requests[somePicture()] }
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: prefetcher.start(ahead)
    case 5..<9: prefetcher.stop(ahead)
    default: prefetcher.stopAll()
    }
  }

  private func progress() {
    takeStarted()
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: progressTransfer()
    case 5..<7: executor.runNext()
    case 7..<9: scheduler.runTurn()
    default:
      guard !late.isEmpty else { return }
      let (index, occupancy, image) = late.remove(at: Int.random(in: late.indices, using: &random))
      slots[index].show(.image(image), for: occupancy)
    }
  }

  private func takeStarted() {
    for transfer in started.take() { running.append((transfer, 0)) }
  }

  private func progressTransfer() {
    guard let place = running.indices.randomElement(using: &random) else { return }
    let (transfer, sent) = running[place]
    let isOver = !transfer.isActive || serve(transfer, sent: sent)
    guard isOver else { return running[place].sent = 20 }
    running.swapAt(place, running.count - 1)
    running.removeLast()
  }

  /// Serves a transfer, in one piece or two. Returns whether it has ended.
  private func serve(_ transfer: ScriptedTransfer, sent: Int) -> Bool {
    let file = files[numbers[transfer.request.url] ?? 0]
    if sent > 0 {
      transfer.send(Array(file[sent...]))
      transfer.finish()
      return true
    }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<5: transfer.fail(.connectionFailed)
    case 5..<8: transfer.complete(Array("<html>502</html>".utf8))
    case 8..<40:
      transfer.respond(expectedBytes: file.count)
      transfer.send(Array(file[..<20]))
      return false
    default: transfer.complete(file)
    }
    return true
  }
}

/// Transfers that have been started and not looked at.
private final class Started: Sendable {
  private let transfers = Lock([ScriptedTransfer]())

  func add(_ transfer: ScriptedTransfer) { transfers.withLock { $0.append(transfer) } }

  func take() -> [ScriptedTransfer] {
    transfers.withLock { transfers in
      defer { transfers = [] }
      return transfers
    }
  }
}
