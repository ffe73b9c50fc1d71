import LazyMedia
import NativeAds

extension Failure {
  /// There is no ad.
  init(_ error: NativeAdLoaderError) {
    let phase: String =
      switch error {
      case .timedOut: "request"
      case .transport(let error): error.phase.rawValue
      case .provider, .response: "response"
      case .media(let error): Self.phase(of: error)
      }
    self.init(phase: phase, code: error.code, message: error.message)
  }

  /// An asset of an ad has failed.
  init(_ error: MediaAssetError) {
    let url = error.url.map { " (\($0))" } ?? ""
    self.init(phase: Self.phase(of: error), code: error.code, message: error.message + url)
  }

  private static func phase(of error: MediaAssetError) -> String {
    switch error.reason {
    case .missingAsset: "response"
    case .unsupportedScheme: "request"
    case .media(let error): error.phase.rawValue
    case .vast: "vast"
    }
  }
}
