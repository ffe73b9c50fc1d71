import NativeAds
import Testing

@Suite struct OpenRTBNativeTests {
  @Test func anAdHasALinkAndTheDefaultVersion() {
    let ad = OpenRTBNative(link: .init(url: "https://example.com/"))
    #expect(ad.version == "1.2")
    #expect(ad.assets.isEmpty)
  }
}
