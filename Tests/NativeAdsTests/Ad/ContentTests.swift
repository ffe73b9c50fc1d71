import LazyMedia
import LazyMediaTesting
import MediaTransport
import MediaTransportTesting
import Testing

@testable import NativeAds

/// What the bytes of an asset must be.
@MainActor @Suite struct ContentTests {
  private let fixture = AdFixture()

  private func error(serving bytes: [UInt8], status: Int = 200, headers: [HTTPField] = []) throws
    -> MediaAssetError?
  {
    let (ad, _) = try fixture.boundAd(SampleAd.openRTB(icon: nil))
    fixture.transport.transfer(for: SampleAd.mediaURL)?.complete(bytes, status: status, headers: headers)
    fixture.settle()
    return ad.error(of: .media)
  }

  // A22
  @Test func theBytesDecideWhatAFileIsNotItsHeader() throws {
    let page = [HTTPField("Content-Type", "text/html")]
    #expect(try error(serving: SampleFile.jpeg32x16, headers: page) == nil)
    #expect(fixture.log.take().last == "didLoad")
  }

  // A22
  @Test(arguments: [
    "<!DOCTYPE html><html><body>502 Bad Gateway</body></html>", "", "GIF89a not a picture that is read here",
  ])
  func pagesAndEmptyBodiesAreFailures(body: String) throws {
    let image = [HTTPField("Content-Type", "image/jpeg")]
    let error = try #require(try error(serving: Array(body.utf8), headers: image))
    #expect(error.asset == .media)
    #expect(error.url == SampleAd.mediaURL)
    #expect(fixture.log.take().suffix(2) == ["media failed", "didFail media \(error.code)"])
  }

  // A22
  @Test func anAnswerWithoutContentIsAFailure() throws {
    #expect(try error(serving: [], status: 204) != nil)
  }

  // A22
  @Test(arguments: [20, 300])
  func aPictureThatIsCutOffIsAFailure(missing: Int) throws {
    let error = try #require(try error(serving: Array(SampleFile.jpeg32x16.dropLast(missing))))
    #expect(error.code == "truncated")
  }

  // A22
  @Test func aFileOfMoreThanTenMebibytesIsRefusedWhileItComes() throws {
    #expect(NativeAdOptions().maximumMediaBytes == 10 << 20)
    let (ad, _) = try fixture.boundAd()
    let transfer = try #require(fixture.transport.transfer(for: SampleAd.mediaURL))
    #expect(transfer.request.maximumBytes == 10 << 20)
    transfer.fail(.tooLarge, phase: .body)
    fixture.settle()
    #expect(ad.error(of: .media)?.code == "tooLarge")
  }

  // A22
  @Test func aPictureOfTooManyPixelsIsRefusedByItsHead() throws {
    // Big-endian height and width stand after the marker, the length and the precision of the frame header.
    var bomb = SampleFile.jpeg32x16
    let frame = try #require(bomb.indices.dropLast().first { bomb[$0] == 0xFF && bomb[$0 + 1] == 0xC0 })
    for offset in 5...8 { bomb[frame + offset] = 0xFF }
    let error = try #require(try error(serving: bomb))
    #expect(error.code == "tooLarge" || error.code == "limitExceeded", "\(error.code)")
  }

  // A22
  @Test(arguments: [
    "javascript:alert(1)", "file:///etc/passwd", "data:image/png;base64,AAAA", "ftp://a.example/b.png",
    "http", "https", "picture.png",
  ])
  func otherSchemesAreNotAsked(url: String) throws {
    let (ad, _) = try fixture.boundAd(SampleAd.openRTB(icon: nil, media: SampleAd.Image(url: url, type: 3)))
    #expect(fixture.transport.transfers.isEmpty)
    #expect(ad.error(of: .media)?.code == "unsupportedScheme")
  }

  // A10
  @Test func aRequiredIconThatFailsIsAFailedAssetLikeAnyOther() throws {
    var icon = SampleAd.Image.icon
    icon.isRequired = true
    let (ad, _) = try fixture.boundAd(SampleAd.openRTB(icon: icon))
    fixture.serveMedia()
    fixture.fail(SampleAd.iconURL)
    #expect(fixture.log.take().suffix(2) == ["icon failed", "didFail icon badStatus"])
    #expect(ad.mediaLoadingState == .loaded)
  }

  // A10
  @Test func anIconThatIsNotRequiredStillCountsForDidLoad() throws {
    _ = try fixture.boundAd()
    fixture.serveMedia()
    #expect(!fixture.log.take().contains("didLoad"))
    fixture.serveIcon()
    #expect(fixture.log.take().last == "didLoad")
  }
}
