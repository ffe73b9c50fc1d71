/// Why a VAST document, or its video, is of no use. Each has its number in the list of the IAB ("VAST Error Codes",
/// VAST 4.3, section 2.3.6.3), which trackers get in place of `[ERRORCODE]`.
public enum VASTError: Error, Hashable, Sendable {
  /// The package was built without the trait `VAST`.
  case unavailable
  /// There is nothing to read.
  case empty
  /// More bytes than are read.
  case tooLarge(limit: Int)
  /// Not well-formed XML, or more of something than is read; with the reason.
  case malformed(String)
  /// It declares entities, which are not read: they can name local files and grow without bound.
  case declaresEntities
  /// Elements in elements, deeper than are read.
  case tooDeep(limit: Int)
  /// The root is another element than `VAST`.
  case notVAST(root: String)
  /// Neither 2.x, 3.x nor 4.x; an empty text where none is given.
  case unsupportedVersion(String)
  /// There are ads, but none of them has a linear creative.
  case noLinear
  /// The next document of a wrapper could not be had; with the reason.
  case wrapperFailed(String)
  /// The next document of a wrapper did not come in time.
  case wrapperTimedOut
  /// More wrappers than are followed.
  case tooManyWrappers(limit: Int)
  /// A wrapper leads to a document that led to it.
  case wrapperLoop(url: String)
  /// No ad that may be shown.
  case noAd(afterWrappers: Bool)
  /// The video is not there (404, 410).
  case mediaFileNotFound
  /// The video did not come in time.
  case mediaFileTimedOut
  /// No video file can be played here.
  case noSupportedMediaFile
  /// The video cannot be shown, as it cannot be decoded.
  case mediaFileUndecodable
  /// Something else happened to the video; with the reason.
  case mediaFileFailed(String)

  /// The number in the list of the IAB.
  public var code: Int {
    switch self {
    case .empty, .tooLarge, .malformed, .declaresEntities, .tooDeep: 100
    case .notVAST: 101
    case .unsupportedVersion: 102
    case .noLinear: 201
    case .wrapperFailed: 300
    case .wrapperTimedOut: 301
    case .tooManyWrappers, .wrapperLoop: 302
    case .noAd(let afterWrappers): afterWrappers ? 303 : 900
    case .mediaFileFailed: 400
    case .mediaFileNotFound: 401
    case .mediaFileTimedOut: 402
    case .noSupportedMediaFile: 403
    case .mediaFileUndecodable: 405
    case .unavailable: 900
    }
  }

  /// Text that a person can act on.
  public var message: String {
    switch self {
    case .unavailable: "VAST cannot be read: the package was built without the trait VAST"
    case .empty: "the VAST document is empty"
    case .tooLarge(let limit): "the VAST document has more than \(limit) bytes"
    case .malformed(let reason): "the VAST document is not well-formed: \(reason)"
    case .declaresEntities: "the VAST document declares entities, which are not read"
    case .tooDeep(let limit): "the VAST document nests elements deeper than \(limit)"
    case .notVAST(let root): "the document is no VAST: its root is \(root)"
    case .unsupportedVersion(""): "the VAST document does not say its version"
    case .unsupportedVersion(let version): "VAST \(version) is not supported, only 2.x, 3.x and 4.x are"
    case .noLinear: "no ad has a linear creative"
    case .wrapperFailed(let reason): "the wrapper leads nowhere: \(reason)"
    case .wrapperTimedOut: "the document of a wrapper did not come in time"
    case .tooManyWrappers(let limit): "more than \(limit) wrappers"
    case .wrapperLoop(let url): "the wrappers lead back to \(url)"
    case .noAd(afterWrappers: false): "there is no ad"
    case .noAd(afterWrappers: true): "there is no ad behind the wrapper"
    case .mediaFileNotFound: "the video file is not there"
    case .mediaFileTimedOut: "the video file did not come in time"
    case .noSupportedMediaFile: "no video file can be played here"
    case .mediaFileUndecodable: "the video file cannot be decoded"
    case .mediaFileFailed(let reason): "the video file could not be had: \(reason)"
    }
  }
}

extension VASTError: CustomStringConvertible {
  /// The message and the number.
  public var description: String { "\(message) (VAST error \(code))" }
}
