/// Works through sources, a bounded number at a time, and reports outcomes as they finish or in order. Memory does not
/// grow with the number of sources: they are read as there is room for them.
struct SourceStream {
  /// Most sources under way at once.
  var concurrency: Int
  /// Whether outcomes are reported in the order of the sources.
  var isOrdered: Bool
  /// How often the event `tick` comes; `nil` never.
  var tickInterval: Duration?

  /// What is reported while sources are worked through.
  enum Event<Outcome: Sendable>: Sendable {
    case outcome(Outcome)
    case tick
  }

  private enum Step<Source: Sendable, Outcome: Sendable>: Sendable {
    case read(Source?)
    case done(index: Int, Outcome?)
    case tick
  }

  /// Runs until all sources are reported, the Swift task is cancelled, or `event` returns `false`.
  /// - Parameters:
  ///   - next: gives the next source, `nil` at the end. One call at a time; it may wait as long as it likes.
  ///   - perform: works on one source; `nil` once cancelled.
  ///   - event: takes outcomes and ticks, one at a time, where this was called.
  func run<Source: Sendable, Outcome: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    next: @escaping @Sendable () async -> Source?,
    perform: @escaping @Sendable (Int, Source) async -> Outcome?,
    event: (Event<Outcome>) -> Bool
  ) async {
    await withTaskGroup(of: Step<Source, Outcome>.self) { group in
      // Captured, so that all of this runs there too.
      _ = isolation
      var window = OrderedWindow<Outcome>(
        capacity: isOrdered ? OrderedWindow<Outcome>.capacity(concurrency: concurrency) : .max / 2)
      var (begun, running) = (0, 0)
      var (isReading, hasMore) = (false, true)

      func readIfThereIsRoom() {
        guard hasMore, !isReading, running < concurrency, window.admits(begun) else { return }
        isReading = true
        group.addTask { .read(await next()) }
      }
      func scheduleTick() {
        guard let tickInterval else { return }
        group.addTask {
          try? await Task.sleep(for: tickInterval)
          return .tick
        }
      }

      readIfThereIsRoom()
      scheduleTick()
      while isReading || running > 0, let step = await group.next() {
        switch step {
        case .read(let source):
          isReading = false
          if let source, !Task.isCancelled {
            let index = begun
            begun += 1
            running += 1
            group.addTask { .done(index: index, await perform(index, source)) }
          } else {
            hasMore = false
          }
        case .done(let index, let outcome):
          running -= 1
          guard let outcome else { break }
          let ready = isOrdered ? window.insert(outcome, at: index) : [outcome]
          for outcome in ready where !event(.outcome(outcome)) {
            group.cancelAll()
            return
          }
        case .tick:
          if event(.tick), !Task.isCancelled { scheduleTick() }
        }
        readIfThereIsRoom()
      }
      group.cancelAll()
    }
  }
}
