/// The recycled part of a cell that shows one picture at a time: its content, a placeholder over it, and the guard that
/// nothing meant for an earlier occupant ever reaches its display.
///
/// ```swift
/// let slot = MediaSlot(display: cell.imageArea)
/// slot.load(MediaRequest(url: url))   // the last call wins; nil clears
/// slot.prepareForReuse()              // the cell goes back to the pool
/// ```
@MainActor public final class MediaSlot {
  /// Loads what the slot shows.
  public let pipeline: MediaPipeline
  /// What shows it. A display set later is told what there is.
  public weak var display: (any MediaDisplay)? {
    didSet {
      guard display !== oldValue else { return }
      display?.show(content)
      if let placeholderView { display?.install(placeholderView) }
    }
  }

  /// What is shown under the placeholder.
  public private(set) var content = MediaContent.empty
  /// What was asked for last, of ``load(_:)``.
  public private(set) var request: MediaRequest?
  /// Why the last ``load(_:)`` gave no picture.
  public private(set) var error: MediaError?

  /// The placeholder that is shown, one whose removal is under way included.
  public private(set) var placeholderView: PlaceholderView?
  /// Called when a placeholder is to be removed, by the program or because the picture is there. The placeholder goes
  /// when the second argument is called; calling it again, or late, does nothing. Without a handler it goes at once.
  public var placeholderWillRemoveHandler: PlaceholderRemovalHandler?
  /// After this time a removal that the handler has not ended is ended; `nil`, the default, waits forever.
  public var placeholderRemovalTimeout: Duration?

  /// Names the stay of one occupant.
  package struct Occupancy: Hashable, Sendable {
    fileprivate var generation: UInt64
  }

  private var generation: UInt64 = 0
  private var task: MediaTask?
  private var placeholders = PlaceholderMachine()
  private var watchdog: MainTimer?
  /// Keeps what is shown in the memory cache.
  private var pin: MemoryCachePin?

  /// Creates an empty slot.
  public init(display: (any MediaDisplay)? = nil, pipeline: MediaPipeline = .shared) {
    self.display = display
    self.pipeline = pipeline
  }

  deinit { task?.cancel() }

  // MARK: Loading

  /// Shows the picture of `request` as soon as it is there, at once if the memory cache has it, and forgets what was
  /// asked for before. `nil` or an empty URL clears the slot and makes no request. A request equal to the one that is
  /// loading or shown changes nothing.
  public func load(_ request: MediaRequest?) {
    guard let request, !request.url.isEmpty else { return prepareForReuse() }
    if request == self.request, error == nil { return }
    let occupancy = occupy()
    guard owns(occupancy) else { return }
    self.request = request
    // Asked once: a second answer could differ, and leave the picture of the request before.
    if let image = pipeline.cachedImage(for: request) { return apply(.finished(image), for: occupancy) }
    show(.empty, for: occupancy)
    guard owns(occupancy) else { return }
    let task = pipeline.load(request) { [weak self] in self?.apply($0, for: occupancy) }
    if occupancy.generation == generation { self.task = task } else { task.cancel() }
  }

  /// Gives the slot up: what it loads is cancelled, its content and its placeholder go at once. Idempotent.
  public func prepareForReuse() {
    show(.empty, for: occupy())
  }

  private func apply(_ event: MediaEvent, for occupancy: Occupancy) {
    switch event {
    case .size, .progress: break
    case .preview(let preview): show(preview, for: occupancy)
    case .finished(let image):
      show(.image(image), for: occupancy)
      if owns(occupancy) { removePlaceholder() }
    case .failed(let error): if owns(occupancy) { self.error = error }
    }
  }

  // MARK: Occupants

  /// Begins the stay of a new occupant; nothing of an earlier one can be shown any more. What is shown stays until the
  /// new occupant shows something, in the same turn.
  package func occupy() -> Occupancy {
    generation &+= 1
    // Before anything is called that may load something else.
    let occupancy = Occupancy(generation: generation)
    task.take()?.cancel()
    request = nil
    error = nil
    if placeholders.drop() { takePlaceholderAway() }
    return occupancy
  }

  /// Shows something, unless the occupant's stay is over.
  package func show(_ content: MediaContent, for occupancy: Occupancy) {
    guard owns(occupancy) else { return }
    set(content)
  }

  /// Shows a preview in the placeholder that waits for it, else under it, unless the occupant's stay is over.
  package func show(_ preview: MediaPreview, for occupancy: Occupancy) {
    guard owns(occupancy) else { return }
    if case .preview? = placeholderView?.content { placeholderView?.preview = preview }
    set(.preview(preview))
  }

  /// Whether the occupant's stay goes on.
  package func owns(_ occupancy: Occupancy) -> Bool {
    #if MUTANTS
      if Mutant.ignoresGenerations.isOn { return true }
    #endif
    return occupancy.generation == generation
  }

  private func set(_ content: MediaContent) {
    if case .empty = content, case .empty = self.content { return }
    self.content = content
    // Before the former is let go: both may be of the same picture.
    let next: MemoryCachePin? = if case .image(let image) = content { MemoryCachePin(image) } else { nil }
    pin = next
    display?.show(content)
  }

  // MARK: Placeholders

  /// Shows a fresh placeholder over the content, in place of any that is there. It is removed once the picture that
  /// ``load(_:)`` waits for is there.
  public func showPlaceholder(_ configure: (@MainActor (PlaceholderView) -> Void)? = nil) {
    let occupant = generation
    let view = PlaceholderView()
    configure?(view)
    // The slot may have been given up meanwhile.
    guard occupant == generation else { return }
    let former = placeholders.show() ? placeholderView : nil
    watchdog.take()?.cancel()
    placeholderView = view
    view.slot = self
    if let former {
      former.slot = nil
      display?.uninstall(former)
    }
    // That may have removed or replaced it.
    if view === placeholderView { display?.install(view) }
  }

  /// Removes the placeholder, through the handler if there is one. While a removal is under way this does nothing.
  public func removePlaceholder() {
    guard let view = placeholderView else { return }
    switch placeholders.remove(hasHandler: placeholderWillRemoveHandler != nil) {
    case .nothing: break
    case .now: takePlaceholderAway()
    case .throughHandler(let token):
      watch(token)
      placeholderWillRemoveHandler?(view) { [weak self] in self?.finishRemoval(of: token) }
    }
  }

  /// Whether a handler was asked to remove the placeholder and has not yet.
  public var isPlaceholderRemovalPending: Bool { placeholders.isLeaving }

  private func watch(_ token: PlaceholderMachine.Token) {
    guard let placeholderRemovalTimeout else { return }
    watchdog = pipeline.mainScheduler.schedule(after: placeholderRemovalTimeout) { [weak self] in
      self?.finishRemoval(of: token)
    }
  }

  private func finishRemoval(of token: PlaceholderMachine.Token) {
    if placeholders.finishRemoval(of: token) { takePlaceholderAway() }
  }

  private func takePlaceholderAway() {
    watchdog.take()?.cancel()
    guard let view = placeholderView.take() else { return }
    view.slot = nil
    display?.uninstall(view)
  }

  func placeholderChanged(_ view: PlaceholderView) {
    if view === placeholderView { display?.update(view) }
  }
}

/// Takes a placeholder away in its own way and time: the second argument does it.
public typealias PlaceholderRemovalHandler =
  @MainActor (_ placeholder: PlaceholderView, _ remove: @escaping @MainActor () -> Void) -> Void
