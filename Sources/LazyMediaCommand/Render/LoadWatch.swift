import LazyMedia
import NativeAds

/// Waits for what becomes of ads.
@MainActor final class LoadWatch: NativeAdDelegate {
  private var condition: (@MainActor () -> Bool)?
  private var waiter: CheckedContinuation<Void, Never>?
  private let scheduler: any MainScheduler

  init(scheduler: any MainScheduler = MainQueue()) { self.scheduler = scheduler }

  /// Hears of an ad from now on.
  func watch(_ ad: NativeAd) { ad.delegate = self }

  /// Returns once a condition holds that depends on the state of assets, after the time at the latest, or once the Swift
  /// task is cancelled. For one who waits at a time.
  func wait(atMost limit: Duration, until condition: @escaping @MainActor () -> Bool) async {
    guard limit > .zero, !condition() else { return }
    let deadline = scheduler.schedule(after: limit) { [weak self] in self?.end() }
    // Its time must not end the next wait.
    defer { deadline.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { return continuation.resume() }
        (self.condition, waiter) = (condition, continuation)
      }
    } onCancel: {
      Task { @MainActor in self.end() }
    }
  }

  private func end() {
    condition = nil
    waiter.take()?.resume()
  }

  private func check() { if condition?() == true { end() } }

  func nativeAd(
    _ nativeAd: NativeAd, didChangeMediaAssetLoadingState state: MediaLoadingState, assetType: MediaAssetType
  ) { check() }

  func nativeAdDidLoadMediaData(_ nativeAd: NativeAd) { check() }
}

extension NativeAd {
  /// Whether nothing more can come of assets: they are loaded, have failed, or are not part of the ad.
  func isSettled(_ types: Set<MediaAssetType>) -> Bool {
    types.allSatisfy { loadingState(of: $0) != .loading }
  }

  /// What has failed, and which of the assets that were waited for are not there.
  func failures(of waited: Set<MediaAssetType>, after limit: Duration) -> [(
    type: MediaAssetType, failure: Failure
  )] {
    MediaAssetType.allCases.compactMap { type in
      if let error = error(of: type) { return (type, Failure(error)) }
      guard waited.contains(type), loadingState(of: type) == .loading else { return nil }
      return (
        type,
        Failure(phase: "body", code: "timedOut", message: "it was not there within \(Text.time(limit))")
      )
    }
  }
}

extension Card {
  /// The assets that it has areas for: what it does not show need not load.
  var shownAssets: Set<MediaAssetType> {
    var types: Set<MediaAssetType> = []
    if frame(of: .media) != nil { types.insert(.media) }
    if frame(of: .icon) != nil { types.insert(.icon) }
    return types
  }
}
