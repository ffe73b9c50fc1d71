import LazyMedia

/// The rules by which several requests become a group of ads: how many are asked, which are kept, and that it ends once.
struct GroupRequestMachine<Ad> {
  /// How one request ended.
  private enum Answer {
    case ad(Ad, key: String)
    case nothing(NativeAdLoaderError)
  }

  private var answers: [Answer?]
  /// How many are missing: counted, as a response may hold hundreds of thousands of bids that are none.
  private var missing: Int
  private var isOver = false

  /// - Parameter count: requests that are made, at least 1.
  init(count: Int) {
    answers = Array(repeating: nil, count: count)
    missing = count
  }

  /// A request has ended. Returns the outcome of the group once that is known.
  mutating func settle(
    _ index: Int, _ result: Result<(ad: Ad, key: String), NativeAdLoaderError>
  ) -> Result<[Ad], NativeAdGroupError>? {
    guard !isOver, answers.indices.contains(index), answers[index] == nil else { return nil }
    switch result {
    case .success(let (ad, key)): answers[index] = .ad(ad, key: key)
    case .failure(let error): answers[index] = .nothing(error)
    }
    missing -= 1
    return missing == 0 ? end() : nil
  }

  /// In the order in which they were asked for, each ad once; the failures where there is none.
  private mutating func end() -> Result<[Ad], NativeAdGroupError> {
    isOver = true
    var ads: [Ad] = []
    var errors: [NativeAdLoaderError] = []
    var keys: Set<String> = []
    for answer in answers {
      switch answer {
      case .ad(let ad, let key):
        #if MUTANTS
          if Mutant.keepsDuplicates.isOn { keys.remove(key) }
        #endif
        if keys.insert(key).inserted { ads.append(ad) }
      case .nothing(let error): errors.append(error)
      case nil: break
      }
    }
    return ads.isEmpty ? .failure(.noFill(errors)) : .success(ads)
  }
}
