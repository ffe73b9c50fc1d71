/// What an ad gives to a card, as a value: texts, which pictures there are, and how large the main media is going to be.
/// Nothing of it depends on what has loaded.
public struct CardContent: Hashable, Sendable {
  /// The title.
  public var title: String?
  /// The descriptive text.
  public var body: String?
  /// The advertiser.
  public var advertiser: String?
  /// The text of the button.
  public var callToAction: String?
  /// The reward, as text, see ``formatReward(_:currency:)``.
  public var reward: String?
  /// The badge of a raised reward, see ``formatPromo(_:)``; `nil` shows none.
  public var promo: String?
  /// The badge of a campaign that is under way; `nil` shows none.
  public var progress: String?
  /// Whether there is an icon.
  public var hasIcon = false
  /// Whether there is a main media.
  public var hasMedia = false
  /// The size that the main media asks for, in any unit; ``LayoutSize/zero``, the default, while unknown.
  public var preferredMediaSize = LayoutSize.zero
  /// The corner that is left to the AdChoices mark, whether there is one or not; top right by default.
  public var adChoicesPosition = AdChoicesViewPosition.topRight
  /// Whether the mark is shown.
  public var hasAdChoices = false

  /// Creates a content without pictures and marks.
  public init(
    title: String? = nil, body: String? = nil, advertiser: String? = nil, callToAction: String? = nil
  ) {
    self.title = title
    self.body = body
    self.advertiser = advertiser
    self.callToAction = callToAction
  }

  /// The content of an ad. The promo badge is there if the campaign's ratio is above 1, the progress badge if the campaign
  /// has a status that is neither completed nor closed. The AdChoices mark is there if the ad has a privacy page for it to
  /// lead to.
  /// - Parameter progress: what the progress badge says.
  @MainActor public init(_ ad: NativeAd, progress: String = "In progress") {
    self.init(title: ad.title, body: ad.body, advertiser: ad.advertiser, callToAction: ad.callToAction)
    if let campaign = ad.response.campaign {
      if let paid = campaign.reward, paid > 0 { reward = formatReward(paid, currency: campaign.currency) }
      promo = campaign.hasPromo ? campaign.promoRatio.map(formatPromo) : nil
      self.progress = campaign.isInProgress ? progress : nil
    }
    hasIcon = ad.response.icon != nil
    let media = ad.layoutMediaData
    hasMedia = media != nil
    if let media, media.hasPreferredSize {
      preferredMediaSize = LayoutSize(width: media.preferredMediaWidth, height: media.preferredMediaHeight)
    }
    adChoicesPosition = ad.adChoicesPosition
    hasAdChoices = ad.response.privacyURL != nil
  }

  /// The height of the main media at a width, in points, by the rules of ``MediaData/layoutHeight(fixedWidth:)``.
  public func mediaHeight(fixedWidth: Double) -> Double {
    var media = MediaData(mediaType: .image)
    media.preferredMediaWidth = preferredMediaSize.width
    media.preferredMediaHeight = preferredMediaSize.height
    return media.layoutHeight(fixedWidth: fixedWidth)
  }

  /// The picture of a small card: the icon, else the main media. Where there is neither its place stays empty.
  var thumbnail: CardElement.Role { hasIcon || !hasMedia ? .icon : .media }
  /// The picture of a large card: the main media, else the icon.
  var cover: CardElement.Role { hasMedia || !hasIcon ? .media : .icon }
}
