import Foundation
import LazyMedia
import LazyMediaTesting
import MediaTransport
import MediaTransportTesting
import SeededRandom
import Testing

@testable import NativeAds

/// Other ways to the end of a request: documents that hold the assets, waiting, chance.
@MainActor @Suite(.timeLimit(.minutes(2))) struct RequestEndTests {
  private static let url = "https://ads.example.com/native"
  private static let assetsURL = "https://ads.example.com/assets"
  private let fixture = AdFixture()

  private var response: [UInt8] {
    SampleAd.openRTB(title: "own", members: #""assetsurl":"\#(Self.assetsURL)""#)
  }

  private func received(_ play: () throws -> Void) rethrows -> NativeAd? {
    var received: NativeAd?
    fixture.request(.data(response)) { received = $0 }
    fixture.settle()
    #expect(received == nil)
    try play()
    return received
  }

  @Test func theAssetsOfAnotherDocumentTakeThePlaceOfTheResponses() {
    let ad = received { fixture.serve(Self.assetsURL, SampleAd.openRTB(title: "theirs")) }
    #expect(ad?.title == "theirs")
  }

  @Test func theAssetsOfTheResponseAreTheFallback() {
    #expect(received { fixture.fail(Self.assetsURL) }?.title == "own")
    #expect(received { fixture.serve(Self.assetsURL, Array("{".utf8)) }?.title == "own")
  }

  @Test func anAssetsURLOfAnotherSchemeIsNotAskedFor() {
    var titles: [String?] = []
    for url in ["file:///tmp/assets.json", "data:,x", "/tmp/assets.json"] {
      fixture.request(.data(SampleAd.openRTB(title: "own", members: #""assetsurl":"\#(url)""#))) {
        titles.append($0.title)
      }
      fixture.settle()
    }
    #expect(fixture.transport.transfers.allSatisfy { $0.request.url.hasPrefix("https:") })
    #expect(titles == ["own", "own", "own"])
  }

  // G1
  @Test func theAssetsOfTheResponseCountWhereTheOthersDoNotComeInTime() {
    let ad = received { fixture.scheduler.advance(by: .seconds(60)) }
    #expect(ad?.title == "own")
    #expect(fixture.activeURLs.contains(Self.assetsURL) == false)
  }

  @Test func aFileOfTheProgramIsAResponse() async throws {
    let path = FileManager.default.temporaryDirectory.path + "/ad-\(UUID().uuidString).json"
    #expect(FileManager.default.createFile(atPath: path, contents: Data(SampleAd.openRTB())))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var configuration = MediaPipelineConfiguration(transport: fixture.transport)
    configuration.decodeExecutor = fixture.executor
    let pipeline = MediaPipeline(configuration: configuration)
    let loader = NativeAdLoader(source: .file(path), options: AdFixture.lazyOptions(), pipeline: pipeline)
    let ad = try await loader.ad()
    #expect(ad.title == "Fresh coffee, every morning")
    let missing = NativeAdLoader(
      source: .file(path + "x"), options: AdFixture.lazyOptions(), pipeline: pipeline)
    await #expect(throws: NativeAdLoaderError.self) { try await missing.ad() }
  }

  @Test func whoWaitsGetsTheAdOrItsError() async throws {
    let loader = NativeAdLoader(
      source: .url(Self.url), options: AdFixture.lazyOptions(), pipeline: fixture.pipeline)
    let waiting = Task { try await loader.ad() }
    while fixture.transport.transfers.isEmpty { await Task.yield() }
    fixture.serve(Self.url, SampleAd.openRTB())
    #expect(try await waiting.value.title == "Fresh coffee, every morning")
    await #expect(throws: CancellationError.self) { try await loader.ad() }
  }

  // G14
  @Test func whoWaitsHasTheAdBeforeItsAssetsBegin() async throws {
    let unloadable = SampleAd.Image(url: "javascript:0", type: 3)
    let loader = NativeAdLoader(
      source: .url(Self.url), options: AdFixture.lazyOptions(), pipeline: fixture.pipeline)
    let log = fixture.log
    let waiting = Task {
      let ad = try await loader.ad()
      ad.didFailToLoadMediaDataHandler = { _, _ in log.add("didFail") }
      return (ad, ad.mediaLoadingState)
    }
    while fixture.transport.transfers.isEmpty { await Task.yield() }
    fixture.serve(Self.url, SampleAd.openRTB(icon: nil, media: unloadable))
    let (ad, state) = try await waiting.value
    #expect(state == .loading)
    fixture.settle()
    #expect(ad.mediaLoadingState == .failed)
    #expect(log.take() == ["didFail"])
  }

  @Test func whoIsCancelledWaitsNoLonger() async throws {
    let loader = NativeAdLoader(
      source: .url(Self.url), options: AdFixture.lazyOptions(), pipeline: fixture.pipeline)
    let waiting = Task { try await loader.ad() }
    while fixture.transport.transfers.isEmpty { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(fixture.activeURLs.isEmpty)
  }

  /// Answers, failures, time and repeated calls in any order, of requests of every kind.
  @Test(arguments: 0..<300)
  func everyRequestEndsOnceWhateverHappens(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var answers: [NativeAdSource.Completion] = []
    let members = random.happens(50) ? #""assetsurl":"\#(Self.assetsURL)""# : nil
    let vastTag =
      random.happens(50)
      ? String(
        decoding: VASTDocuments.vast(VASTDocuments.wrapper("w", to: "https://v.example/1")), as: UTF8.self)
      : nil
    let body = random.happens(80) ? SampleAd.openRTB(vastTag: vastTag, members: members) : Array("no ad".utf8)
    let options = AdFixture.lazyOptions {
      $0.renderingSetting.useLazyMediaLoading = random.happens(50)
      $0.probeMissingSizes = random.happens(50)
    }
    let loader =
      random.happens(50)
      ? fixture.request(.url(Self.url), options) : fixture.request(.provider { answers.append($0) }, options)
    for _ in 0..<40 {
      switch Int.random(in: 0..<7, using: &random) {
      case 0: fixture.scheduler.runTurn()
      case 1: fixture.executor.runNext()
      case 2: fixture.scheduler.advance(by: .seconds(Int.random(in: 0...9, using: &random)))
      case 3: answers.randomElement(using: &random)?(.success(body))
      case 4: answers.randomElement(using: &random)?(.failure(CancellationError()))
      case 5: loader.loadAd()
      default:
        guard let transfer = fixture.transport.activeTransfers.randomElement(using: &random) else { continue }
        if random.happens(20) {
          transfer.fail(.connectionFailed)
          continue
        }
        switch transfer.request.url {
        case Self.url, Self.assetsURL: transfer.complete(body)
        case SampleAd.iconURL: transfer.complete(SampleFile.png4x2)
        case SampleAd.mediaURL: transfer.complete(SampleFile.jpeg32x16)
        default: transfer.complete(VASTDocuments.vast(VASTDocuments.inLine()))
        }
      }
    }
    fixture.scheduler.advance(by: .seconds(61))
    for transfer in fixture.transport.activeTransfers { transfer.fail(.timedOut) }
    fixture.settle()
    fixture.scheduler.advance(by: .seconds(61))
    for transfer in fixture.transport.activeTransfers { transfer.fail(.timedOut) }
    fixture.settle()
    let ends = fixture.log.lines.filter { $0 == "didReceive" || $0.hasPrefix("didFailWithError") }
    #expect(ends.count == 1, "\(fixture.log.lines)")
  }
}
