import LazyMedia

@testable import NativeAds

/// A unit, and what was told of its loads and refreshes.
@MainActor final class DeliveryPlace {
  let unit: NativeAdUnit
  /// Loads that wait for their one outcome, by number.
  private var waiting: Set<Int> = []
  private var loads = 0
  /// The one that the unit is at.
  private var current: Int?
  private var isRefreshing = false
  private let onCall: @MainActor (NativeAd?) -> Void
  private(set) var faults: [String] = []

  /// - Parameter onCall: called in each callback, with the ad that it brings.
  init(_ unit: NativeAdUnit, onCall: @escaping @MainActor (NativeAd?) -> Void) {
    self.unit = unit
    self.onCall = onCall
    subscribe()
  }

  /// What is to be told and was not.
  var unsettled: String? {
    if !waiting.isEmpty { return "\(waiting.count) loads without an outcome" }
    if isRefreshing { return "a refresh without an outcome" }
    return unit.isLoading ? "a unit that loads for ever" : nil
  }

  func load() {
    loads += 1
    let number = loads
    waiting.insert(number)
    if !unit.isLoading { current = number }
    unit.load { [weak self] in
      self?.end(number)
      self?.onCall($0)
    } onFailure: { [weak self] _ in
      self?.end(number)
      self?.onCall(nil)
    }
  }

  private func end(_ number: Int) {
    if waiting.remove(number) == nil {
      faults.append("a second outcome of a load, or one of a cancelled load")
    }
    if current == number { current = nil }
  }

  func cancel() {
    // What has ended is told all the same.
    if unit.isRefreshing {
      isRefreshing = false
    } else if unit.isLoading, let given = current.take() {
      waiting.remove(given)
    }
    unit.cancel()
  }

  func subscribe() {
    unit.subscribeRefreshEvents { [weak self] in
      guard let self else { return }
      if isRefreshing { faults.append("a refresh within a refresh") }
      isRefreshing = true
      onCall(nil)
    } onSuccess: { [weak self] ad in
      self?.endRefresh()
      self?.onCall(ad)
    } onFailure: { [weak self] _ in
      self?.endRefresh()
      self?.onCall(nil)
    }
  }

  private func endRefresh() {
    if !isRefreshing { faults.append("the end of no refresh") }
    isRefreshing = false
  }
}
