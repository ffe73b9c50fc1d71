#if VAST
  import Testing

  @testable import NativeAds

  @Suite struct VASTReadingTests {
    @Test(arguments: ["2.0", "2.0.1", "3.0", "4.0", "4.1", "4.2", "4.3", "4", " 3.0 "])
    func versionsTwoToFourAreRead(version: String) throws {
      let vast = try VAST(VASTDocuments.vast(VASTDocuments.inLine(), version: version))
      #expect(vast.version == version.split(separator: " ").joined())
      #expect(vast.ads.count == 1)
    }

    @Test(arguments: ["", "1.0", "5.0", "x", "4.x", "-2", "99999999999999999999"])
    func otherVersionsAreNamedInTheError(version: String) {
      let error = #expect(throws: VASTError.self) { try VAST(VASTDocuments.vast("", version: version)) }
      #expect(error?.code == 102)
      #expect(error == .unsupportedVersion(String(version.prefix(16))))
    }

    @Test func theRootOfVersionOneIsAnUnsupportedVersion() {
      #expect(throws: VASTError.unsupportedVersion("1")) {
        try VAST(Array("<VideoAdServingTemplate/>".utf8))
      }
    }

    @Test func anotherRootIsNamedInTheError() {
      let error = #expect(throws: VASTError.self) { try VAST(Array("<html><body/></html>".utf8)) }
      #expect(error == .notVAST(root: "html"))
      #expect(error?.code == 101)
    }

    @Test func everythingOfAnInLineIsRead() throws {
      let vast = try VAST(
        VASTDocuments.vast(
          """
          <Error>https://e.example/root</Error>
          <Ad id="7" sequence="2"><InLine>
            <AdSystem version="1">server</AdSystem><AdTitle>title</AdTitle><Advertiser>who</Advertiser>
            <Impression>https://i.example/1</Impression><Impression><![CDATA[ https://i.example/2?a&b ]]></Impression>
            <Impression/>
            <ViewableImpression><Viewable>https://v.example/yes</Viewable>
              <NotViewable>https://v.example/no</NotViewable>
              <ViewUndetermined>https://v.example/perhaps</ViewUndetermined></ViewableImpression>
            <AdVerifications><Verification><ViewableImpression><Viewable>https://other.example</Viewable>
              </ViewableImpression></Verification></AdVerifications>
            <Creatives><Creative><UniversalAdId idRegistry="x">y</UniversalAdId>
              <Linear skipoffset="00:00:05"><Duration>00:01:30.5</Duration>
                <MediaFiles>
                  <Mezzanine type="video/mp4" width="1920" height="1080">https://m.example/mezzanine.mp4</Mezzanine>
                  <MediaFile delivery="streaming" type="application/x-mpegURL" width="640" height="360.0"
                    minBitrate="200" maxBitrate="3000" codec="avc1" fileSize="1000" mediaType="360"
                    apiFramework="VPAID"><![CDATA[https://m.exam]]><![CDATA[ple/a.m3u8]]></MediaFile>
                  <InteractiveCreativeFile type="text/html">https://m.example/i.html</InteractiveCreativeFile>
                </MediaFiles>
                <TrackingEvents><Tracking event="progress" offset="25%">https://t.example/1</Tracking>
                  <Tracking event="ownEvent">https://t.example/2</Tracking></TrackingEvents>
                <VideoClicks><ClickThrough>https://c.example/through</ClickThrough>
                  <ClickTracking>https://c.example/1</ClickTracking><ClickTracking>https://c.example/2</ClickTracking>
                  <CustomClick>https://c.example/3</CustomClick></VideoClicks>
              </Linear></Creative>
              <Creative><CompanionAds><Companion><TrackingEvents><Tracking event="creativeView">https://t.example/3
                </Tracking></TrackingEvents></Companion></CompanionAds></Creative>
              <Creative><NonLinearAds><NonLinear/><NonLinear/></NonLinearAds></Creative>
            </Creatives></InLine></Ad>
          """))
      #expect(vast.errors == ["https://e.example/root"])
      let ad = try #require(vast.ads.first)
      #expect(ad.id == "7")
      #expect(ad.sequence == 2)
      #expect(ad.wrapper == nil)
      #expect([ad.adSystem, ad.title, ad.advertiser] == ["server", "title", "who"])
      #expect(ad.impressions == ["https://i.example/1", "https://i.example/2?a&b"])
      #expect(
        ad.viewable == [
          .init(event: "viewable", url: "https://v.example/yes"),
          .init(event: "notViewable", url: "https://v.example/no"),
          .init(event: "viewUndetermined", url: "https://v.example/perhaps"),
        ])
      #expect(ad.otherTrackings == [.init(event: "creativeView", url: "https://t.example/3")])
      #expect(ad.nonLinearCount == 2)
      let linear = try #require(ad.linears.first)
      #expect(linear.duration == .milliseconds(90_500))
      #expect(linear.skipOffset == "00:00:05")
      #expect(
        linear.trackings == [
          .init(event: "progress", url: "https://t.example/1", offset: "25%"),
          .init(event: "ownEvent", url: "https://t.example/2"),
        ])
      #expect(linear.clickThrough == "https://c.example/through")
      #expect(linear.clickTrackings == ["https://c.example/1", "https://c.example/2"])
      var file = VAST.MediaFile()
      file.url = "https://m.example/a.m3u8"
      file.delivery = .streaming
      file.type = "application/x-mpegURL"
      (file.width, file.height) = (640, 360)
      (file.minBitrate, file.maxBitrate) = (200, 3000)
      (file.codec, file.fileSize, file.mediaType, file.apiFramework) = ("avc1", 1000, "360", "VPAID")
      #expect(linear.mediaFiles == [file])
    }

    @Test func aWrapperHasTheDefaultsOfTheSpecification() throws {
      let vast = try VAST(VASTDocuments.vast(VASTDocuments.wrapper("a", to: "https://w.example/?a=1&b=2")))
      let plain = try #require(vast.ads.first?.wrapper)
      #expect(plain.adTagURL == "https://w.example/?a=1&b=2")
      #expect(plain.followsAdditionalWrappers)
      #expect(!plain.allowsMultipleAds)
      #expect(!plain.fallsBackOnNoAd)
      let set = try VAST(
        VASTDocuments.vast(
          VASTDocuments.wrapper(
            "a", to: "x",
            attributes: #"followAdditionalWrappers="0" allowMultipleAds="true" fallbackOnNoAd="1""#)))
      let wrapper = try #require(set.ads.first?.wrapper)
      #expect(!wrapper.followsAdditionalWrappers)
      #expect(wrapper.allowsMultipleAds)
      #expect(wrapper.fallsBackOnNoAd)
    }

    // A24
    @Test(
      arguments: [
        ("640", 640), (" 640 ", 640), ("640.0", 640), ("16384", 16384), ("16385", 0), ("640px", 0),
        ("640.5", 0),
        ("-640", 0), ("0", 0), ("", 0), ("NaN", 0), ("inf", 0), ("1e3", 0), ("0x10", 0), ("1000000000", 0),
        ("99999999999999999999999999", 0), (".0", 0), ("640.", 640), ("٦٤٠", 0),
      ])
    func absurdNumbersAreZero(text: String, value: Int) throws {
      #expect(VASTValues.dimension(text) == value)
      #expect(VASTValues.number(text, upTo: 16384) ?? 0 == value)
    }

    @Test(
      arguments: [
        ("00:00:15", 15_000), ("01:02:03.004", 3_723_004), ("00:00:01.5", 1500), ("00:00:00.123456", 123),
        ("00:60:00", nil), ("15", nil), ("00:15", nil), ("-00:00:15", nil), ("aa:bb:cc", nil),
        ("00:00:15.", nil),
        ("99999999999999999999:00:00", nil), ("00:00:00", 0), ("", nil),
      ] as [(String, Int?)])
    func durationsAreHoursMinutesSeconds(text: String, milliseconds: Int?) {
      #expect(VASTValues.duration(text) == milliseconds.map { .milliseconds($0) })
    }

    @Test func whatStandsBeforeTheDeclarationDoesNoHarm() throws {
      let document = VASTDocuments.vast(VASTDocuments.inLine())
      let plain = try VAST(document)
      #expect(try VAST([0xEF, 0xBB, 0xBF] + document) == plain)
      #expect(try VAST(Array("\r\n\t ".utf8) + document) == plain)
      #expect(try VAST([0xEF, 0xBB, 0xBF, 10] + document + [10, 32]) == plain)
    }

    @Test func otherEncodingsAreRead() throws {
      let text =
        #"<?xml version="1.0" encoding="UTF-16"?><VAST version="3.0"><Ad><InLine><AdTitle>광고 é</AdTitle></InLine></Ad></VAST>"#
      let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      for bytes in [[0xFE, 0xFF] + big, [0xFF, 0xFE] + little, big, little] {
        #expect(try VAST(bytes).ads.first?.title == "광고 é")
      }
      let latin = #"<?xml version="1.0" encoding="ISO-8859-1"?><VAST version="3.0"><Ad><InLine><AdTitle>"#
      let rest = "</AdTitle></InLine></Ad></VAST>"
      #expect(try VAST(Array(latin.utf8) + [0xE9] + Array(rest.utf8)).ads.first?.title == "é")
      let korean = latin.replacing("ISO-8859-1", with: "EUC-KR")
      #expect(
        try VAST(Array(korean.utf8) + [0xB1, 0xA4, 0xB0, 0xED] + Array(rest.utf8)).ads.first?.title == "광고")
    }

    @Test func prefixesArePassedOver() throws {
      let vast = try VAST(
        Array(
          #"""
          <v:VAST xmlns:v="http://www.iab.com/VAST" xmlns:version="x" version="4.0"><v:Ad v:id="wrong" id="7"><v:InLine>
          <v:Impression>https://i.example</v:Impression></v:InLine></v:Ad></v:VAST>
          """#.utf8))
      #expect(vast.version == "4.0")
      #expect(vast.ads.first?.id == "7")
      #expect(vast.ads.first?.impressions == ["https://i.example"])
    }

    @Test func anAdThatIsNeitherInLineNorWrapperIsLeftOut() throws {
      #expect(try VAST(VASTDocuments.vast(#"<Ad id="1"/><Ad id="2"><Other/></Ad>"#)).ads.isEmpty)
    }
  }
#endif
