import JSON
public import LazyMedia

extension OpenRTBNative {
  /// What a response tells besides what is shown: pass-through data, from `ext` but for what is said otherwise. What is
  /// missing is `nil` or empty.
  public struct Details: Hashable, Sendable {
    /// Who shows the ad, as an account of a network: `profile`.
    public struct Profile: Hashable, Sendable {
      /// The URL of its logo (`displayLogo`).
      public var logoURL: String?
      /// Its name (`displayName`).
      public var name: String?
      /// Its page (`link`).
      public var link: String?

      /// Creates a profile that tells nothing.
      public init() {}
    }

    /// The transaction (`txId`).
    public var transactionID: String?
    /// The advertiser's page (`advertiserURL`).
    public var advertiserURL: String?
    /// The file that the creative is about (`asset`).
    public var assetURL: String?
    /// The creative as HTML (`creative`, else the `adm` of a bid that has its native ad in `adm_native`): data, which is
    /// never run here.
    public var creative: String?
    /// The size of the creative in pixels (`creativeSize`, else `w` and `h` of the bid), by the rules of image sizes.
    public var creativeSize: PixelSize?
    /// Who shows the ad.
    public var profile: Profile?
    /// Texts by names that the publisher has chosen (`extra`).
    public var extra: [String: String] = [:]
    /// What the network knows of the advertiser's account (`accountTag`).
    public var accountTag: [String: TagValue] = [:]
    /// What it knows of the creative (`creativeTag`).
    public var creativeTag: [String: TagValue] = [:]

    /// Creates details that tell nothing.
    public init() {}
  }
}

extension OpenRTBNative.Details {
  /// Whatever of `ext` can be read.
  init(_ value: JSONValue) {
    transactionID = value["txId"]?.text
    advertiserURL = value["advertiserURL"]?.url
    assetURL = value["asset"]?.url
    creative = value["creative"]?.markup
    creativeSize = value["creativeSize"].flatMap { PixelSize($0, width: "width", height: "height") }
      ?? value["creativeSize"].flatMap { PixelSize($0, width: "w", height: "h") }
    profile = value["profile"].flatMap(Profile.init)
    for member in value["extra"]?.tagMembers ?? [] {
      if let text = member.value.text { extra[member.name] = text }
    }
    accountTag = value["accountTag"].map(TagValue.members(of:)) ?? [:]
    creativeTag = value["creativeTag"].map(TagValue.members(of:)) ?? [:]
  }

  /// What a bid tells, where its native ad does not.
  mutating func add(bid: JSONValue) {
    if bid.member("adm_native") != nil { creative = creative ?? bid["adm"]?.markup }
    creativeSize = creativeSize ?? PixelSize(bid, width: "w", height: "h")
  }
}

extension OpenRTBNative.Details.Profile {
  /// An object, whatever of it can be read; `nil` of anything else.
  fileprivate init?(_ value: JSONValue) {
    guard case .object = value else { return nil }
    logoURL = value["displayLogo"]?.url
    name = value["displayName"]?.text
    link = value["link"]?.url
  }
}

extension PixelSize {
  /// Two members of an object; `nil` where they make no size that a creative has.
  fileprivate init?(_ value: JSONValue, width: String, height: String) {
    guard
      let size = CreativeSize(width: value[width]?.integer ?? 0, height: value[height]?.integer ?? 0)
    else { return nil }
    self.init(width: size.width, height: size.height)
  }
}

extension JSONValue {
  /// A string that looks like HTML.
  fileprivate var markup: String? {
    guard let text = string, text.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return nil }
    return text
  }
}
