import LazyMedia
import Locking
import OriginServer
import SampleFeed
import Testing

@testable import NativeAds

/// Loads sample ads as a program does.
@Suite @MainActor struct SampleAdServerTests {
  private func options() -> NativeAdOptions {
    var options = NativeAdOptions()
    // The ad comes with its media.
    options.renderingSetting.useLazyMediaLoading = false
    return options
  }

  private func load(_ unit: SampleAdUnit, from samples: SampleAdServer) async throws -> NativeAd {
    try await NativeAdUnit(
      unitID: unit.rawValue, chain: NativeAdSourceChain(direct: samples.network), options: options()
    ).nextAd()
  }

  // D1, B1
  @Test func aUnitLoadsFromIt() async throws {
    let requests = Lock<[ServedRequest]>([])
    let samples = try SampleAdServer { request in requests.withLock { $0.append(request) } }
    let ad = try await load(.native, from: samples)
    #expect(ad.mediaLoadingState == .loaded)
    #expect(ad.iconLoadingState == .loaded)
    #expect(ad.mediaData?.pixelSize == SampleAdPicture.mediaSize)
    let seen = requests.withLock { $0 }
    #expect(Set(seen.map { $0.target.prefix { $0 != "?" } }) == ["/ads", "/media/1.jpg", "/icons/1.png"])
    #expect(seen.first?.ads == [1])
    #expect(seen.first?.endpoint == .ads)
    #expect(samples.hits.isEmpty)
  }

  #if VAST
    @Test(arguments: [SampleAdUnit.video16x9, .video9x16])
    func videosAreFoundBehindTheirWrapper(unit: SampleAdUnit) async throws {
      let ad = try await load(unit, from: try SampleAdServer())
      let vast = try #require(ad.vast).get()
      #expect(vast.chain.map(\.kind) == [.wrapper, .inLine])
      #expect(vast.impressions.count == 2)
      #expect(vast.errors.count == 2)
      #expect(ad.mediaData?.mediaType == .video)
      #expect(ad.mediaData?.pixelSize == unit.videoSizes.last)
      #expect(ad.mediaLoadingState == .loaded)
      #expect(ad.mediaData?.videoController?.duration == .seconds(12))
    }
  #endif

  @Test func aFaultIsMet() async throws {
    let samples = try SampleAdServer()
    samples.switches.rules[.ads] = .init(.noFill)
    await #expect(throws: NativeAdUnitError.self) { try await load(.native, from: samples) }
    samples.switches.rules[.ads] = nil
    _ = try await load(.native, from: samples)
    #expect(samples.adCount == 1)
  }

  @Test func theNetworkKeepsTheServer() async throws {
    let network = try SampleAdServer().network
    let unit = NativeAdUnit(
      unitID: SampleAdUnit.native.rawValue, chain: NativeAdSourceChain(direct: network), options: options())
    #expect(try await unit.nextAd().title?.isEmpty == false)
  }

  @Test func aPortThatIsTakenIsRefused() throws {
    let samples = try SampleAdServer()
    #expect(throws: OriginError.self) { try SampleAdServer(port: samples.origin.port) }
  }
}
