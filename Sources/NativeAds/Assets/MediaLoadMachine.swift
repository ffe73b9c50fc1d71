import LazyMedia

/// The rules by which the states of an ad's two assets become events: what changed, in which order it is told, and
/// when an attempt has ended.
struct MediaLoadMachine {
  /// What is to be done, in order.
  enum Action: Equatable {
    /// Tell that an asset's state has changed.
    case tellState(MediaAssetType, MediaLoadingState)
    /// Begin to remove one asset's placeholders, where views want that.
    case removePlaceholder(MediaAssetType)
    /// Begin to remove all placeholders, the media's first.
    case removePlaceholders
    /// Put up the placeholder for a failure, where views declared one.
    case showFailure(MediaAssetType)
    /// Tell that all assets are there.
    case tellDidLoad
    /// Tell that the attempt has failed.
    case tellDidFail(MediaAssetError)
  }

  private var states: [MediaAssetType: MediaLoadingState]
  /// The attempt, from 1.
  private(set) var attempt = 1
  /// Whether the attempt's one terminal event has been told.
  private(set) var isTerminal = false

  /// Creates the machine of an ad; assets that it lacks stay `.none`.
  init(has assets: Set<MediaAssetType>) {
    states = Dictionary(
      uniqueKeysWithValues: MediaAssetType.allCases.map { ($0, assets.contains($0) ? .loading : .none) })
  }

  subscript(asset: MediaAssetType) -> MediaLoadingState { states[asset] ?? .none }

  private var isLoaded: Bool { states.values.allSatisfy { $0 == .loaded || $0 == .none } }

  /// Whether an asset is still to come.
  var isLoading: Bool { states.values.contains(.loading) }

  /// Before the ad is handed over: an asset is there, or has failed, already. Nothing is told of that.
  mutating func mark(_ asset: MediaAssetType, as state: MediaLoadingState) {
    if self[asset] == .loading { states[asset] = state }
  }

  /// Before the ad is handed over: what has become of its assets is known to whoever waited, and is not told again.
  mutating func close() { isTerminal = true }

  /// The ad has been handed over. Where nothing is left to load, that is told.
  mutating func begin() -> [Action] {
    guard isLoaded, !isTerminal else { return [] }
    #if MUTANTS
      if Mutant.forgetsMemoryHits.isOn { return [] }
    #endif
    isTerminal = true
    return [.removePlaceholders, .tellDidLoad]
  }

  /// An asset has been loaded, or, with an error, not. Of an asset that is not loading this says nothing.
  mutating func settle(_ asset: MediaAssetType, _ error: MediaAssetError?) -> [Action] {
    guard self[asset] == .loading else { return [] }
    guard let error else {
      states[asset] = .loaded
      var actions: [Action] = [.tellState(asset, .loaded), .removePlaceholder(asset)]
      if isLoaded, !isTerminal {
        isTerminal = true
        actions += [.removePlaceholders, .tellDidLoad]
      }
      return actions
    }
    states[asset] = .failed
    var actions: [Action] = [.tellState(asset, .failed), .showFailure(asset)]
    #if MUTANTS
      if Mutant.failsTwice.isOn { isTerminal = false }
      if Mutant.removesOnFailure.isOn { actions.append(.removePlaceholders) }
    #endif
    if !isTerminal {
      isTerminal = true
      actions.append(.tellDidFail(error))
    }
    return actions
  }

  /// Failed assets are to be loaded once more, in a new attempt. Returns them, the media first.
  mutating func retry() -> (assets: [MediaAssetType], actions: [Action]) {
    let failed = MediaAssetType.allCases.filter { self[$0] == .failed }
    guard !failed.isEmpty else { return ([], []) }
    attempt += 1
    isTerminal = false
    for asset in failed { states[asset] = .loading }
    return (failed, failed.map { .tellState($0, .loading) })
  }
}
