import NativeAds
import Testing

@testable import SampleFeed

/// Campaigns of a response, and how their figures are written.
@MainActor @Suite struct CampaignTests {
  private func campaign(_ json: String) throws -> OpenRTBNative.Campaign? {
    try OpenRTBNative(SampleAd.openRTB(members: #""ext":{"campaign":\#(json)}"#)).campaign
  }

  @Test func whatCanBeReadOfACampaignIsRead() throws {
    let campaign = try #require(
      try campaign(#"{"promoRatio":1.5,"status":"inProgress","reward":1200,"currency":"coins"}"#))
    #expect(campaign.promoRatio == 1.5)
    #expect(campaign.status == .inProgress)
    #expect(campaign.reward == 1_200)
    #expect(campaign.currency == "coins")
    let tolerant = try #require(
      try self.campaign(
        #"{"promoRatio":"2.25","status":"IN_PROGRESS","totalConvertedValue":"7.5","currency":[]}"#))
    #expect(tolerant.promoRatio == 2.25)
    #expect(tolerant.status == .inProgress)
    #expect(tolerant.reward == 7.5)
    #expect(tolerant.currency == nil)
    let empty = try #require(try self.campaign(#"{"promoRatio":"nan","status":null,"reward":{}}"#))
    #expect(empty == OpenRTBNative.Campaign())
    #expect(try self.campaign("[]") == nil)
    #expect(try OpenRTBNative(SampleAd.openRTB()).campaign == nil)
  }

  // M9
  @Test func thePromoBadgeIsThereForARatioAboveOneOnly() throws {
    for (ratio, isThere) in [
      ("1", false), ("1.0", false), ("0.99", false), ("-2", false), ("1.0000001", true), ("1.5", true),
      ("null", false),
    ] {
      let campaign = try #require(try campaign(#"{"promoRatio":\#(ratio)}"#))
      #expect(campaign.hasPromo == isThere, "\(ratio)")
    }
  }

  // M9
  @Test func theProgressBadgeIsThereForAStatusThatIsNeitherCompletedNorClosed() throws {
    for (status, isThere) in [
      (#""in_progress""#, true), (#""pending""#, true), (#""completed""#, false), (#""COMPLETED""#, false),
      (#""closed""#, false), ("null", false), (#"" ""#, false),
    ] {
      let campaign = try #require(try campaign(#"{"status":\#(status)}"#))
      #expect(campaign.isInProgress == isThere, "\(status)")
    }
  }

  // M9
  @Test func neverMoreIsPromisedThanIsPaid() {
    for (paid, text) in [
      (1_009_999_991, "1B"), (1_009_999_999.999999, "1B"), (1_010_000_000, "1.01B"),
      (999_999_999.9999999, "999.99M"),
      (12_349_999.999, "12.34M"), (12_350_000, "12.35M"), (1_000_000, "1M"), (0.29, "0.29"), (0.299, "0.29"),
      (999_999_999_999_999.9, "999,999.99B"),
    ] as [(Double, String)] {
      #expect(formatReward(paid) == text)
    }
  }

  // M9
  @Test func theContentOfAnAdHasTheBadgesOfItsCampaign() throws {
    let fixture = AdFixture()
    let ad = try #require(
      fixture.ad(
        SampleAd.openRTB(
          members:
            #""privacy":"https://p.example/","ext":{"campaign":{"promoRatio":1.5,"status":"started","reward":1200,"currency":"coins"}}"#
        )))
    let content = CardContent(ad)
    #expect(content.promo == "1.5×")
    #expect(content.progress == "In progress")
    #expect(CardContent(ad, progress: "Läuft").progress == "Läuft")
    #expect(content.reward == "1,200 coins")
    #expect(content.hasAdChoices)
    #expect(content.title == "Fresh coffee, every morning")
    let unpaid = try #require(
      fixture.ad(
        SampleAd.openRTB(members: #""ext":{"campaign":{"reward":0,"promoRatio":1,"status":"closed"}}"#)))
    #expect(CardContent(unpaid).reward == nil)
    #expect(CardContent(unpaid).promo == nil)
    #expect(CardContent(unpaid).progress == nil)
    let plain = CardContent(try #require(fixture.ad(SampleAd.openRTB())))
    #expect(plain.promo == nil)
    #expect(plain.progress == nil)
    #expect(plain.reward == nil)
    #expect(!plain.hasAdChoices)
  }

  // M13
  @Test func rewardsAreWrittenWithThousandsApartAndNeverTooHigh() {
    for (value, text) in [
      (0, "0"), (5, "5"), (999, "999"), (1_000, "1,000"), (1_234.5, "1,234.5"), (0.29, "0.29"),
      (0.05, "0.05"),
      (1.999, "1.99"), (999_999.999, "999,999.99"), (1_000_000, "1M"), (12_345_678, "12.34M"),
      (999_999_999, "999.99M"), (2e9, "2B"), (1.5e12, "1,500B"), (1e300, "999,999B"), (.infinity, "999,999B"),
      (-3, "0"), (.nan, "0"), (-0.0, "0"), (1e-9, "0"),
    ] as [(Double, String)] {
      #expect(formatReward(value) == text)
    }
    #expect(formatReward(1_200, currency: "coins") == "1,200 coins")
    #expect(formatReward(3, currency: "") == "3")
  }

  // M13
  @Test func promosAreWrittenAsAFactorThatShowsThatItIsRaised() {
    for (ratio, text) in [
      (1.5, "1.5×"), (2, "2×"), (1.999, "1.99×"), (1.0000001, "1.01×"), (1, "1×"), (0.5, "0.5×"), (0, "0×"),
      (-1, "0×"), (.nan, "0×"), (1e300, "999,999B×"),
    ] as [(Double, String)] {
      #expect(formatPromo(ratio) == text)
    }
  }

  // M9
  @Test func theSampleFeedShowsTheBadges() throws {
    let fixture = CardFixture()
    let contents = try (0..<7).map { index in
      let response = SampleFeed.response(index, "https://feed.example")
      return CardContent(try #require(fixture.ads.ad(response)))
    }
    #expect(contents.map { $0.promo ?? "" } == ["1.5×", "", "", "1.5×", "", "", "1.5×"])
    #expect(contents.map { $0.progress != nil } == [true, false, false, false, false, false, true])
  }
}
