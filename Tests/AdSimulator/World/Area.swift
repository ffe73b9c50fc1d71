import LazyMedia
import NativeAds

/// An area of the simulated screen: the display of a slot, and what must be seen there by the rules.
@MainActor final class Area: MediaDisplay {
  /// Who may show something.
  enum Occupant {
    case none
    case ad(AdHost, MediaAssetType)
    case picture(Int)
  }

  /// What is seen.
  enum Shown: Equatable {
    case nothing
    case picture(Int)
    case other
  }

  enum PlaceholderState { case none, shown, leaving }

  unowned let world: World
  let name: String
  weak var slot: MediaSlot?
  var pixelSize: PixelSize?

  var occupant = Occupant.none
  private(set) var shown = Shown.nothing
  /// Failures of the occupant's picture before it came.
  var failuresBefore = 0

  // What must be there, by the rules.
  private(set) var state = PlaceholderState.none
  private(set) var placeholder: PlaceholderView?
  /// A handler must be called for the placeholder before the turn is over.
  var isHandlerDue = false
  /// A placeholder for a failure must be shown before the turn is over.
  var isFailureDue = false
  private var leavingSince = Duration.zero
  var removalTimeout: Duration?
  /// Whether its view removes the placeholder of each asset for itself.
  var removesPerAsset = false

  // What is there.
  private var installed: [PlaceholderView] = []
  /// Whether the toolkit's area was made anew, so that what comes first is told once more.
  private var isNew = false

  init(world: World, name: String, pixelSize: PixelSize?) {
    self.world = world
    self.name = name
    self.pixelSize = pixelSize
  }

  /// The picture that the occupant shows, if it may show one.
  var expected: Int? {
    switch occupant {
    case .none: nil
    case .ad(let ad, let type): ad.spec.picture(of: type)
    case .picture(let index): index
    }
  }

  // MARK: MediaDisplay

  func show(_ content: MediaContent) {
    let isToldAgain = isNew
    isNew = false
    // Of a picture that was loaded without an ad.
    if case .image = content, case .picture = occupant, !isToldAgain {
      remove(hasHandler: slot?.placeholderWillRemoveHandler != nil)
    }
    // Of a picture that was loaded before, was let go, and is back.
    if case .image = content, case .ad(let host, let type) = occupant, !isToldAgain, shown == .nothing,
      removesPerAsset, host.weakAd?.loadingState(of: type) == .loaded
    {
      remove(hasHandler: slot?.placeholderWillRemoveHandler != nil)
    }
    switch content {
    case .empty: shown = .nothing
    case .image(let image):
      let index = PictureSet.index(of: image)
      shown = index.map(Shown.picture) ?? .other
      if index == nil || index != expected {
        world.report(.noWrongPicture, "\(name) shows \(shown), not \(expected.map(String.init) ?? "nothing")")
      }
    case .video(let file):
      let isRight = file.info.size == PictureSet.size(of: PictureSet.video)
      shown = isRight ? .picture(PictureSet.video) : .other
      if !isRight || expected != PictureSet.video {
        world.report(.noWrongPicture, "\(name) shows a video of \(file.info.size)")
      }
    case .preview:
      shown = .other
      world.report(.noWrongPicture, "\(name) shows what no file holds")
    }
    world.log.note(1, PictureSet.count, and: shown == .nothing ? 0 : 1, "    \(name) shows \(shown)")
  }

  func install(_ placeholder: PlaceholderView) {
    if !installed.isEmpty { world.report(.placeholders, "\(name) has two placeholders") }
    installed.append(placeholder)
    world.log.note(2, installed.count, "    \(name) has a placeholder")
  }

  func update(_ placeholder: PlaceholderView) {}

  func uninstall(_ placeholder: PlaceholderView) {
    if !installed.contains(where: { $0 === placeholder }) {
      world.report(.placeholders, "\(name) loses a placeholder that it does not have")
    }
    installed.removeAll { $0 === placeholder }
    world.log.note(3, installed.count, "    \(name) loses its placeholder")
    // The watchdog.
    if state == .leaving, self.placeholder === placeholder, let removalTimeout,
      world.now >= leavingSince + removalTimeout
    {
      drop()
    }
  }

  /// The toolkit's area is made anew and shows nothing yet.
  func forget() {
    shown = .nothing
    installed = []
    isNew = true
  }

  // MARK: The rules of placeholders

  /// A fresh placeholder takes the place of any other.
  func put(_ view: PlaceholderView?) {
    state = .shown
    placeholder = view
    isHandlerDue = false
    isFailureDue = false
  }

  /// The placeholder is to be removed.
  func remove(hasHandler: Bool) {
    guard state == .shown else { return }
    guard hasHandler else { return drop() }
    state = .leaving
    isHandlerDue = true
    leavingSince = world.now
  }

  /// A handler says that it is done with `view`.
  func finishRemoval(of view: PlaceholderView) {
    if state == .leaving, placeholder === view { drop() }
  }

  /// Whatever there is goes at once.
  func drop() {
    state = .none
    placeholder = nil
    isHandlerDue = false
    isFailureDue = false
  }

  /// Nobody has the area any more.
  func vacate() {
    drop()
    occupant = .none
  }

  // MARK: Checks

  /// What must hold whenever no call is under way.
  func check() {
    if isHandlerDue { world.report(.placeholders, "\(name): no handler was asked to remove the placeholder") }
    if isFailureDue { world.report(.placeholders, "\(name): no placeholder for the failure was shown") }
    checkPlaceholder()
    if state == .leaving, let removalTimeout, world.now > leavingSince + removalTimeout {
      world.report(.placeholders, "\(name): the removal has no end")
    }
    if case .none = occupant, shown != .nothing {
      world.report(.noWrongPicture, "\(name) shows \(shown) although nobody has it")
    }
  }

  func checkPlaceholder() {
    if installed.first !== placeholder || (state == .none) != installed.isEmpty {
      world.report(
        .placeholders,
        "\(name): a placeholder is \(installed.isEmpty ? "not " : "")there, it must be \(state)")
    }
    if let slot, slot.isPlaceholderRemovalPending != (state == .leaving) {
      world.report(.placeholders, "\(name): its placeholder must be \(state)")
    }
  }
}
