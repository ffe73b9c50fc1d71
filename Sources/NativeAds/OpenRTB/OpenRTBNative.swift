/// A native ad as OpenRTB Native 1.2 describes it (IAB Tech Lab, section 5, "Native Ad Response Markup").
public struct OpenRTBNative: Hashable, Sendable {
  /// A destination (section 5.7, "Link Object Response").
  public struct Link: Hashable, Sendable {
    /// The landing page, or a deep link.
    public var url: String
    /// Pinged on a click, in order.
    public var clickTrackers: [String] = []
    /// Opened where ``url`` is a deep link that the device does not know.
    public var fallback: String?

    /// Creates a link.
    public init(url: String, clickTrackers: [String] = [], fallback: String? = nil) {
      self.url = url
      self.clickTrackers = clickTrackers
      self.fallback = fallback
    }
  }

  /// What an image is for (section 7.4, "Image Asset Types").
  public enum ImageRole: String, Hashable, Sendable {
    /// Types 1 and 2 (2 was merged into 1).
    case icon
    /// Type 3.
    case main
  }

  /// An image asset (section 5.4).
  public struct Image: Hashable, Sendable {
    /// What it is for; decided by the rules of ``OpenRTBNative/init(_:imageRoles:)`` where the response is silent.
    public var role: ImageRole
    /// Where the file is.
    public var url: String
    /// Width in pixels; 0 where missing or absurd.
    public var width: Int
    /// Height in pixels; 0 where missing or absurd.
    public var height: Int

    /// Creates an image.
    public init(role: ImageRole, url: String, width: Int = 0, height: Int = 0) {
      self.role = role
      self.url = url
      self.width = width
      self.height = height
    }
  }

  /// The types of data assets (section 7.3); exchanges add their own from 500 on.
  public struct DataType: RawRepresentable, Hashable, Sendable {
    /// The number in the specification.
    public var rawValue: Int
    /// Creates a type from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// "Sponsored by": the advertiser.
    public static let sponsored = DataType(rawValue: 1)
    /// Descriptive text.
    public static let description = DataType(rawValue: 2)
    /// Rating, 0 to 5.
    public static let rating = DataType(rawValue: 3)
    /// Likes.
    public static let likes = DataType(rawValue: 4)
    /// Downloads.
    public static let downloads = DataType(rawValue: 5)
    /// Price.
    public static let price = DataType(rawValue: 6)
    /// Sale price.
    public static let salePrice = DataType(rawValue: 7)
    /// Phone number.
    public static let phone = DataType(rawValue: 8)
    /// Address.
    public static let address = DataType(rawValue: 9)
    /// Further descriptive text.
    public static let description2 = DataType(rawValue: 10)
    /// The URL to display.
    public static let displayURL = DataType(rawValue: 11)
    /// The text of the call to action.
    public static let callToAction = DataType(rawValue: 12)
  }

  /// What an asset holds: exactly one of these.
  public enum Content: Hashable, Sendable {
    /// A title (section 5.3).
    case title(String)
    /// An image (section 5.4).
    case image(Image)
    /// A VAST document (section 5.5).
    case video(vastTag: String)
    /// A piece of text (section 5.6).
    case data(type: DataType?, value: String)
  }

  /// An asset (section 5.2). Assets of an unknown kind are left out.
  public struct Asset: Hashable, Sendable {
    /// The id that ties it to the request; `nil` where missing.
    public var id: Int?
    /// Whether the response is worthless without it; `false` by default.
    public var isRequired: Bool
    /// What it holds.
    public var content: Content
    /// Where a click on this asset leads, instead of the ad's link.
    public var link: Link?

    /// Creates an asset.
    public init(id: Int? = nil, isRequired: Bool = false, content: Content, link: Link? = nil) {
      self.id = id
      self.isRequired = isRequired
      self.content = content
      self.link = link
    }
  }

  /// Something to be told of an event (section 5.8, "Event Tracker Response Object").
  public struct EventTracker: Hashable, Sendable {
    /// 1 impression, 2 viewable MRC 50, 3 viewable MRC 100, 4 viewable video 50 (section 7.6); more by exchange.
    public var event: Int
    /// 1 image, 2 JavaScript, which is never run here (section 7.7).
    public var method: Int
    /// What is pinged; `nil` where missing.
    public var url: String?

    /// Creates a tracker.
    public init(event: Int, method: Int, url: String?) {
      self.event = event
      self.method = method
      self.url = url
    }
  }

  /// What a "communication ad" passes through (`sourceType`, `subtype`, `sourceId`), without behaviour.
  public struct ContentInfo: Hashable, Sendable {
    /// The type of the source, such as `0001`.
    public var sourceType: String
    /// The kind within it, such as `menu`.
    public var subtype: String
    /// The source, such as `30907206:7`.
    public var sourceId: String

    /// Creates the information.
    public init(sourceType: String, subtype: String, sourceId: String) {
      self.sourceType = sourceType
      self.subtype = subtype
      self.sourceId = sourceId
    }
  }

  /// Where a landing page is to be shown.
  public enum BrowserTarget: String, Hashable, Sendable {
    /// Inside of the program.
    case inApp
    /// In the person's browser.
    case external
  }

  /// A placeholder of an image, as text: the exchange's own extension.
  public enum PlaceholderHash: Hashable, Sendable {
    /// A BlurHash.
    case blurHash(String)
    /// A ThumbHash, in base64.
    case thumbHash(String)
  }

  /// The creative, of an ad that came in a bid (`crid`, OpenRTB 2.x, section 4.2.3).
  public var creativeID: String?
  /// The campaign, of an ad that came in a bid (`cid`).
  public var campaignID: String?
  /// The version of the markup; `1.2` by default.
  public var version = "1.2"
  /// The assets, in the order given.
  public var assets: [Asset] = []
  /// Where assets are that replace ``assets``, which are then the fallback.
  public var assetsURL: String?
  /// Where a dynamic creative is (beta in the specification); passed on.
  public var dynamicCreativeURL: String?
  /// Where a click leads.
  public var link: Link
  /// Pinged on an impression (to be deprecated in the specification).
  public var impressionTrackers: [String] = []
  /// JavaScript of an impression tracker; passed on, never run.
  public var javaScriptTracker: String?
  /// What is told of events.
  public var eventTrackers: [EventTracker] = []
  /// Where the privacy page is: the target of AdChoices.
  public var privacyURL: String?
  /// The corner that the network wants the AdChoices mark in (`ext.adchoices.position`: `topLeft` and so on), see
  /// ``NativeAd/adChoicesPosition``.
  public var adChoicesPosition: AdChoicesViewPosition?
  /// Pass-through data from `ext.contentInfo`.
  public var contentInfo: ContentInfo?
  /// The campaign that pays for taking part, from `ext.campaign`.
  public var campaign: Campaign?
  /// Where the landing page is to be shown (`ext.browserTarget`); `nil` where the response does not say.
  public var browserTarget: BrowserTarget?
  /// What else the response tells of the ad and of who made it, mostly from `ext`.
  public var details = Details()
  /// The placeholders of images, by image URL: `blurhash` of their `ext`, else its `thumbhash`.
  public var placeholderHashes: [String: PlaceholderHash] = [:]

  /// Creates an ad without assets.
  public init(link: Link) { self.link = link }
}
