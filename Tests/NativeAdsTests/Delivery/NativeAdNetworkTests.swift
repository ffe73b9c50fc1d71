import Testing

@testable import NativeAds

@Suite struct NativeAdNetworkTests {
  // D1
  @Test(arguments: [
    ("https://a.example/ads", "https://a.example/ads?unit=u%2F1%26&context=%EC%95%84%20b&count=3"),
    ("https://a.example/ads?", "https://a.example/ads?unit=u%2F1%26&context=%EC%95%84%20b&count=3"),
    (
      "https://a.example/ads?k=1#top", "https://a.example/ads?k=1&unit=u%2F1%26&context=%EC%95%84%20b&count=3"
    ),
    ("https://a.example/ads?k=1&", "https://a.example/ads?k=1&unit=u%2F1%26&context=%EC%95%84%20b&count=3"),
  ])
  func anEndpointIsAskedWithTheRequestInItsQuery(endpoint: String, url: String) {
    let request = NativeAdRequest(unitID: "u/1&", contextID: "아 b", count: 3)
    #expect(request.url(at: endpoint) == url)
  }

  @Test func whatIsEmptyIsLeftOut() {
    #expect(NativeAdRequest().url(at: "https://a.example") == "https://a.example?count=1")
  }
}
