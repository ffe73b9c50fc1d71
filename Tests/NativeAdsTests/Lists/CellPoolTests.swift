import Testing

@testable import NativeAds

/// Cells that wait to be used again.
@MainActor @Suite struct CellPoolTests {
  @MainActor private final class Cell: NativeAdListCell {
    var adView: NativeAdView? { nil }
    var size = LayoutSize.zero
    private(set) var reuses = 0
    var onReuse: @MainActor () -> Void = {}

    func prepareForReuse() {
      reuses += 1
      onReuse()
    }
  }

  private func pool() -> CellPool<Cell> {
    let pool = CellPool<Cell>()
    pool.register("a") { Cell() }
    pool.register("b") { Cell() }
    return pool
  }

  // M1
  @Test func cellsComeBackAmongTheirKind() throws {
    let pool = pool()
    let a = try #require(pool.dequeue("a"))
    let b = try #require(pool.dequeue("b"))
    pool.recycle(a)
    pool.recycle(b)
    #expect(pool.dequeue("b") === b)
    #expect(pool.dequeue("a") === a)
    #expect(pool.madeCount == 2)
    #expect(pool.dequeue("c") == nil)
  }

  // M8
  @Test func aCellGivesUpWhatItShowsBeforeItWaits() throws {
    let pool = pool()
    let cell = try #require(pool.dequeue("a"))
    cell.onReuse = {
      // It is not to be had yet.
      #expect(pool.dequeue("a") !== cell)
    }
    pool.recycle(cell)
    #expect(cell.reuses == 1)
    #expect(pool.dequeue("a") === cell)
  }

  @Test func aCellNeverWaitsTwice() throws {
    let pool = pool()
    let cell = try #require(pool.dequeue("a"))
    cell.onReuse = { [unowned cell] in if cell.reuses == 1 { pool.recycle(cell) } }
    pool.recycle(cell)
    pool.recycle(cell)
    #expect(pool.dequeue("a") === cell)
    #expect(pool.dequeue("a") !== cell)
  }

  @Test func cellsThatTheProgramLetsGoOfAreForgotten() throws {
    let pool = pool()
    let kept = try (0..<20).map { _ in try #require(pool.dequeue("a")) }
    var gone: [Cell] = []
    // Alive together, so that no two have the same address.
    for _ in 0..<1_000 {
      if let cell = pool.dequeue("b") { gone.append(cell) }
    }
    #expect(gone.count == 1_000)
    #expect(pool.uses.count == 1_020)
    gone = []
    let next = pool.dequeue("b")
    #expect(pool.uses.count == 21)
    #expect(next != nil)
    for cell in kept { pool.recycle(cell) }
    let again = pool.dequeue("a")
    #expect(kept.contains { $0 === again })
  }

  @Test func aCellOfSomebodyElseDoesNotWait() {
    let pool = pool()
    pool.recycle(Cell())
    _ = pool.dequeue("a")
    #expect(pool.madeCount == 1)
  }
}
