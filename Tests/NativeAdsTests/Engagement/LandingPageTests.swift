import LazyMedia
import LazyMediaTesting
import Testing

@testable import NativeAds

/// Where clicks lead, and the way back.
@MainActor @Suite struct LandingPageTests {
  private let fixture = AdFixture()
  private var opener: RecordingLinkOpener { fixture.opener }

  private func ad(
    link: String? = nil, members: String? = nil, _ options: NativeAdOptions = AdFixture.lazyOptions()
  ) throws -> NativeAd {
    var text = String(decoding: SampleAd.openRTB(members: members), as: UTF8.self)
    if let link {
      let start = try #require(text.range(of: #""link":{"#))
      let end = try #require(text.range(of: "]}", after: start.upperBound))
      text.replaceSubrange(start.lowerBound..<end.upperBound, with: #""link":\#(link)"#)
    }
    let ad = try #require(fixture.ad(Array(text.utf8), options))
    fixture.settle()
    _ = fixture.log.take()
    return ad
  }

  // M4, D3
  @Test func aClickIsToldAndOpensWhereItLeads() throws {
    let ad = try ad()
    ad.performClick()
    #expect(fixture.log.take() == ["didClick \(SampleAd.clickURL)"])
    #expect(opener.urls == [SampleAd.clickURL])
    #expect(opener.pages.first?.inAppBrowser == false)
    #expect(ad.isAtLanding)
  }

  // D6
  @Test(arguments: [("in-app", false), ("inApp", true), ("external", false)])
  func theResponseSaysWhetherThePageIsShownInside(target: String, isInside: Bool) throws {
    let ad = try ad(members: #""ext":{"browserTarget":"\#(target)"}"#)
    ad.performClick()
    #expect(opener.pages.map(\.inAppBrowser) == [isInside])
  }

  // B8
  @Test func thePersonIsBackOnceAPage() throws {
    let ad = try ad()
    ad.didReturnFromLanding()
    #expect(fixture.log.take() == [])
    ad.performClick()
    _ = fixture.log.take()
    opener.pages[0].didClose()
    opener.pages[0].didClose()
    ad.didReturnFromLanding()
    #expect(fixture.log.take() == ["didReturn"])
    #expect(!ad.isAtLanding)

    ad.performClick()
    _ = fixture.log.take()
    ad.didReturnFromLanding()
    ad.didReturnFromLanding()
    opener.pages[1].didClose()
    #expect(fixture.log.take() == ["didReturn"])
  }

  @Test func thePersonIsBackWhenTheLastOfSeveralPagesIsClosed() throws {
    let ad = try ad()
    ad.performClick()
    ad.performClick()
    _ = fixture.log.take()
    opener.pages[1].didClose()
    #expect(ad.isAtLanding)
    #expect(fixture.log.take() == [])
    opener.pages[0].didClose()
    #expect(fixture.log.take() == ["didReturn"])
  }

  @Test func aPageThatWasClosedWithoutAWordWasOpen() throws {
    opener.answer = .waits
    let ad = try ad()
    ad.performClick()
    #expect(!ad.isAtLanding)
    _ = fixture.log.take()
    opener.pages[0].didClose()
    #expect(fixture.log.take() == ["didReturn"])
    opener.pages[0].didFail("too late")
    #expect(fixture.log.take() == [])
  }

  // B8
  @Test func whoIsBackWhileThePageIsOpenedIsBackOnceItIsOpen() throws {
    opener.answer = .waits
    let ad = try ad()
    for isOpened in [true, false] {
      ad.performClick()
      _ = fixture.log.take()
      ad.didReturnFromLanding()
      #expect(fixture.log.take() == [])
      if isOpened {
        opener.pages[0].didOpen()
        #expect(fixture.log.take() == ["didReturn"])
      } else {
        // A page that never was is no way back from anywhere.
        opener.pages[1].didFail("no browser")
        #expect(fixture.log.take().count == 1)
      }
      #expect(!ad.isAtLanding)
    }
  }

  @Test func onlyTheFirstWordOnAPageCounts() throws {
    opener.answer = .waits
    let ad = try ad()
    ad.performClick()
    _ = fixture.log.take()
    opener.pages[0].didFail("no browser")
    opener.pages[0].didOpen()
    opener.pages[0].didClose()
    #expect(
      fixture.log.take() == ["didFailToOpen \(SampleAd.clickURL) could not be opened: no browser"])
    #expect(!ad.isAtLanding)
  }

  @Test func aPageThatIsLetGoWithoutAWordWasNotOpened() throws {
    opener.answer = .drops
    let ad = try ad()
    ad.performClick()
    let line = try #require(fixture.log.take().last)
    #expect(line.contains("has let it go"))
    #expect(!ad.isAtLanding)
  }

  // D8
  @Test(arguments: [
    "javascript:alert(1)", "JavaScript:alert(1)", "file:///etc/passwd", "data:text/html,x", "shop://item/7",
    "/etc/passwd", "advertiser.example.com", "vbscript:x",
  ])
  func onlyPagesOfTheWebAreOpened(url: String) throws {
    let ad = try ad(link: #"{"url":"\#(url)"}"#)
    ad.performClick()
    ad.open(url)
    #expect(opener.urls == [])
    #expect(fixture.log.take().filter { $0.contains("allowedLinkSchemes") }.count == 2)
  }

  @Test func aDeepLinkIsOpenedWhereItsSchemeIsAllowed() throws {
    let link = #"{"url":"shop://item/7","fallback":"https://shop.example.com/7"}"#
    try ad(link: link, AdFixture.lazyOptions { $0.allowedLinkSchemes.insert("shop") }).performClick()
    #expect(opener.urls == ["shop://item/7"])
  }

  @Test func theFallbackIsOpenedWhereTheDeepLinkIsNot() throws {
    let link = #"{"url":"shop://item/7","fallback":"https://shop.example.com/7"}"#
    try ad(link: link).performClick()
    #expect(opener.urls == ["https://shop.example.com/7"])
    #expect(fixture.log.take() == ["didClick shop://item/7"])

    // Allowed, and nothing knows it.
    let other = try ad(link: link, AdFixture.lazyOptions { $0.allowedLinkSchemes.insert("shop") })
    opener.onOpen = { [opener] page in opener.answer = page.url.hasPrefix("shop") ? .fails("unknown") : .opens
    }
    other.performClick()
    #expect(opener.urls.suffix(2) == ["shop://item/7", "https://shop.example.com/7"])
    #expect(fixture.log.take() == ["didClick shop://item/7"])
    #expect(other.isAtLanding)

    // And the fallback neither: told once.
    opener.onOpen = { _ in }
    opener.answer = .fails("no browser")
    other.performClick()
    #expect(
      fixture.log.take() == [
        "didClick shop://item/7",
        "didFailToOpen https://shop.example.com/7 could not be opened: no browser",
      ])
  }

  @Test func credentialsOfALinkAreToldNobody() throws {
    opener.answer = .fails("no browser")
    try ad(link: #"{"url":"https://me:secret@shop.example.com/7"}"#).performClick()
    #expect(fixture.log.take().contains { $0.contains("didFailToOpen") && !$0.contains("secret") })
  }

  // D8
  @Test func whatTheProgramOpensCountsAsNoClick() throws {
    let ad = try ad()
    ad.open()
    ad.open("https://advertiser.example.com/other", inAppBrowser: true)
    #expect(opener.urls == [SampleAd.clickURL, "https://advertiser.example.com/other"])
    #expect(opener.pages.map(\.inAppBrowser) == [false, true])
    #expect(!ad.isAtLanding)
    ad.didReturnFromLanding()
    for page in opener.pages { page.didClose() }
    #expect(fixture.log.take() == [])
  }

  @Test func thePrivacyPageIsNoLandingPage() throws {
    let ad = try ad(members: #""privacy":"https://privacy.example.com/""#)
    ad.openPrivacyPage()
    #expect(opener.urls == ["https://privacy.example.com/"])
    #expect(!ad.isAtLanding)
    opener.pages[0].didClose()
    #expect(fixture.log.take() == [])
    try self.ad().openPrivacyPage()
    #expect(opener.urls.count == 1)
  }

  @Test func ofAnAdThatIsGoneThePageTellsNothing() throws {
    opener.answer = .waits
    let log = fixture.log
    var ad: NativeAd? = try ad()
    weak let held = ad
    let delegate = AdListener(log: log)
    ad?.delegate = delegate
    ad?.performClick()
    _ = log.take()
    fixture.forgetAds()
    ad = nil
    #expect(held == nil)
    opener.pages[0].didOpen()
    opener.pages[0].didClose()
    fixture.settle()
    #expect(log.take() == [])
  }

  @Test func aCallbackMayClickAgainUnbindAndLetTheAdGo() throws {
    var (ad, view): (NativeAd?, NativeAdView?) = try { ($0.ad, $0.view) }(fixture.boundAd())
    var clicks = 0
    fixture.onEvent = { ad, line in
      guard line.hasPrefix("didClick"), clicks < 3 else { return }
      clicks += 1
      ad.performClick()
      view?.unbind()
    }
    opener.onOpen = { [fixture] _ in
      guard fixture.opener.urls.count == 4 else { return }
      fixture.forgetAds()
      ad = nil
      view = nil
    }
    ad?.performClick()
    #expect(clicks == 3)
    #expect(opener.urls.count == 4)
    fixture.settle()
  }

  // MARK: Custom clicks

  // D8
  @Test func whoHandlesClicksIsToldAndNothingIsOpened() throws {
    let ad = try ad(AdFixture.lazyOptions { $0.usesCustomClick = true })
    ad.receiveClick(on: .title)
    ad.receiveClick()
    #expect(fixture.log.take() == ["customClick title", "customClick beside"])
    #expect(opener.urls == [])
    ad.performClick()
    #expect(fixture.log.take() == ["didClick \(SampleAd.clickURL)"])
    #expect(opener.urls == [SampleAd.clickURL])
  }

  // D3, D8
  @Test func aClickIsPerformedByDefault() throws {
    let ad = try ad()
    ad.receiveClick(on: .media)
    ad.receiveClick()
    #expect(fixture.log.take() == Array(repeating: "didClick \(SampleAd.clickURL)", count: 2))
    #expect(NativeAdOptions().usesCustomClick == false)
    #expect(NativeAdOptions().allowedLinkSchemes == ["http", "https"])
  }
}

extension String {
  /// Where `text` is found first, in the whole or after an index.
  fileprivate func range(of text: String, after start: Index? = nil) -> Range<Index>? {
    var index = start ?? startIndex
    while index < endIndex {
      if self[index...].hasPrefix(text) { return index..<self.index(index, offsetBy: text.count) }
      index = self.index(after: index)
    }
    return nil
  }
}
