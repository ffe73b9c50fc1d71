import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@testable import NativeAds

/// What is known of the main media's size, and when.
@MainActor @Suite(.timeLimit(.minutes(1))) struct SizeTests {
  private let fixture = AdFixture()

  private func size(_ data: MediaData?) -> [Double]? {
    data.map { [$0.preferredMediaWidth, $0.preferredMediaHeight] }
  }

  private func media(_ change: (inout SampleAd.Image) -> Void) -> [UInt8] {
    var image = SampleAd.Image.media
    change(&image)
    return SampleAd.openRTB(media: image)
  }

  // G15, G16, G17, G23
  // FAULTS 20, 24, 25
  @Test func theSizeOfAnImageIsThatOfTheResponseWhenTheAdIsHandedOver() throws {
    var seen: MediaData?
    _ = fixture.ad(SampleAd.openRTB()) { seen = $0.mediaData }
    let data = try #require(seen)
    #expect(data.mediaType == .image)
    #expect(data.sizeSource == .response)
    #expect(size(data) == [1200, 627])
    #expect(data.preferredHeight(fixedWidth: 1200) == 627)
    #expect(fixture.transport.transfers.isEmpty)
  }

  // A24
  @Test func theHeightForAWidthKeepsTheAspectUnrounded() throws {
    let data = try #require(fixture.ad(SampleAd.openRTB())?.mediaData)
    #expect(data.preferredHeight(fixedWidth: 375) == 195.9375)
    for width in [0, -1, Double.nan, .infinity, -.infinity] {
      #expect(data.preferredHeight(fixedWidth: width) == 0)
      #expect(data.layoutHeight(fixedWidth: width) == 0)
    }
    #expect(data.preferredHeight(fixedWidth: .greatestFiniteMagnitude).isFinite)
  }

  // G18, G19, A24
  @Test(arguments: [
    (nil, nil), (1200, nil), (nil, 627), (0, 627), (1200, 0), (-1200, 627), (20_000, 10_000), (1100, 100),
  ])
  func aSizeThatIsHalfToldOrAbsurdIsNone(width: Int?, height: Int?) throws {
    let ad = try #require(
      fixture.ad(
        media {
          $0.width = width
          $0.height = height
        }))
    let data = try #require(ad.mediaData)
    #expect(!data.hasPreferredSize)
    #expect(size(data) == [0, 0])
    #expect(data.sizeSource == nil)
    #expect(data.preferredHeight(fixedWidth: 375) == 0)
  }

  // G24
  @Test func aRendererKeepsSixteenToNineFreeForMediaOfUnknownSize() throws {
    let unknown = try #require(fixture.ad(media { $0.width = nil })?.mediaData)
    #expect(unknown.layoutHeight(fixedWidth: 320) == 180)
    #expect(unknown.layoutHeight(fixedWidth: 375) == 211)
    let known = try #require(fixture.ad(SampleAd.openRTB())?.mediaData)
    #expect(known.layoutHeight(fixedWidth: 375) == 196)
  }

  // A23, G21
  @Test func theSizeOfTheResponseHoldsUntilTheFileHasLoaded() throws {
    let (ad, _) = try fixture.boundAd()
    let transfer = try #require(fixture.transport.transfer(for: SampleAd.mediaURL))
    transfer.respond(expectedBytes: SampleFile.jpeg32x16.count)
    transfer.send(Array(SampleFile.jpeg32x16.dropLast(20)))
    fixture.settle()
    #expect(size(ad.mediaData) == [1200, 627])
    transfer.send(Array(SampleFile.jpeg32x16.suffix(20)))
    transfer.finish()
    fixture.settle()
    #expect(size(ad.mediaData) == [32, 16])
    #expect(ad.mediaData?.sizeSource == .file)
  }

  // A23
  @Test func aFileOfAnotherSizeThanTheResponsesIsTold() async throws {
    let (ad, _) = try fixture.boundAd()
    var events = ad.events.makeAsyncIterator()
    fixture.serveMedia()
    guard case .sizeMismatch(let said, let actual)? = await events.next() else {
      Issue.record("no mismatch told")
      return
    }
    #expect(said == PixelSize(width: 1200, height: 627))
    #expect(actual == PixelSize(width: 32, height: 16))
  }

  // G21
  @Test func theHeadOfTheFileTellsTheSizeThatTheResponseDoesNot() throws {
    let ad = try #require(fixture.ad(media { $0.width = nil }))
    fixture.settle()
    let transfer = try #require(fixture.transport.transfer(for: SampleAd.mediaURL))
    transfer.respond()
    transfer.send(Array(SampleFile.jpeg32x16.dropLast(20)))
    fixture.settle()
    #expect(ad.mediaLoadingState == .loading)
    #expect(size(ad.mediaData) == [32, 16])
    #expect(ad.mediaData?.sizeSource == .probe)
    #expect(fixture.log.lines.last == "size 32x16")
  }
}

