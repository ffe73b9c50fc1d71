/// The cells of a list that wait to be used again, by their kind.
@MainActor public final class CellPool<Cell: AnyObject> {
  private struct Kind {
    var make: @MainActor () -> Cell
    var waiting: [Cell] = []
  }

  private var kinds: [String: Kind] = [:]

  /// Cells made so far: as many as were ever needed at a time.
  public private(set) var madeCount = 0

  /// Creates an empty pool.
  public init() {}

  /// Says how cells of a kind are made, from now on.
  public func register(_ reuseIdentifier: String, _ make: @escaping @MainActor () -> Cell) {
    kinds[reuseIdentifier, default: Kind(make: make)].make = make
  }

  /// A cell of a kind, recycled where one waits; `nil` for a kind that nobody has registered.
  public func dequeue(_ reuseIdentifier: String) -> Cell? {
    if let cell = kinds[reuseIdentifier]?.waiting.popLast() { return cell }
    guard let make = kinds[reuseIdentifier]?.make else { return nil }
    madeCount += 1
    return make()
  }

  /// A cell is not needed any more. One that takes part in the list gives up what it shows.
  public func recycle(_ cell: Cell, as reuseIdentifier: String) {
    (cell as? any NativeAdListCell)?.prepareForReuse()
    kinds[reuseIdentifier]?.waiting.append(cell)
  }
}
