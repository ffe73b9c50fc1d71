import Glibc
import LazyMedia
import NativeAds
import Testing

@testable import LazyMediaCommand

@Suite @MainActor struct LoadWatchTests {
  @Test func itDoesNotWaitForWhatIsSo() async {
    await LoadWatch().wait(atMost: .seconds(600)) { true }
    await LoadWatch().wait(atMost: .zero) { false }
  }

  @Test func theTimeOfOneWaitDoesNotEndTheNext() async throws {
    let response = #"{"native": {"link": {"url": "x"}, "assets": [{"id": 1, "title": {"text": "T"}}]}}"#
    var options = NativeAdOptions()
    options.renderingSetting.useLazyMediaLoading = true
    let ad = try await NativeAdLoader(source: .data(Array(response.utf8)), options: options).ad()
    let watch = LoadWatch()
    var isThere = false
    let waits = Task {
      await watch.wait(atMost: .milliseconds(1)) { isThere }
      let start = ContinuousClock.now
      await watch.wait(atMost: .milliseconds(50)) { false }
      return ContinuousClock.now - start
    }
    await Task.yield()
    isThere = true
    watch.nativeAdDidLoadMediaData(ad)
    // Meanwhile the time of the first wait is over, too, and that is told after its end.
    usleep(5_000)
    #expect(await waits.value >= .milliseconds(50))
  }

  @Test func cancellingEndsIt() async {
    let watch = LoadWatch()
    let task = Task { await watch.wait(atMost: .seconds(600)) { false } }
    task.cancel()
    await task.value
  }
}