/// Sizes that are asked of the file before the ad is handed over.
@MainActor @Suite struct SizeProbeTests {
  private let fixture = AdFixture()
  private let options = AdFixture.lazyOptions { $0.probeMissingSizes = true }
  private let sizeless = SampleAd.openRTB(
    media: SampleAd.Image(url: SampleAd.mediaURL, type: 3))

  private func request(_ response: [UInt8], _ options: NativeAdOptions) -> () -> [Double]? {
    var seen: MediaData?
    fixture.request(.data(response), options) { seen = $0.mediaData }
    fixture.settle()
    return { seen.map { [$0.preferredMediaWidth, $0.preferredMediaHeight] } }
  }

  // G15
  @Test func theFirstBytesTellTheSizeBeforeTheAdIsHandedOver() throws {
    let size = request(sizeless, options)
    #expect(fixture.log.lines.isEmpty)
    let transfer = try #require(fixture.transport.activeTransfers.first)
    #expect(transfer.request.byteRange == 0..<1024)
    transfer.respond(status: 200)
    transfer.send(Array(SampleFile.jpeg32x16.prefix(700)))
    fixture.settle()
    #expect(size() == [32, 16])
    #expect(transfer.isCancelled)
  }

  // G15
  @Test func theAdWaitsForThatNoLongerThanItsTime() throws {
    let size = request(sizeless, options)
    fixture.scheduler.advance(by: .milliseconds(299))
    #expect(size() == nil)
    fixture.scheduler.advance(by: .milliseconds(1))
    #expect(size() == [0, 0])
    let probe = try #require(fixture.transport.transfers.first)
    #expect(probe.isCancelled)
    #expect(fixture.log.lines == ["didReceive"])
  }

  // G1
  @Test func theAdWaitsForThatNoLongerThanForTheRequest() {
    var options = options
    options.requestTimeoutInterval = .milliseconds(100)
    let size = request(sizeless, options)
    fixture.scheduler.advance(by: .milliseconds(100))
    #expect(size() == [0, 0])
  }

  @Test func aProbeThatFailsHandsTheAdOverAtOnce() {
    let size = request(sizeless, options)
    fixture.fail(SampleAd.mediaURL)
    #expect(size() == [0, 0])
    #expect(fixture.log.lines.first == "didReceive")
  }

  @Test func noFileIsAskedWhoseSizeIsToldOrNotWanted() {
    #expect(request(SampleAd.openRTB(), options)() == [1200, 627])
    #expect(request(sizeless, AdFixture.lazyOptions())() == [0, 0])
    #expect(fixture.transport.transfers.allSatisfy { $0.request.byteRange == nil })
  }

  @Test func aSchemeThatIsNotAskedIsNotProbed() {
    let size = request(
      SampleAd.openRTB(media: SampleAd.Image(url: "file:///etc/passwd", type: 3)), options)
    #expect(size() == [0, 0])
    #expect(!fixture.transport.transfers.contains { $0.request.url.hasPrefix("file") })
  }
}
