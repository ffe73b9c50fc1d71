import MediaTransport

/// Work that waits for a thread: highest priority first. Within one, the newest batch goes first where somebody sees what
/// the work is for, and else all in order of arrival, as transfers do. Taken, withdrawn and moved in constant time.
struct BackgroundQueue {
  private var works = ArrivalLists<any BackgroundWork>()
  /// By number: the priority.
  private var priorities: [MediaPriority] = []
  /// By priority.
  private var lists = [ArrivalLists<any BackgroundWork>.List](
    repeating: .init(), count: MediaPriority.allCases.count)
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var batches = ArrivalBatches()

  init() {}

  var count: Int { works.count }

  /// Whether small work waits.
  var hasSmall: Bool { lists.contains { !$0.hasNoSmall } }

  /// Puts work, which comes at `time`, at the end of its batch.
  mutating func append(
    _ work: any BackgroundWork, isSmall: Bool, priority: MediaPriority, at time: MonotonicTime
  ) {
    let id = ObjectIdentifier(work)
    guard numbers[id] == nil else { return }
    let number = works.add(work, isSmall: isSmall)
    if number < priorities.count { priorities[number] = priority } else { priorities.append(priority) }
    numbers[id] = number
    link(number, at: time)
  }

  /// Takes the work whose turn it is.
  mutating func popFirst(small isSmall: Bool = false) -> (any BackgroundWork)? {
    lists.reversed().lazy.compactMap { $0.first(small: isSmall) }.first.flatMap { remove($0) }
  }

  @discardableResult
  mutating func remove(_ work: any BackgroundWork) -> Bool {
    guard let number = numbers[ObjectIdentifier(work)] else { return false }
    remove(number)
    return true
  }

  /// Moves work to the end of `priority`, or of the newest batch there.
  mutating func setPriority(
    _ priority: MediaPriority, of work: any BackgroundWork, at time: MonotonicTime
  ) {
    guard let number = numbers[ObjectIdentifier(work)], priorities[number] != priority else { return }
    works.unlink(number, from: &lists[priorities[number].rawValue])
    priorities[number] = priority
    link(number, at: time)
  }

  private mutating func link(_ number: Int, at time: MonotonicTime) {
    let priority = priorities[number]
    let batch = priority.isSeen ? batches.number(at: time) : 0
    works.link(number, into: &lists[priority.rawValue], batch: batch)
  }

  @discardableResult
  private mutating func remove(_ number: Int) -> (any BackgroundWork)? {
    works.unlink(number, from: &lists[priorities[number].rawValue])
    let work = works.remove(number)
    if let work { numbers[ObjectIdentifier(work)] = nil }
    return work
  }
}
