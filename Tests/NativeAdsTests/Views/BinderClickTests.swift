import LazyMedia
import LazyMediaTesting
import Testing

@testable import NativeAds

/// Clicks on a view that is bound.
@MainActor @Suite struct BinderClickTests {
  private let fixture = BinderFixture()
  private var log: EventLog { fixture.ads.log }

  private func ad(
    members: String? = nil, _ change: (inout NativeAdOptions) -> Void = { _ in }
  ) throws -> NativeAd {
    let ad = try #require(fixture.ads.ad(SampleAd.openRTB(members: members), AdFixture.lazyOptions(change)))
    fixture.ads.settle()
    return ad
  }

  private static let click = "didClick \(SampleAd.clickURL)"

  // D3
  @Test(arguments: [NativeAdComponent.title, .body, .callToAction, .advertiser, .icon, .media])
  func aPartWithoutAHandlerOpensTheDestination(component: NativeAdComponent) throws {
    let binder = try fixture.builder().advertiser(fixture.advertiser).build()
    binder.bind(try ad())
    _ = log.take()
    binder.receiveClick(on: component)
    #expect(log.take() == [Self.click])
    #expect(fixture.ads.opener.urls == [SampleAd.clickURL])
  }

  // D3
  @Test func aHandlerHandlesTheClickWholly() throws {
    var clicks: [(ad: NativeAd?, component: NativeAdComponent)] = []
    let handler: NativeAdViewBinder.ClickHandler = { clicks.append(($0, $1)) }
    let binder = try NativeAdViewBinder.Builder(fixture.ads.view())
      .title(fixture.title, onClick: handler).body(fixture.body, onClick: handler)
      .callToAction(fixture.button, onClick: handler).advertiser(fixture.advertiser, onClick: handler)
      .profileName(fixture.profileName, onClick: handler).profileLogo(fixture.logo, onClick: handler)
      .media(onClick: handler).icon(onClick: handler).build()
    binder.receiveClick(on: .title)
    #expect(clicks.count == 1)
    #expect(clicks.first?.ad == nil)
    let ad = try ad()
    binder.bind(ad)
    _ = log.take()
    for component in NativeAdComponent.allCases { binder.view.receiveClick(on: component) }
    #expect(clicks.dropFirst().map(\.component) == NativeAdComponent.allCases)
    #expect(clicks.dropFirst().allSatisfy { $0.ad === ad })
    #expect(log.take() == [])
    #expect(fixture.ads.opener.urls == [])
  }

  // D3, D8
  @Test func aClickBesideAllPartsCountsWhereTheWholeAdIsClicked() throws {
    let binder = try fixture.builder().build()
    binder.bind(try ad())
    _ = log.take()
    #expect(!binder.isEntireClick)
    binder.receiveClick()
    // Nothing shows the advertiser.
    binder.receiveClick(on: .advertiser)
    #expect(log.take() == [])
    binder.isEntireClick = true
    binder.receiveClick()
    binder.receiveClick(on: .advertiser)
    #expect(log.take() == [Self.click, Self.click])
  }

  // D8
  @Test func whoHandlesClicksHearsOfEachAndPerformsThem() throws {
    let binder = try fixture.builder().build()
    let ad = try ad { $0.usesCustomClick = true }
    binder.bind(ad)
    _ = log.take()
    binder.receiveClick()
    binder.receiveClick(on: .title)
    #expect(log.take() == ["customClick beside", "customClick title"])
    #expect(fixture.ads.opener.urls == [])
    ad.performClick()
    #expect(log.take() == [Self.click])
    #expect(fixture.ads.opener.urls == [SampleAd.clickURL])
  }

  // D6, D7
  @Test func theProfileLeadsToItsOwnPage() throws {
    let binder = try fixture.builder().profileName(fixture.profileName).build()
    let profile = #"{"displayName":"N","link":"https://profile.example.com/"}"#
    binder.bind(try ad(members: #""ext":{"profile":\#(profile)}"#))
    _ = log.take()
    binder.receiveClick(on: .profileName)
    #expect(log.take() == ["didClick https://profile.example.com/"])
    binder.bind(try ad(members: #""ext":{"profile":{"displayName":"N"}}"#))
    _ = log.take()
    binder.receiveClick(on: .profileName)
    #expect(log.take() == [Self.click])
  }

  @Test func withoutAnAdAClickIsNone() throws {
    let binder = try fixture.builder().build()
    binder.isEntireClick = true
    binder.receiveClick()
    binder.receiveClick(on: .media)
    binder.view.receiveClick()
    #expect(log.take() == [])
  }

  @Test func aViewWithoutABinderPassesClicksOn() throws {
    let (_, view) = try fixture.ads.boundAd()
    view.receiveClick(on: .title)
    view.receiveClick()
    #expect(log.take() == [Self.click, Self.click])
  }
}
