#if VAST
  import LazyMedia
  import LazyMediaTesting
  import MediaTransport
  import MediaTransportTesting
  import Testing

  @testable import NativeAds

  /// VAST on the way to an ad.
  @MainActor @Suite struct VideoRequestTests {
    private let fixture = AdFixture()

    private func tag(_ content: String) -> String {
      String(decoding: VASTDocuments.vast(content), as: UTF8.self)
    }

    private func hop(_ number: Int) -> String { "https://v.example/\(number)" }

    private func request(_ tag: String, _ options: NativeAdOptions = AdFixture.lazyOptions()) -> () ->
      NativeAd?
    {
      var received: NativeAd?
      fixture.request(.data(SampleAd.openRTB(media: nil, vastTag: tag)), options) { received = $0 }
      fixture.settle()
      return { received }
    }

    private func size(_ ad: NativeAd?) -> [Double]? {
      ad?.mediaData.map { [$0.preferredMediaWidth, $0.preferredMediaHeight] }
    }

    // G17, G20, G23
    @Test func theSizeOfAVideoIsThatOfItsVASTDocument() throws {
      let ad = try #require(request(tag(VASTDocuments.inLine()))())
      #expect(ad.mediaData?.mediaType == .video)
      #expect(ad.mediaData?.sizeSource == .vast)
      #expect(size(ad) == [1280, 720])
      #expect(ad.mediaData?.preferredHeight(fixedWidth: 320) == 180)
    }

    // G17, G20
    @Test func wrappersAreResolvedBeforeTheAdIsHandedOverEachOnce() throws {
      let received = request(tag(VASTDocuments.wrapper("w1", to: hop(1))))
      #expect(received() == nil)
      fixture.serve(hop(1), VASTDocuments.vast(VASTDocuments.wrapper("w2", to: hop(2))))
      #expect(fixture.log.lines.isEmpty)
      fixture.serve(hop(2), VASTDocuments.vast(VASTDocuments.inLine()))
      let ad = try #require(received())
      #expect(size(ad) == [1280, 720])
      let view = fixture.view()
      let window = ViewContainer(isWindow: true)
      view.attach(to: window)
      view.nativeAd = ad
      fixture.settle()
      #expect(fixture.activeURLs.sorted() == [SampleAd.iconURL, "https://m.example/inline.mp4"])
      #expect(fixture.transferCount(hop(1)) == 1)
      #expect(fixture.transferCount(hop(2)) == 1)
    }

    // G20
    @Test(arguments: [
      (5, 5, true), (5, 6, false), (2, 2, true), (2, 3, false), (0, 1, false), (-1, 1, false), (9, 6, false),
    ])
    func moreWrappersThanTheServerOrTheLimitAllowLeadNowhere(limit: Int, depth: Int, isVideo: Bool) throws {
      let received = request(
        tag(VASTDocuments.wrapper("w", to: hop(1))), AdFixture.lazyOptions { $0.vastMaxRedirect = limit })
      for number in 1..<depth {
        fixture.serve(
          hop(number), VASTDocuments.vast(VASTDocuments.wrapper("w\(number)", to: hop(number + 1))))
      }
      fixture.serve(hop(depth), VASTDocuments.vast(VASTDocuments.inLine()))
      let ad = try #require(received())
      #expect(size(ad) == (isVideo ? [1280, 720] : [0, 0]))
    }

    // G19, G20
    @Test(arguments: ["no XML", "<VAST/>", "<html></html>"])
    func aDocumentThatLeadsToNoVideoGivesAnAdOfSizeZero(tag: String) throws {
      let ad = try #require(request(tag)())
      #expect(fixture.log.take() == ["didReceive", "media failed", "didFail media vast"])
      #expect(size(ad) == [0, 0])
      #expect(ad.mediaData?.mediaType == .video)
    }

    // G20, A18
    @Test func aHopThatTakesTooLongGivesAnAdOfSizeZero() throws {
      let received = request(tag(VASTDocuments.wrapper("w", to: hop(1))))
      let transfer = try #require(fixture.transport.transfer(for: hop(1)))
      #expect(transfer.request.timeouts.total == .seconds(5))
      transfer.fail(.timedOut)
      fixture.settle()
      #expect(size(received()) == [0, 0])
      #expect(fixture.log.lines.first == "didReceive")
    }

    // A18
    @Test func theSixtySecondsCoverVASTAndTheAdComesWithoutIt() throws {
      let received = request(tag(VASTDocuments.wrapper("w", to: hop(1))))
      let transfer = try #require(fixture.transport.transfer(for: hop(1)))
      fixture.scheduler.advance(by: .milliseconds(59_999))
      #expect(received() == nil)
      fixture.scheduler.advance(by: .milliseconds(1))
      let ad = try #require(received())
      #expect(transfer.isCancelled)
      #expect(size(ad) == [0, 0])
      #expect(fixture.log.take() == ["didReceive", "media failed", "didFail media vast"])
      fixture.scheduler.advance(by: .seconds(60))
      #expect(fixture.log.lines.isEmpty)
    }

    // A18
    @Test func theMainImageStandsInForAVideoThatCannotBePlayed() throws {
      var received: NativeAd?
      fixture.request(.data(SampleAd.openRTB(vastTag: "no XML"))) { received = $0 }
      fixture.settle()
      #expect(received?.mediaData?.mediaType == .image)
      #expect(size(received) == [1200, 627])
    }

    // G3
    @Test func anAdShownWithoutMediaResolvesNoVAST() {
      let received = request(
        tag(VASTDocuments.wrapper("w", to: hop(1))),
        AdFixture.lazyOptions { $0.renderingSetting.hasMediaView = false })
      #expect(received() != nil)
      #expect(fixture.transferCount(hop(1)) == 0)
    }
  }
#endif
