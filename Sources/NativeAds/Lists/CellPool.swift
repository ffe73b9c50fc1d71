/// The cells of a list that wait to be used again, by their kind.
@MainActor public final class CellPool<Cell: AnyObject> {
  private struct Kind {
    var make: @MainActor () -> Cell
    var waiting: [Cell] = []
  }

  /// A cell that is in use. A program may let go of it instead of giving it back.
  struct Use {
    weak var cell: Cell?
    var kind: String
  }

  private var kinds: [String: Kind] = [:]
  /// The cells that are in use, and maybe some that are gone already.
  private(set) var uses: [ObjectIdentifier: Use] = [:]

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
    guard let cell = kinds[reuseIdentifier]?.waiting.popLast() ?? make(reuseIdentifier) else { return nil }
    uses[ObjectIdentifier(cell)] = Use(cell: cell, kind: reuseIdentifier)
    return cell
  }

  /// A cell is not needed any more, and waits among its kind. One that takes part in the list gives up what it shows
  /// first. A cell that is not of this pool, or that waits already, does not wait.
  public func recycle(_ cell: Cell) {
    let use = uses.removeValue(forKey: ObjectIdentifier(cell))
    (cell as? any NativeAdListCell)?.prepareForReuse()
    guard let use, use.cell === cell else { return }
    kinds[use.kind]?.waiting.append(cell)
  }

  private func make(_ reuseIdentifier: String) -> Cell? {
    guard let make = kinds[reuseIdentifier]?.make else { return nil }
    // Rarely, as lists need few cells: those are forgotten that the program has let go of.
    for (identifier, use) in uses where use.cell == nil { uses[identifier] = nil }
    madeCount += 1
    return make()
  }
}
