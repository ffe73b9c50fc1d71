#if MUTANTS
  import Synchronization

  /// A rule broken on purpose, to show that the simulator would notice. Builds for release lack all of this.
  package enum Mutant: UInt8, CaseIterable, Sendable {
    /// A slot shows what was meant for an earlier occupant.
    case ignoresGenerations = 1
    /// Cancelled work is not taken from the transport.
    case leaksTransfers
    /// Each failing asset is told as the first.
    case failsTwice
    /// A removal that ends late takes whatever placeholder there is.
    case removesAnyPlaceholder
    /// A placeholder goes when its own asset is loaded.
    case removesEarly
    /// Placeholders go although an asset failed.
    case removesOnFailure
    /// The state is told before it has changed.
    case tellsBeforeChanging
    /// A cancelled asset is told as failed.
    case failsWhenCancelled
    /// A view that is given up stays bound.
    case staysBound
    /// Loading is not told on a memory hit.
    case forgetsMemoryHits
    /// A cancelled task goes on.
    case ignoresCancel
    /// Requests for one file have a transfer each.
    case fetchesTwice
    /// A lazy ad is handed over with its assets.
    case waitsForMedia
    /// What a callback causes is told inside of it.
    case tellsInsideCallbacks
    /// An ad is viewable before its media has loaded.
    case countsUnloaded
    /// A unit's ad is replaced while its reward is being checked.
    case refreshesWhileChecking
    /// A refresh without an ad takes the old one away.
    case losesAdOnFailedRefresh
    /// The same ad comes twice in a group.
    case keepsDuplicates
    /// A reward that was paid can be asked for again.
    case paysTwice
    /// A tracker hears of an event as often as it happens.
    case tracksTwice

    private static let active = Atomic<UInt8>(0)

    /// The rule that is broken; `nil`, the default, is none. For the whole process.
    package static var current: Mutant? {
      get { Mutant(rawValue: active.load(ordering: .relaxed)) }
      set { active.store(newValue?.rawValue ?? 0, ordering: .relaxed) }
    }

    /// Whether this rule is broken.
    package var isOn: Bool { Self.active.load(ordering: .relaxed) == rawValue }
  }
#endif
