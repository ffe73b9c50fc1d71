/// Which items of a list are worth loading before they are seen: some ahead in the direction of scrolling, none while the
/// list moves faster than they could be loaded. A value: it is told where the list stands and what time it is.
struct FeedWindow {
  /// How far ahead, in items or in screens of them.
  var ahead = FeedModel.Distance.screens(2)
  /// Items of the list.
  private(set) var itemCount = 0
  /// Items that are seen.
  private(set) var visible = 0..<0
  /// Whether the list scrolls to higher indices.
  private(set) var isForward = true
  /// Items a second.
  private(set) var speed = 0.0

  private var sample: (position: Int, time: Duration)?
  /// The farthest position in the direction of scrolling.
  private var extreme = 0
  private var lastMove = Duration.zero

  /// The time within which what is ahead is expected to have loaded.
  private static let loadTime = 0.5
  /// Movement is measured over at least this time.
  private static let sampleTime = Duration.milliseconds(100)
  /// A list that has not moved for this long stands still.
  static let restTime = Duration.milliseconds(150)

  // MARK: What happens

  /// The list shows `range`.
  mutating func show(_ range: Range<Int>, at now: Duration) {
    let range = range.clamped(to: 0..<itemCount)
    let wasEmpty = visible.isEmpty
    visible = range
    guard !range.isEmpty else { return rest() }
    // What comes into view for the first time was not scrolled there.
    guard !wasEmpty, let sample else { return settle(at: now) }
    let moved = range.lowerBound - sample.position
    turn(at: range.lowerBound)
    guard moved != 0 else { return }
    // Where it stood still before, this may be the first moment of a fling.
    let hasRested = now - lastMove >= Self.restTime
    if hasRested { speed = 0 }
    lastMove = now
    let elapsed = hasRested ? Self.sampleTime : now - sample.time
    // The next index may be a pixel away.
    let measured = Double(abs(moved) - 1) / (max(elapsed, Self.sampleTime) / .seconds(1))
    if elapsed >= Self.sampleTime {
      speed = measured
      self.sample = (range.lowerBound, now)
    } else {
      speed = max(speed, measured)
    }
  }

  /// Time has passed. Returns whether the list has come to rest, which opens the window.
  mutating func pass(to now: Duration) -> Bool {
    guard isFast, now - lastMove >= Self.restTime else { return false }
    settle(at: now)
    return true
  }

  /// The list has `count` other items.
  mutating func reload(count: Int) {
    itemCount = max(0, count)
    visible = visible.clamped(to: 0..<itemCount)
    rest()
  }

  /// `count` items came in before `index`: what is seen stays, whatever its indices are now.
  mutating func insert(_ count: Int, at index: Int) {
    guard count > 0 else { return }
    itemCount += count
    guard index <= visible.lowerBound, !visible.isEmpty else { return }
    shift(to: visible.lowerBound + count..<visible.upperBound + count, by: count)
  }

  /// The items of `range` went.
  mutating func remove(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<itemCount)
    itemCount -= range.count
    let before = range.clamped(to: 0..<visible.lowerBound).count
    let within = range.clamped(to: visible).count
    let lower = visible.lowerBound - before
    shift(to: lower..<lower + visible.count - within, by: -before)
  }

  // MARK: What follows

  /// Whether the list moves faster than what is ahead could be loaded.
  var isFast: Bool { speed * Self.loadTime > Double(max(1, aheadCount)) }

  /// Items to load now, the nearest first; their order is that of ``prefetchOrder``.
  var prefetched: Range<Int> {
    guard !visible.isEmpty, !isFast else { return 0..<0 }
    return isForward ? items(visible.upperBound, aheadCount) : items(visible.lowerBound, -aheadCount)
  }

  /// The same, the nearest to what is seen first.
  var prefetchOrder: [Int] { isForward ? Array(prefetched) : prefetched.reversed() }

  /// Items whose loading goes on if it has begun: what is seen, what is ahead, and one screen behind.
  var kept: Range<Int> {
    guard !visible.isEmpty else { return 0..<0 }
    let behind = visible.count
    let (before, after) = isForward ? (behind, aheadCount) : (aheadCount, behind)
    return items(visible.lowerBound, -before).lowerBound..<items(visible.upperBound, after).upperBound
  }

  private var aheadCount: Int {
    switch ahead {
    case .items(let count): max(0, count)
    case .screens(let screens):
      Int((Double(visible.count) * max(0, min(screens, 1_000))).rounded(.up))
    }
  }

  /// `count` items from `index` on; before it where negative.
  private func items(_ index: Int, _ count: Int) -> Range<Int> {
    let (other, overflow) = index.addingReportingOverflow(count)
    let end = overflow ? (count < 0 ? 0 : itemCount) : max(0, min(other, itemCount))
    return count < 0 ? end..<index : index..<end
  }

  // MARK: Movement

  /// A step back of less than a quarter of the screen, such as a bounce, does not turn the direction.
  private mutating func turn(at position: Int) {
    let ahead = isForward ? position - extreme : extreme - position
    if ahead >= 0 {
      extreme = position
    } else if -ahead >= max(1, (visible.count + 3) / 4) {
      isForward.toggle()
      extreme = position
    }
  }

  private mutating func settle(at now: Duration) {
    speed = 0
    sample = (visible.lowerBound, now)
    extreme = visible.lowerBound
    lastMove = now
  }

  private mutating func rest() {
    speed = 0
    sample = sample.map { (visible.lowerBound, $0.time) }
    extreme = visible.lowerBound
  }

  private mutating func shift(to range: Range<Int>, by count: Int) {
    visible = range
    extreme += count
    sample?.position += count
  }
}
