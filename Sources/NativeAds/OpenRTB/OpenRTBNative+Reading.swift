import JSON

extension OpenRTBNative {
  /// A response of more bytes than this is refused: 1 MiB.
  public static let maximumByteCount = 1 << 20

  /// Reads an ad response (OpenRTB Native 1.2, section 5) in any of the encodings met in practice:
  ///
  /// - the markup itself, `{"assets":[…],"link":{…}}`;
  /// - the same inside of `{"native":{…}}`, as before version 1.1;
  /// - a JSON string that holds one of these, once more encoded or not, as in `adm`;
  /// - a bid that holds one of these in `adm` or `adm_native`, as a string or as an object;
  /// - a bid response: the first of its bids that holds a native ad.
  ///
  /// A byte-order mark and blanks may come first. Of members with one name the last counts. Numbers may be strings,
  /// and what is optional and of the wrong kind counts as missing. Left out are: assets of an unknown kind, and those
  /// without what their kind requires (a title's `text`, an image's `url`, a video's `vasttag`, a data asset's
  /// `value`). An asset of several kinds, which the specification forbids, is the first of title, image, video and
  /// data that can be used. URLs are kept as given, whatever their scheme. A width or height that is missing, not
  /// whole, outside of 1...16384 or with a ratio outside of 0.1...10 makes both 0.
  ///
  /// An image's role is the one that `imageRoles` has for its asset's id; else that of its `type` (1 and 2: icon,
  /// 3: main). Else a lone image is the main one; of several, one of at most 256 pixels a side with a ratio in
  /// 0.9...1.1 is an icon, any other a main one.
  ///
  /// The version is passed on, not checked. May be called on any thread.
  ///
  /// - Parameters:
  ///   - bytes: the response, in UTF-8; at most ``maximumByteCount``.
  ///   - imageRoles: what the request asked for, by asset id.
  /// - Throws: ``OpenRTBNativeError`` where the bytes hold no ad, or one without something it must have.
  public init(_ bytes: [UInt8], imageRoles: [Int: ImageRole] = [:]) throws(OpenRTBNativeError) {
    let document = try JSONValue(openRTB: bytes)
    self = try OpenRTBEnvelope(imageRoles: imageRoles).ad(in: document)
  }

  /// Reads all ads of a response, in its order: of a bid response one of each bid, else the one that it is. Each is read as
  /// by ``init(_:imageRoles:)``; what is wrong with a bid stands in its place. May be called on any thread.
  ///
  /// - Throws: ``OpenRTBNativeError`` where the bytes hold no bid and no ad.
  public static func ads(
    in bytes: [UInt8], imageRoles: [Int: ImageRole] = [:]
  ) throws(OpenRTBNativeError) -> [Result<OpenRTBNative, OpenRTBNativeError>] {
    try OpenRTBEnvelope(imageRoles: imageRoles).ads(in: JSONValue(openRTB: bytes))
  }

  /// The ad with the assets found at ``assetsURL`` instead of its own, which stay the fallback: keep this ad where
  /// this throws.
  ///
  /// - Parameters:
  ///   - bytes: what ``assetsURL`` gave: an object with `assets`, the same inside of `native`, or an array of assets;
  ///     at most ``maximumByteCount``. Read as in ``init(_:imageRoles:)``. Whatever else it holds is ignored.
  ///   - imageRoles: what the request asked for, by asset id.
  /// - Returns: the ad with those assets, their ``placeholderHashes``, and no ``assetsURL``.
  /// - Throws: ``OpenRTBNativeError`` where the bytes hold no assets, or a required one that cannot be used.
  public func replacingAssets(
    with bytes: [UInt8], imageRoles: [Int: ImageRole] = [:]
  ) throws(OpenRTBNativeError) -> OpenRTBNative {
    let document = try JSONValue(openRTB: bytes)
    let elements = try OpenRTBEnvelope(imageRoles: imageRoles).assets(in: document)
    let list = try OpenRTBAssetList(elements, imageRoles: imageRoles)
    if list.assets.isEmpty { throw .noAssets }
    var ad = self
    ad.assets = list.assets
    ad.placeholderHashes = list.placeholderHashes
    ad.assetsURL = nil
    return ad
  }

