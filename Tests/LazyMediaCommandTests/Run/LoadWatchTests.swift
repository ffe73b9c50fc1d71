import LazyMedia
import LazyMediaTesting
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
    let scheduler = ManualMainScheduler()
    let watch = LoadWatch(scheduler: scheduler)
    var (isThere, ended) = (false, 0)
    let waits = Task {
      await watch.wait(atMost: .milliseconds(10)) { isThere }
      ended = 1
      await watch.wait(atMost: .milliseconds(50)) { false }
      ended = 2
    }
    while scheduler.nextMoment == nil { await Task.yield() }
    isThere = true
    watch.nativeAdDidLoadMediaData(ad)
    while ended == 0 { await Task.yield() }
    for _ in 0..<100 { await Task.yield() }
    // The time of the first wait is over within that of the second.
    scheduler.advance(by: .milliseconds(20))
    for _ in 0..<100 { await Task.yield() }
    #expect(ended == 1)
    scheduler.advance(by: .milliseconds(30))
    await waits.value
    #expect(ended == 2)
  }

  @Test func cancellingEndsIt() async {
    let watch = LoadWatch()
    let task = Task { await watch.wait(atMost: .seconds(600)) { false } }
    task.cancel()
    await task.value
  }
}
