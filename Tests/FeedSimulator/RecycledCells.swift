public import LazyMedia
import MediaCodecs

/// The cells of a list, as a toolkit recycles them: a ``MediaSlot`` each, given up when its cell leaves the screen and
/// used again for one that comes.
@MainActor public final class RecycledCells {
  /// The items that are seen.
  public private(set) var visible = 0..<0
  /// Items that have shown their picture while they were seen.
  public private(set) var shown: Set<Int> = []
  /// When the latest picture was shown.
  public private(set) var lastShown = Duration.zero
  /// Called after an item has been given to a cell.
  public var onLoad: @MainActor (_ item: Int, _ request: MediaRequest) -> Void = { _, _ in }

  private let pipeline: MediaPipeline
  private let now: @MainActor () -> Duration
  private let request: @MainActor (Int) -> MediaRequest
  private var cells: [Int: Cell] = [:]
  private var pool: [Cell] = []
  /// When each item that is seen came into view.
  private var appeared: [Int: Duration] = [:]

  /// Creates a list that shows nothing yet.
  public init(
    pipeline: MediaPipeline, now: @escaping @MainActor () -> Duration,
    request: @escaping @MainActor (Int) -> MediaRequest
  ) {
    self.pipeline = pipeline
    self.now = now
    self.request = request
  }

  /// Cells that were made: no more than are seen at once.
  public var cellCount: Int { cells.count + pool.count }

  /// Items that are seen and have no picture yet.
  public var missing: [Int] { visible.filter { cells[$0]?.hasImage == false } }

  /// When an item that is seen came into view.
  public func appearance(of item: Int) -> Duration? { appeared[item] }

  /// The list has scrolled: `range` is seen from now on.
  public func show(_ range: Range<Int>) {
    guard range != visible else { return }
    let time = now()
    for item in visible where !range.contains(item) {
      appeared[item] = nil
      guard let cell = cells.removeValue(forKey: item) else { continue }
      cell.slot.prepareForReuse()
      pool.append(cell)
    }
    let coming = range.filter { !visible.contains($0) }
    visible = range
    for item in coming {
      let cell = pool.popLast() ?? Cell(pipeline)
      cells[item] = cell
      appeared[item] = time
      cell.onImage = { [weak self] in self?.didShow(item) }
      let request = request(item)
      cell.slot.load(request)
      onLoad(item, request)
    }
  }

  /// Forgets which items have shown their picture.
  public func forgetShown() { shown = [] }

  private func didShow(_ item: Int) {
    shown.insert(item)
    lastShown = now()
  }

  @MainActor private final class Cell: MediaDisplay {
    let slot: MediaSlot
    private(set) var hasImage = false
    var onImage: @MainActor () -> Void = {}

    init(_ pipeline: MediaPipeline) {
      slot = MediaSlot(pipeline: pipeline)
      slot.display = self
    }

    var pixelSize: PixelSize? { nil }

    func show(_ content: MediaContent) {
      hasImage = if case .image = content { true } else { false }
      if hasImage { onImage() }
    }

    func install(_ placeholder: PlaceholderView) {}
    func update(_ placeholder: PlaceholderView) {}
    func uninstall(_ placeholder: PlaceholderView) {}
  }
}
