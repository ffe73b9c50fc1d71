import NativeAds
import Testing

@testable import LazyMediaCommand

@Suite struct AdOptionsTests {
  /// Nobody may be billed for an ad that somebody looks into.
  @Test(arguments: [true, false]) func noCommandFiresTrackers(isLocal: Bool) {
    #expect(NativeAdOptions().firesTrackers)
    #expect(!Settings().adOptions(isLocal: isLocal).firesTrackers)
    #if Canvas
      #expect(!Settings().drawnAdOptions(isLocal: isLocal).firesTrackers)
    #endif
  }
}
