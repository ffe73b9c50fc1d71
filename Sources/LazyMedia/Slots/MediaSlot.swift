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
  /// What was asked for last, of ``load(_:fallbacks:)``.
  public var request: MediaRequest? { loading.request }
  /// Why the last ``load(_:fallbacks:)`` gave no picture: the failure of what was tried last.
  public var error: MediaError? { loading.error }
  /// Whether ``retry()`` would load something.
  public var canRetry: Bool { error != nil }

  /// What is shown where a load failed, such as a picture of the program; nothing by default. It takes the placeholder's
  /// place. A preview that is there stays instead.
  public var failureContent = MediaContent.empty
  /// Called when a picture has taken the place of `former`, in the same turn, so that the toolkit can let the one pass
  /// into the other. Never for a picture of the memory cache: that is there at once.
  public var transitionHandler: (@MainActor (_ former: MediaContent, _ image: MediaImage) -> Void)?

  /// The placeholder that is shown, one whose removal is under way included.
  public private(set) var placeholderView: PlaceholderView?
  /// Called when a placeholder is to be removed, by the program or because the picture is there. The placeholder goes
  /// when the second argument is called; calling it again, or late, does nothing. Without a handler it goes at once.
  public var placeholderWillRemoveHandler: PlaceholderRemovalHandler?
  /// After this time a removal that the handler has not ended is ended; `nil`, the default, waits forever.
  public var placeholderRemovalTimeout: Duration?

  /// Whether the picture, or the video, is still to come.
  package var isAwaiting: Bool {
    switch content {
    case .empty, .preview: true
    case .image, .video: false
    }
  }

  /// Names the stay of one occupant.
  package struct Occupancy: Hashable, Sendable {
    fileprivate var generation: UInt64
  }

  private var generation: UInt64 = 0
  private var loading = SlotLoadMachine()
  private var task: MediaTask?
  /// When the picture was asked for that is being loaded.
  private var asked = Duration.zero
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
  ///
  /// It is loaded with at least the priority `high`, because somebody sees it.
  /// - Parameter fallbacks: what is loaded instead, in order, where that fails; ``error`` is told once all have failed.
  public func load(_ request: MediaRequest?, fallbacks: [MediaRequest] = []) {
    guard let request, !request.url.isEmpty else { return prepareForReuse() }
    if loading.isServing(request, fallbacks) { return }
    let occupancy = occupy()
    guard owns(occupancy) else { return }
    loading.begin(request, fallbacks)
    // Asked once: a second answer could differ, and leave the picture of the request before.
    if let image = pipeline.cachedImage(for: request) { return finish(image, for: occupancy) }
    show(.empty, for: occupancy)
    guard owns(occupancy) else { return }
    asked = pipeline.now
    start(request, for: occupancy)
  }

  /// Loads what failed again, from its first request on; does nothing where nothing failed.
  public func retry() {
    if canRetry { load(loading.request, fallbacks: loading.fallbacks) }
  }

  /// Gives the slot up: what it loads is cancelled, its content and its placeholder go at once. Idempotent.
  public func prepareForReuse() {
    show(.empty, for: occupy())
  }

  private func start(_ request: MediaRequest, for occupancy: Occupancy) {
    var request = request
    request.priority = max(request.priority, .high)
    // Without a task until it returns: what is told before that comes from the memory cache.
    self.task = nil
    let task = pipeline.load(request) { [weak self] in self?.apply($0, for: occupancy) }
    if occupancy.generation == generation { self.task = task } else { task.cancel() }
  }

  private func apply(_ event: MediaEvent, for occupancy: Occupancy) {
    switch event {
    case .size, .progress: break
    case .preview(let preview): show(preview, for: occupancy)
    case .finished(let image): finish(image, for: occupancy)
    case .failed(let error): if owns(occupancy) { fail(error, for: occupancy) }
    }
  }

  private func finish(_ image: MediaImage, for occupancy: Occupancy) {
    let former = content
    show(.image(image), for: occupancy)
    guard owns(occupancy) else { return }
    if let task, task.metrics.source != .memory {
      pipeline.countVisible(since: asked)
      transitionHandler?(former, image)
    }
    if owns(occupancy) { removePlaceholder() }
  }

  private func fail(_ error: MediaError, for occupancy: Occupancy) {
    if let next = loading.fail(error) { return start(next, for: occupancy) }
    // What is there is better than what tells of a failure.
    guard case .empty = content else { return }
    if case .empty = failureContent { return }
    show(failureContent, for: occupancy)
    if owns(occupancy) { removePlaceholder() }
  }

  // MARK: Occupants

  /// Begins the stay of a new occupant; nothing of an earlier one can be shown any more. What is shown stays until the
  /// new occupant shows something, in the same turn.
  package func occupy() -> Occupancy {
    generation &+= 1
    // Before anything is called that may load something else.
    let occupancy = Occupancy(generation: generation)
    task.take()?.cancel()
    loading.clear()
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
  /// ``load(_:fallbacks:)`` waits for is there; where that was in memory ``content`` has it already, and a placeholder
  /// shown after the call stays until ``removePlaceholder()``.
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
