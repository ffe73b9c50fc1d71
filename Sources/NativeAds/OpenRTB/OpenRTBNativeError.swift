/// Why bytes are no native ad.
public enum OpenRTBNativeError: Error, Hashable, Sendable {
  /// More bytes than ``OpenRTBNative/maximumByteCount``; none were read.
  case tooLarge(byteCount: Int, limit: Int)
  /// Nothing but blanks.
  case empty
  /// Not a JSON text (RFC 8259): why, and how many bytes come before the place. In markup that is itself a JSON
  /// string, bytes of its text are counted.
  case malformedJSON(message: String, offset: Int)
  /// A JSON text that is no object.
  case notAnObject
  /// A bid response without a bid, with its no-bid reason (`nbr`, OpenRTB 2.x section 5.24) where it gives one.
  case noFill(reason: Int?)
  /// An object, or bids, without native markup: a banner, for one.
  case notANativeAd
  /// Markup inside of more wrappers than are met in practice.
  case wrappedTooDeeply
  /// No `link` with a `url` (section 5.1: required).
  case missingLink
  /// No asset that can be used, and no `assetsurl` (section 5.1).
  case noAssets
  /// An asset with `required` set holds nothing that can be used (section 5.2). Its id, where it has one.
  case unusableRequiredAsset(id: Int?)
}

extension OpenRTBNativeError: CustomStringConvertible {
  /// A sentence for people.
  public var description: String {
    switch self {
    case .tooLarge(let byteCount, let limit): "the response has \(byteCount) bytes; \(limit) are allowed"
    case .empty: "the response is empty"
    case .malformedJSON(let message, let offset): "the response is no JSON: \(message), at byte \(offset + 1)"
    case .notAnObject: "the response is JSON, but no object"
    case .noFill(.some(let reason)): "the bid response holds no bid (no-bid reason \(reason))"
    case .noFill(nil): "the bid response holds no bid"
    case .notANativeAd:
      "the response holds no native markup: no 'assets', 'assetsurl', 'link', 'native' or 'adm'"
    case .wrappedTooDeeply: "the markup is inside of too many wrappers"
    case .missingLink: "the ad has no 'link' with a 'url'"
    case .noAssets: "the ad has no asset that can be used, and no 'assetsurl'"
    case .unusableRequiredAsset(.some(let id)): "the required asset \(id) holds nothing that can be used"
    case .unusableRequiredAsset(nil): "a required asset without id holds nothing that can be used"
    }
  }
}
