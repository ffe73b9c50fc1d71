/// Decides, for a recycling list of any toolkit, which pictures are loaded before their cells appear: those of the next two
/// screens in the direction of scrolling. What has been left behind is cancelled, what comes back is loaded again, and while
/// the list moves faster than pictures could load, none is fetched for cells that only fly past.
///
/// ```swift
/// let feed = FeedModel(pipeline: pipeline) { index in [request(for: items[index])] }
/// feed.reload(itemCount: items.count)
/// list.onScroll = { feed.visibleRange = list.visibleIndices }
/// ```
///
/// The cells load their own pictures, with a ``MediaSlot``; they join what was prefetched for them.
@MainActor public final class FeedModel {
  /// How far ahead of what is seen.
  public enum Distance: Hashable, Sendable {
    /// So many items; 0 prefetches nothing.
    case items(Int)
    /// So many times what is seen.
    case screens(Double)
  }

  /// Loads the pictures.
  public let pipeline: MediaPipeline
  /// What is prefetched in the direction of scrolling; two screens by default.
  public var prefetchAhead: Distance {
    get { window.ahead }
    set {
      window.ahead = newValue
      update()
    }
  }
  /// Items of the list. Changed by ``reload(itemCount:)``, ``insertItems(_:at:)`` and ``removeItems(_:)``.
  public var itemCount: Int { window.itemCount }
  /// The items that are seen, to be set whenever that changes; empty while none is. What lies outside of the list is
  /// cut off.
  public var visibleRange: Range<Int> {
    get { window.visible }
    set {
      window.show(newValue, at: pipeline.now)
      update()
    }
  }

  private let requests: @MainActor (Int) -> [MediaRequest]
  private let prefetcher: MediaPrefetcher
  private var window = FeedWindow()
  private var started: Set<MediaRequest> = []
  /// Requests of items that were asked for and may be needed again.
  private var known: [Int: [MediaRequest]] = [:]
  /// The window that was last acted on; `nil` where the items have changed since.
  private var applied: (kept: Range<Int>, prefetched: Range<Int>)?
  private var timer: MainTimer?

  /// Creates a model of an empty list.
  /// - Parameter requests: the pictures of the item at an index, as its cell will ask for them, targets included; asked
  ///   only for indices below ``itemCount``.
  public init(pipeline: MediaPipeline = .shared, requests: @escaping @MainActor (Int) -> [MediaRequest]) {
    self.pipeline = pipeline
    self.requests = requests
    prefetcher = MediaPrefetcher(pipeline: pipeline)
  }

  // MARK: Changes of the list

  /// The list has `itemCount` items, any of which may be others than before.
  public func reload(itemCount: Int) {
    window.reload(count: itemCount)
    forgetItems()
    update()
  }

  /// `count` items have been put in before the one at `index`. What is seen keeps its place, whatever its indices are now,
  /// until ``visibleRange`` is set.
  public func insertItems(_ count: Int, at index: Int) {
    window.insert(count, at: index)
    forgetItems()
    update()
  }

  /// The items of `range` have been taken out.
  public func removeItems(_ range: Range<Int>) {
    window.remove(range)
    forgetItems()
    update()
  }

  /// What it keeps: items whose requests it knows, and requests that it has begun. However long the list, a few screens.
  package var holdings: (items: Int, requests: Int) { (known.count, started.count + prefetcher.count) }

  // MARK: Parts

  private func forgetItems() {
    known = [:]
    applied = nil
  }

  private func update() {
    watch()
    let (kept, prefetched) = (window.kept, window.prefetched)
    // Most steps of a scroll change no index.
    if let applied, applied == (kept, prefetched) { return }
    applied = (kept, prefetched)
    var wanted: Set<MediaRequest> = []
    if !started.isEmpty {
      for index in kept { wanted.formUnion(requests(of: index)) }
    }
    let gone = started.filter { !wanted.contains($0) }
    started.subtract(gone)
    var new: [MediaRequest] = []
    for index in window.prefetchOrder {
      for request in requests(of: index) where started.insert(request).inserted { new.append(request) }
    }
    known = known.filter { kept.contains($0.key) }
    prefetcher.stop(Array(gone))
    prefetcher.start(new)
  }

  private func requests(of index: Int) -> [MediaRequest] {
    if let requests = known[index] { return requests }
    let requests = requests(index)
    known[index] = requests
    return requests
  }

  /// A list that comes to rest tells nothing: it is looked at again, but only while it is fast.
  private func watch() {
    guard window.isFast else {
      timer.take()?.cancel()
      return
    }
    guard timer == nil else { return }
    timer = pipeline.mainScheduler.schedule(after: FeedWindow.restTime) { [weak self] in
      guard let self else { return }
      timer = nil
      _ = window.pass(to: pipeline.now)
      update()
    }
  }
}
