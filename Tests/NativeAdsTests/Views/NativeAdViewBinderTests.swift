import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@testable import NativeAds

/// What a binder is made of, and how it shows one ad.
@MainActor @Suite struct NativeAdViewBinderTests {
  private let fixture = BinderFixture()

  private func ad(
    _ response: [UInt8] = BinderFixture.first, _ options: NativeAdOptions = AdFixture.lazyOptions()
  ) throws -> NativeAd {
    let ad = try #require(fixture.ads.ad(response, options))
    fixture.ads.settle()
    _ = fixture.ads.log.take()
    return ad
  }

  // MARK: Building

  // B3
  @Test func allPartsThatAreRequiredAndMissingAreNamed() {
    let view = fixture.ads.view(hasIcon: false)
    #expect(throws: NativeAdViewBinderError.missingComponents([.body, .callToAction, .icon])) {
      try NativeAdViewBinder.Builder(view).title(fixture.title).build()
    }
    #expect(throws: NativeAdViewBinderError.missingComponents([.title, .body, .callToAction, .icon, .media]))
    {
      try NativeAdViewBinder.Builder(NativeAdView()).build()
    }
    #expect(
      NativeAdViewBinder.Builder.requiredByDefault == [.media, .icon, .title, .body, .callToAction])
    #expect(view.binder == nil)
  }

  // B3, D2
  @Test func whatIsRequiredIsUpToTheProgram() throws {
    _ = try NativeAdViewBinder.Builder(NativeAdView(), required: []).build()
    #expect(throws: NativeAdViewBinderError.missingComponents([.profileLogo])) {
      try NativeAdViewBinder.Builder(NativeAdView(), required: [.profileLogo]).build()
    }
  }

  // MARK: Showing

  private static let profile = #"""
    "ext":{"profile":{"displayLogo":"https://cdn.example.com/logo.png","displayName":"Bean & Friends",
    "link":"https://profile.example.com/"}}
    """#

  // D2, D7
  @Test func everyPartThatIsBoundIsFilled() throws {
    var name = ""
    let binder = try fixture.builder().advertiser(fixture.advertiser).profileLogo(fixture.logo)
      .profileName { name = $0 }.build()
    let ad = try ad(SampleAd.openRTB(members: Self.profile))
    let report = binder.bind(ad)
    #expect(
      fixture.texts == [
        "Fresh coffee, every morning", "Beans roasted yesterday, at your door today.", "Order", "Bean & Co.",
        "",
      ])
    #expect(name == "Bean & Friends")
    #expect(report == BindingReport(error: nil, unshown: [], missing: []))
    fixture.ads.settle()
    fixture.ads.serve("https://cdn.example.com/logo.png", SampleFile.png4x2)
    fixture.ads.serveAll()
    #expect(
      Set(fixture.ads.log.take()).isSuperset(of: ["logo image 4x2", "icon image 4x2", "media image 32x16"]))
    binder.unbind()
    #expect(fixture.texts == ["", "", "", "", ""])
    #expect(name == "")
    #expect(fixture.ads.log.take() == ["media empty", "icon empty", "logo empty"])
  }

  // D7
  @Test func anAdWithoutAProfileShowsNone() throws {
    let binder = try fixture.builder().profileLogo(fixture.logo).profileName(fixture.profileName).build()
    let report = binder.bind(try ad())
    #expect(report.missing == [.profileLogo, .profileName])
    #expect(fixture.logo.request == nil)
  }

  // G29, D7
  @Test(arguments: ["file:///etc/passwd", "gopher://x/", "nothing"])
  func aLogoIsLoadedFromTheWebAlone(url: String) throws {
    let binder = try fixture.builder().profileLogo(fixture.logo).build()
    binder.bind(try ad(SampleAd.openRTB(members: #""ext":{"profile":{"displayLogo":"\#(url)"}}"#)))
    #expect(fixture.logo.request == nil)
  }

  // B4
  @Test func textsOfAnyLengthComeWhole() throws {
    let long = String(repeating: "long ", count: 500)
    let binder = try fixture.builder().build()
    binder.bind(try ad(SampleAd.openRTB(title: long)))
    #expect(fixture.title.text == long)
  }

  // B2
  @Test func textsAreThereWhenTheAdSaysThatItIsShown() throws {
    let binder = try fixture.builder().build()
    let ad = try ad()
    var seen: [String] = []
    fixture.ads.onEvent = { [fixture] _, line in if line == "didRender" { seen = fixture.texts } }
    binder.bind(ad)
    #expect(seen == ["first", "one", "go", "", ""])
  }

  // G4
  @Test func anAdThatDoesNotFitIsNotShown() throws {
    let binder = try fixture.builder().build()
    binder.bind(try ad())
    let other = try ad(
      BinderFixture.second, AdFixture.lazyOptions { $0.renderingSetting.hasMediaView = false })
    #expect(binder.bind(other).error == .unexpectedMediaView)
    #expect(fixture.texts == ["", "", "", "", ""])
    #expect(binder.view.nativeAd == nil)
  }

  // B20, A17
  @Test func unbindingIsIdempotentAndKeepsTheAd() throws {
    let binder = try fixture.builder().build()
    let ad = try ad()
    binder.unbind()
    binder.prepareForReuse()
    #expect(fixture.title.texts == [])
    binder.bind(ad)
    var removals = 0
    binder.view.placeholderWillRemoveHandler = { _, _ in removals += 1 }
    binder.view.mediaView?.showPlaceholder()
    binder.prepareForReuse()
    binder.unbind()
    binder.unbind()
    #expect(fixture.title.texts == ["first", ""])
    #expect(binder.view.mediaView?.placeholderView == nil)
    #expect(removals == 0)
    binder.bind(ad)
    #expect(fixture.title.text == "first")
    fixture.ads.settle()
    fixture.ads.serveAll()
    #expect(ad.mediaLoadingState == .loaded)
  }

  // A4
  @Test func nothingOfTheAdBeforeIsShownAnyMore() throws {
    let binder = try fixture.builder().advertiser(fixture.advertiser).build()
    let (first, second) = (try ad(), try ad(BinderFixture.second))
    binder.bind(first)
    fixture.ads.settle()
    binder.bind(second)
    #expect(fixture.texts == ["second", "", "come", "", ""])
    fixture.ads.settle()
    _ = fixture.ads.log.take()
    fixture.ads.serveAll()
    #expect(!fixture.ads.log.take().contains { $0.contains("image") })
    fixture.ads.serve("https://cdn.example.com/main2.jpg", SampleFile.jpeg32x16)
    #expect(fixture.ads.log.take().contains("media image 32x16"))
  }

  @Test func whatTheViewIsToldItselfIsFollowed() throws {
    let binder = try fixture.builder().build()
    binder.bind(try ad())
    binder.view.nativeAd = try ad(BinderFixture.second)
    #expect(fixture.texts == ["second", "", "come", "", ""])
    binder.view.prepareForReuse()
    #expect(fixture.texts == ["", "", "", "", ""])
  }

  // A15
  @Test func aViewThatAnotherTakesTheAdFromShowsNoTexts() throws {
    let binder = try fixture.builder().build()
    let ad = try ad(BinderFixture.first, AdFixture.lazyOptions { $0.bindsExclusively = true })
    binder.bind(ad)
    let other = fixture.ads.view()
    other.nativeAd = ad
    #expect(fixture.texts == ["", "", "", "", ""])
  }

  // A15
  @Test func twoBindersShowOneAd() throws {
    let binder = try fixture.builder().build()
    let other = BinderFixture.Label()
    let second = try NativeAdViewBinder.Builder(fixture.ads.view(), required: []).title(other).build()
    let ad = try ad()
    binder.bind(ad)
    second.bind(ad)
    #expect([fixture.title.text, other.text] == ["first", "first"])
    binder.unbind()
    #expect([fixture.title.text, other.text] == ["", "first"])
  }

  // B12
  @Test func labelsAndTheBinderAreKeptByNobodyElse() throws {
    var label: BinderFixture.Label? = BinderFixture.Label()
    weak let held = label
    var binder: NativeAdViewBinder? = try fixture.builder().title(try #require(label)).build()
    weak let heldBinder = binder
    let view = try #require(binder?.view)
    binder?.bind(try ad())
    label = nil
    #expect(held == nil)
    binder = nil
    #expect(heldBinder == nil)
    // What it showed went with it.
    #expect(fixture.body.text == "")
    #expect(view.nativeAd == nil)
  }

  // D17
  @Test func anAdThatNobodyKeepsIsDropped() throws {
    let binder = try fixture.builder().build()
    weak var held: NativeAd?
    do {
      let ad = try ad()
      held = ad
      fixture.ads.forgetAds()
    }
    #expect(held == nil)
    do {
      let ad = try ad()
      held = ad
      binder.bind(ad)
      fixture.ads.forgetAds()
    }
    // The view keeps what it shows.
    #expect(held != nil)
    binder.unbind()
    #expect(held == nil)
  }

  @Test func aSecondBinderOfAViewTakesItOver() throws {
    let view = fixture.ads.view()
    var binder: NativeAdViewBinder? = try fixture.builder(view).build()
    let ad = try ad()
    binder?.bind(ad)
    let other = BinderFixture.Label()
    let second = try NativeAdViewBinder.Builder(view, required: []).title(other).build()
    #expect(fixture.title.text == "")
    second.bind(ad)
    #expect([fixture.title.text, other.text] == ["", "first"])
    // What the first is told is not the view's business any more.
    binder?.unbind()
    binder = nil
    #expect(other.text == "first")
  }

  /// A label that, when told something, tells the binder something else.
  @Test func aLabelMayGiveTheViewUpOrShowAnother() throws {
    let binder = try fixture.builder().build()
    let (first, second) = (try ad(), try ad(BinderFixture.second))
    fixture.title.onShow = { if $0 == "first" { binder.unbind() } }
    binder.bind(first)
    #expect(fixture.texts == ["", "", "", "", ""])
    #expect(binder.view.nativeAd == nil)
    #expect(first.boundViews.isEmpty)
    fixture.title.onShow = { if $0 == "first" { binder.bind(second) } }
    binder.bind(first)
    #expect(fixture.texts == ["second", "", "come", "", ""])
    #expect(binder.view.nativeAd === second)
    #expect(first.boundViews.isEmpty)
  }

  // MARK: The call to action

  // B9
  @Test func theCallToActionSaysThatTheRewardIsBeingChecked() throws {
    let requester = ScriptedRewardRequester()
    let binder = try fixture.builder().build()
    binder.callToActionText = { $0.participationState == .checking ? "Checking" : $0.callToAction ?? "" }
    let ad = try ad(
      SampleAd.openRTB(members: #""ext":{"campaign":{"reward":10}}"#),
      AdFixture.lazyOptions { $0.rewardRequester = requester })
    binder.bind(ad)
    #expect(fixture.button.text == "Order")
    binder.receiveClick(on: .callToAction)
    #expect(fixture.button.text == "Checking")
    requester.completions[0](.serverError)
    #expect(fixture.button.text == "Order")
    binder.unbind()
    ad.performClick()
    #expect(fixture.button.text == "")
  }
}
