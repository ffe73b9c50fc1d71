public import LazyMedia

/// Why an asset of an ad could not be loaded.
public struct MediaAssetError: Error, Hashable, Sendable {
  /// What lay beneath.
  public enum Reason: Hashable, Sendable {
    /// The ad has no main media although its options say that a media view is shown.
    case missingAsset
    /// The URL has a scheme that is not asked, such as `javascript:`.
    case unsupportedScheme
    /// The bytes did not come, or gave no picture.
    case media(MediaError)
    /// The VAST document gave no video that can be played.
    case vast(VASTError)
  }

  /// Which asset.
  public var asset: MediaAssetType
  /// What lay beneath.
  public var reason: Reason
  /// The URL that was asked for, credentials removed; `nil` where there was none.
  public var url: String?
  /// The attempt of the ad that failed, from 1; ``NativeAd/retryFailedAssets()`` begins the next.
  public var attempt: Int

  /// The kind of failure, stable for programs.
  public var code: String {
    switch reason {
    case .missingAsset: "missingAsset"
    case .unsupportedScheme: "unsupportedScheme"
    case .media(let error): error.code
    case .vast: "vast"
    }
  }

  /// Text that a person can act on.
  public var message: String {
    switch reason {
    case .missingAsset: "the ad has no main media"
    case .unsupportedScheme:
      "only http: and https: URLs are loaded, and file: and data: URLs of ads that the program itself makes"
    case .media(let error): error.message
    case .vast(let error): error.description
    }
  }
}

extension MediaAssetError: CustomStringConvertible {
  /// For example `media: badStatus: the server answered 404 (https://example.com/a.jpg)`.
  public var description: String {
    "\(asset.rawValue): \(code): \(message)" + (url.map { " (\($0))" } ?? "")
  }
}
