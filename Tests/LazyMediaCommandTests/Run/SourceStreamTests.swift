import Locking
import Testing

@testable import LazyMediaCommand

@Suite struct OrderedWindowTests {
  @Test func elementsComeOutInOrderHoweverTheyFinish() {
    var window = OrderedWindow<String>(capacity: 10)
    #expect(window.insert("c", at: 2).isEmpty)
    #expect(window.insert("b", at: 1).isEmpty)
    #expect(window.insert("a", at: 0) == ["a", "b", "c"])
    #expect(window.insert("d", at: 3) == ["d"])
  }

  @Test func workFarAheadIsNotAdmitted() {
    var window = OrderedWindow<Int>(capacity: 3)
    #expect(window.admits(2))
    #expect(!window.admits(3))
    _ = window.insert(1, at: 1)
    #expect(!window.admits(3), "waiting for the first")
    _ = window.insert(0, at: 0)
    #expect(window.admits(4))
    #expect(!window.admits(5))
  }
}

@Suite struct SourceStreamTests {
  /// Sources named by their number.
  private final class Numbers: Sendable {
    private let next: Lock<Int>
    private let count: Int

    init(_ count: Int) {
      self.count = count
      next = Lock(0)
    }

    func take() -> SourceRequest? {
      next.withLock { next in
        guard next < count else { return nil }
        defer { next += 1 }
        return SourceRequest(Argument(String(next)))
      }
    }
  }

  private final class Gauge: Sendable {
    private let state = Lock((now: 0, peak: 0, begun: 0))

    func enter() {
      state.withLock { state in
        state.now += 1
        state.begun += 1
        state.peak = max(state.peak, state.now)
      }
    }

    func leave() { state.withLock { $0.now -= 1 } }

    var peak: Int { state.withLock { $0.peak } }
    var begun: Int { state.withLock { $0.begun } }
  }

  private func outcomes(
    of count: Int, ordered: Bool, gauge: Gauge = Gauge(), concurrency: Int = 4
  ) async -> [Int] {
    let numbers = Numbers(count)
    var outcomes: [Int] = []
    await SourceStream(concurrency: concurrency, isOrdered: ordered).run(
      next: { numbers.take() },
      perform: { index, _ -> Int? in
        gauge.enter()
        defer { gauge.leave() }
        // So that sources finish in another order than they began.
        for _ in 0..<(index * 7 % 5) { await Task.yield() }
        return index
      },
      event: { event in
        if case .outcome(let outcome) = event { outcomes.append(outcome) }
        return true
      })
    return outcomes
  }

  @Test func everySourceIsToldOnce() async {
    #expect(await outcomes(of: 500, ordered: false).sorted() == Array(0..<500))
    #expect(await outcomes(of: 0, ordered: false).isEmpty)
  }

  @Test func orderedOutcomesKeepTheOrderOfTheSources() async {
    #expect(await outcomes(of: 500, ordered: true) == Array(0..<500))
  }

  @Test func noMoreThanTheGivenNumberIsUnderWay() async {
    let gauge = Gauge()
    _ = await outcomes(of: 300, ordered: false, gauge: gauge, concurrency: 3)
    #expect(gauge.peak <= 3)
    #expect(gauge.begun == 300)
  }

  @Test func aSourceIsToldWhileTheNextOneIsStillAwaited() async {
    // The second source comes only after the first was told.
    let (told, tell) = AsyncStream<Void>.makeStream()
    let numbers = Numbers(2)
    var outcomes: [Int] = []
    await SourceStream(concurrency: 4, isOrdered: false).run(
      next: {
        let source = numbers.take()
        if source?.text == "1" { for await _ in told { break } }
        return source
      },
      perform: { index, _ -> Int? in index },
      event: { event in
        if case .outcome(let outcome) = event { outcomes.append(outcome) }
        tell.yield()
        return true
      })
    #expect(outcomes == [0, 1])
  }

  @Test func anOrderedRunStopsReadingWhileTheFirstIsMissing() async {
    let (released, release) = AsyncStream<Void>.makeStream()
    let gauge = Gauge()
    let numbers = Numbers(2000)
    let capacity = OrderedWindow<Int>.capacity(concurrency: 4)
    var outcomes: [Int] = []
    await SourceStream(concurrency: 4, isOrdered: true).run(
      next: { numbers.take() },
      perform: { index, _ -> Int? in
        gauge.enter()
        defer { gauge.leave() }
        if index == 0 {
          for await _ in released { break }
        } else if index == capacity - 1 {
          // The last that may begin; all others have finished or are about to.
          for _ in 0..<200 { await Task.yield() }
          #expect(gauge.begun <= capacity)
          release.yield()
        }
        return index
      },
      event: { event in
        if case .outcome(let outcome) = event { outcomes.append(outcome) }
        return true
      })
    #expect(outcomes == Array(0..<2000))
  }

  @Test func anOutcomeThatCannotBeToldEndsTheRun() async {
    let numbers = Numbers(.max)
    var told = 0
    await SourceStream(concurrency: 4, isOrdered: false).run(
      next: { numbers.take() }, perform: { index, _ -> Int? in index },
      event: { _ in
        told += 1
        return told < 10
      })
    #expect(told == 10)
  }

  @Test func cancellingEndsARunWhoseSourcesNeverFinish() async {
    let numbers = Numbers(.max)
    let (started, start) = AsyncStream<Void>.makeStream()
    let task = Task {
      await SourceStream(concurrency: 4, isOrdered: false, tickInterval: .milliseconds(1)).run(
        next: { numbers.take() },
        perform: { _, _ -> Int? in
          start.yield()
          try? await Task.sleep(for: .seconds(1000))
          return nil
        },
        event: { event in
          if case .outcome = event { Issue.record("an outcome of a cancelled source") }
          return true
        })
    }
    for await _ in started { break }
    task.cancel()
    await task.value
  }

  @Test @MainActor func outcomesComeWhereTheStreamWasCalled() async {
    var outcomes: [Int] = []
    let numbers = Lock([1, 2, 3][...])
    await SourceStream(concurrency: 2, isOrdered: true, tickInterval: .milliseconds(1)).run(
      next: { numbers.withLock { $0.popFirst() } },
      perform: { _, number in
        try? await Task.sleep(for: .milliseconds(3))
        return number
      },
      event: { event in
        MainActor.assertIsolated()
        if case .outcome(let number) = event { outcomes.append(number) }
        return true
      })
    #expect(outcomes == [1, 2, 3])
  }
}
