import JSON

/// Finds native markup inside of what it is sent in.
struct OpenRTBEnvelope {
  var imageRoles: [Int: OpenRTBNative.ImageRole]

  /// More wrappers than this are refused. A bid response with twice encoded markup in `native` has five.
  private static let maximumWrappers = 8

  /// The ad that a document holds.
  func ad(in document: JSONValue) throws(OpenRTBNativeError) -> OpenRTBNative {
    if document == .object([]) { throw .noFill(reason: nil) }
    return try ad(in: document, wrappers: 0)
  }

  /// The ads that a document holds: one of each bid, with the failure of a bid that holds none.
  func ads(
    in document: JSONValue
  ) throws(OpenRTBNativeError) -> [Result<OpenRTBNative, OpenRTBNativeError>] {
    if document == .object([]) { throw .noFill(reason: nil) }
    return try ads(in: document, wrappers: 0)
  }

  private func ads(
    in value: JSONValue, wrappers: Int
  ) throws(OpenRTBNativeError) -> [Result<OpenRTBNative, OpenRTBNativeError>] {
    if wrappers > Self.maximumWrappers { throw .wrappedTooDeeply }
    if case .string(let text) = value {
      return try ads(in: Self.document(in: text), wrappers: wrappers + 1)
    }
    guard Self.isBidResponse(value) else { return [.success(try ad(in: value, wrappers: wrappers))] }
    return try Self.bids(of: value).map { bid in
      Result { () throws(OpenRTBNativeError) in try firstAd(in: [bid], wrappers: wrappers + 1) }
    }
  }

  private static func isMarkup(_ value: JSONValue) -> Bool {
    value.member("assets") != nil || value.member("assetsurl") != nil
  }

  private static func isBidResponse(_ value: JSONValue) -> Bool {
    !isMarkup(value) && value.member("native") == nil && (value["seatbid"] != nil || value["nbr"] != nil)
  }

  private static func bids(of response: JSONValue) throws(OpenRTBNativeError) -> [JSONValue] {
    let bids = (response["seatbid"]?.elements ?? []).flatMap { $0["bid"]?.elements ?? [] }
    if bids.isEmpty { throw .noFill(reason: response["nbr"]?.integer) }
    return bids
  }

  private func ad(in value: JSONValue, wrappers: Int) throws(OpenRTBNativeError) -> OpenRTBNative {
    if wrappers > Self.maximumWrappers { throw .wrappedTooDeeply }
    if case .string(let text) = value {
      return try ad(in: Self.document(in: text), wrappers: wrappers + 1)
    }
    guard case .object = value else { throw .notAnObject }
    if !Self.isMarkup(value) {
      if let native = value.member("native") { return try ad(in: native, wrappers: wrappers + 1) }
      if Self.isBidResponse(value) {
        return try firstAd(in: Self.bids(of: value), wrappers: wrappers + 1)
      }
      let adm = ["adm_native", "adm"].compactMap { value.member($0) }
      if !adm.isEmpty { return try firstAd(in: adm, wrappers: wrappers + 1) }
      if value.member("link") == nil { throw .notANativeAd }
    }
    return try OpenRTBNative(markup: value, imageRoles: imageRoles)
  }

  /// The first ad; where there is none, what is wrong with the first that was meant to be one.
  private func firstAd(in values: [JSONValue], wrappers: Int) throws(OpenRTBNativeError) -> OpenRTBNative {
    var failure = OpenRTBNativeError.notANativeAd
    for value in values {
      do throws(OpenRTBNativeError) {
        var ad = try ad(in: value, wrappers: wrappers)
        // Of a bid (OpenRTB 2.x, section 4.2.3); markup has no such members.
        ad.creativeID = ad.creativeID ?? value["crid"]?.text
        ad.campaignID = ad.campaignID ?? value["cid"]?.text
        ad.details.add(bid: value)
        return ad
      } catch {
        if failure == .notANativeAd { failure = error }
      }
    }
    throw failure
  }

  /// The markup in a string. A string may also hold the HTML or VAST of another kind of ad.
  private static func document(in text: String) throws(OpenRTBNativeError) -> JSONValue {
    let start = text.unicodeScalars.first { $0.value > 0x20 && $0 != "\u{FEFF}" }
    guard start == "{" || start == "\"" else { throw .notANativeAd }
    return try JSONValue(openRTBText: Array(text.utf8))
  }

  /// The assets that the document at `assetsurl` holds.
  func assets(in document: JSONValue) throws(OpenRTBNativeError) -> [JSONValue] {
    switch document {
    case .array(let elements): return elements
    case .object: return (document.member("assets") ?? document["native"]?["assets"])?.elements ?? []
    default: throw .notAnObject
    }
  }
}
