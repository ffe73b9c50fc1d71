/// What an ad tells of itself, as plain values: what is missing is an empty text or an empty list. Texts are shown as they
/// are; URLs and HTML are data, of which nothing is fetched or run here.
public struct NativeAdProperties: Hashable, Sendable {
  /// Who shows the ad, as an account of the ad's network; empty where the network names none.
  public struct Profile: Hashable, Sendable {
    /// The URL of its logo.
    public var displayLogo = ""
    /// Its name.
    public var displayName = ""
    /// Its page, which a click on logo and name opens.
    public var link: String?

    /// Creates an empty profile.
    public init() {}
  }

  /// The unit that the ad was asked for, see ``NativeAdRequest``.
  public var unitID: String
  /// What the program said of the moment.
  public var contextID: String
  /// The title.
  public var headline: String
  /// The descriptive text.
  public var body: String
  /// The text of the call to action.
  public var callToAction: String
  /// The URL of the icon.
  public var icon: String
  /// The URL of the main image.
  public var cover: String
  /// The URL of the file that the creative is about (`ext.asset`), else that of the video, else ``cover``: for thumbnails
  /// and statistics. Of a video that a program plays from it itself no video event is told.
  public var asset: String
  /// The creative as HTML (`ext.creative`, else `adm` of a bid that has its native ad in `adm_native`).
  public var creative: String
  /// The size of the creative in pixels (`ext.creativeSize`, else `w` and `h` of the bid); zero where unknown.
  public var creativeSize: PixelSize
  /// The advertiser's name.
  public var advertiser: String
  /// The advertiser's page: the URL to display (data asset 11), else `ext.advertiserURL`.
  public var advertiserURL: String
  /// The transaction (`ext.txId`).
  public var txID: String
  /// The campaign (`cid` of the bid).
  public var campaignID: String
  /// The creative (`crid` of the bid).
  public var creativeID: String
  /// Who shows the ad (`ext.profile`).
  public var profile: Profile
  /// Texts by names that the publisher has chosen (`ext.extra`).
  public var extra: [String: String]
  /// What the network knows of the advertiser's account (`ext.accountTag`).
  public var accountTag: [String: TagValue]
  /// What it knows of the creative (`ext.creativeTag`).
  public var creativeTag: [String: TagValue]
  /// Where a click leads.
  public var destinationURL: String?
  /// Where that is to be shown; `nil` where the response does not say.
  public var browserTarget: OpenRTBNative.BrowserTarget?
  /// Whether icon and main media are loaded, those of them that the ad has.
  public var isLoaded: Bool
  /// Whether the ad comes from a source that stood in where the first had none.
  public var isBackfilled: Bool
}

extension NativeAd {
  /// What the ad tells of itself at this moment; only ``NativeAdProperties/isLoaded`` ever changes.
  public var properties: NativeAdProperties {
    let details = response.details
    let cover = response.mainImage?.url ?? ""
    return NativeAdProperties(
      unitID: request.unitID, contextID: request.contextID, headline: title ?? "", body: body ?? "",
      callToAction: callToAction ?? "", icon: response.icon?.url ?? "", cover: cover,
      asset: details.assetURL ?? mediaURL ?? cover, creative: details.creative ?? "",
      creativeSize: details.creativeSize ?? PixelSize(width: 0, height: 0), advertiser: advertiser ?? "",
      advertiserURL: response.text(of: .displayURL) ?? details.advertiserURL ?? "",
      txID: details.transactionID ?? "", campaignID: response.campaignID ?? "",
      creativeID: response.creativeID ?? "", profile: .init(details.profile), extra: details.extra,
      accountTag: details.accountTag, creativeTag: details.creativeTag, destinationURL: response.link.url,
      browserTarget: response.browserTarget,
      isLoaded: MediaAssetType.allCases.allSatisfy {
        loadingState(of: $0) == .loaded || loadingState(of: $0) == .none
      },
      isBackfilled: isBackfilled)
  }

  /// A text of the ad; `nil` where it has none, and of components that are no text.
  package func text(of component: NativeAdComponent) -> String? {
    switch component {
    case .title: title
    case .body: body
    case .callToAction: callToAction
    case .advertiser: advertiser
    case .profileName: response.details.profile?.name
    case .icon, .media, .profileLogo: nil
    }
  }
}

extension NativeAdProperties.Profile {
  fileprivate init(_ profile: OpenRTBNative.Details.Profile?) {
    displayLogo = profile?.logoURL ?? ""
    displayName = profile?.name ?? ""
    link = profile?.link
  }
}