  /// Reads the markup itself.
  init(markup: JSONValue, imageRoles: [Int: ImageRole]) throws(OpenRTBNativeError) {
    guard let link = markup.member("link").flatMap(Link.init) else { throw .missingLink }
    self.init(link: link)
    assetsURL = markup["assetsurl"]?.url
    let elements = markup["assets"]?.elements ?? []
    do throws(OpenRTBNativeError) {
      let list = try OpenRTBAssetList(elements, imageRoles: imageRoles)
      if list.assets.isEmpty { throw .noAssets }
      assets = list.assets
      placeholderHashes = list.placeholderHashes
    } catch {
      // They would only be the fallback of those at `assetsurl`.
      if assetsURL == nil { throw error }
    }
    version = markup["ver"]?.text ?? version
    dynamicCreativeURL = markup["dcourl"]?.url
    impressionTrackers = markup["imptrackers"]?.urls ?? []
    javaScriptTracker = markup["jstracker"]?.text
    eventTrackers = (markup["eventtrackers"]?.elements ?? []).compactMap(EventTracker.init)
    privacyURL = markup["privacy"]?.url
    adChoicesPosition = markup["ext"]?["adchoices"]?["position"]?.string.flatMap(
      AdChoicesViewPosition.init)
    contentInfo = markup["ext"]?["contentInfo"].flatMap(ContentInfo.init)
    campaign = markup["ext"]?["campaign"].flatMap(Campaign.init)
    browserTarget = markup["ext"]?["browserTarget"]?.string.flatMap(BrowserTarget.init)
    details = markup["ext"].map(Details.init) ?? details
  }
}

extension JSONValue {
  /// Reads a whole response.
  fileprivate init(openRTB bytes: [UInt8]) throws(OpenRTBNativeError) {
    let limit = OpenRTBNative.maximumByteCount
    guard bytes.count <= limit else { throw .tooLarge(byteCount: bytes.count, limit: limit) }
    try self.init(openRTBText: bytes)
  }

  /// Reads a text that may start with a byte-order mark.
  init(openRTBText bytes: [UInt8]) throws(OpenRTBNativeError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let markCount = bytes.starts(with: mark) ? mark.count : 0
    let text = bytes[markCount...]
    guard text.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }) else { throw .empty }
    do throws(SyntaxError) {
      try self.init(markCount == 0 ? bytes : Array(text), repeatedMembers: .last)
    } catch {
      throw .malformedJSON(message: error.message, offset: error.offset + markCount)
    }
  }
}

extension OpenRTBNative.Link {
  /// Section 5.7; `nil` without a URL.
  init?(_ value: JSONValue) {
    guard let url = value["url"]?.url else { return nil }
    self.init(
      url: url, clickTrackers: value["clicktrackers"]?.urls ?? [], fallback: value["fallback"]?.url)
  }
}

extension OpenRTBNative.EventTracker {
  /// Section 5.8; `nil` without event and method.
  fileprivate init?(_ value: JSONValue) {
    guard let event = value["event"]?.integer, let method = value["method"]?.integer else { return nil }
    self.init(event: event, method: method, url: value["url"]?.url)
  }
}

extension OpenRTBNative.ContentInfo {
  /// All three texts, or `nil`.
  fileprivate init?(_ value: JSONValue) {
    guard let sourceType = value["sourceType"]?.string, let subtype = value["subtype"]?.string,
      let sourceId = value["sourceId"]?.string
    else { return nil }
    self.init(sourceType: sourceType, subtype: subtype, sourceId: sourceId)
  }
}
