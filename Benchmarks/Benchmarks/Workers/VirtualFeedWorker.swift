import AllocationCount
import FeedSimulator

/// A feed on a virtual clock: `worker virtual-feed ITEMS`. Tells what was held in its first tenth and in its last, and the
/// heap after its second tenth and at its end.
enum VirtualFeedWorker {
  @MainActor static func run(_ arguments: [String]) throws {
    guard arguments.count == 1, let items = Int(arguments[0]) else {
      throw Failure("usage: worker virtual-feed ITEMS")
    }
    var heap: [Int] = []
    let outcome = VirtualFeed.play(itemCount: items) { _ in heap.append(Int(allocation_count_bytes_in_use()))
    }
    guard heap.count > 2, outcome.incompleteRests == 0 else { throw Failure("the feed was not shown") }
    for (name, holdings) in [("early", outcome.early), ("late", outcome.late)] {
      try Report.answer(
        "part=\(name) fetches=\(holdings.fetches) decodes=\(holdings.decodes) held=\(holdings.heldBytes)"
          + " cached=\(holdings.cachedBytes) pinned=\(holdings.pinnedBytes) known=\(holdings.knownItems)"
          + " begun=\(holdings.begunRequests) cells=\(holdings.cells)")
    }
    try Report.answer(
      "requests=\(outcome.requests) shown=\(outcome.shown) heap_early=\(heap[1]) heap_late=\(heap[heap.count - 1])"
    )
  }
}
