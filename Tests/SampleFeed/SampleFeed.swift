public import NativeAds
public import OriginServer

/// A feed of native ads that an origin serves: each has texts, an icon and a main media, both pictures with the ad's number
/// drawn into them, see ``PictureCode``. Pictures are made when they are asked for. Every third ad belongs to a campaign that
/// pays more than usual, of which every second is under way.
public struct SampleFeed: Sendable {
  /// Ads of the feed, at most 65,536.
  public let count: Int
  /// The size of the main media, in pixels.
  public static let mediaSize = PixelSize(width: 1_200, height: 627)
  /// The size of the icons, in pixels.
  public static let iconSize = PixelSize(width: 80, height: 80)

  private let baseURL: String

  /// Puts the feed on an origin, below `/feed/`: `ads/N.json`, `media/N.jpg`, `icons/N.png`.
  /// - Parameters:
  ///   - count: ads of the feed.
  ///   - latency: the time from a request to its answer; none by default.
  public init(on origin: OriginServer, count: Int, latency: Duration = .zero) {
    self.count = min(max(0, count), PictureCode.numbers.count)
    baseURL = origin.baseURL + "/feed"
    for index in 0..<self.count {
      origin.route("/feed/ads/\(index).json") { [baseURL] _ in
        .init(bytes: Self.response(index, baseURL), contentType: "application/json").delayed(latency)
      }
      origin.route("/feed/media/\(index).jpg") { _ in
        Self.file("image/jpeg", latency) {
          var encoder = JPEGEncoder()
          encoder.quality = 80
          return try encoder.encode(PictureCode.picture(of: index, size: Self.mediaSize))
        }
      }
      origin.route("/feed/icons/\(index).png") { _ in
        Self.file("image/png", latency) {
          try PNGEncoder().encode(PictureCode.picture(of: index, size: Self.iconSize))
        }
      }
    }
  }

  /// Where the response of an ad is.
  public func url(of index: Int) -> String { "\(baseURL)/ads/\(index).json" }

  /// The response of an ad, without a request.
  public func source(of index: Int) -> NativeAdSource { .data(Self.response(index, baseURL)) }

  private static func file(
    _ contentType: String, _ latency: Duration, _ make: () throws -> [UInt8]
  ) -> OriginResponse {
    guard let bytes = try? make() else { return .status(500) }
    return OriginResponse(bytes: bytes, contentType: contentType).delayed(latency)
  }

  static func response(_ index: Int, _ baseURL: String) -> [UInt8] {
    let title = SampleTexts.title(index)
    let body = SampleTexts.body(index)
    let media = mediaSize
    let icon = iconSize
    let status = index.isMultiple(of: 6) ? #""status":"in_progress","# : ""
    let campaign =
      index.isMultiple(of: 3) ? #","ext":{"campaign":{\#(status)"promoRatio":1.5}}"# : ""
    let text = """
      {"native":{"ver":"1.2","link":{"url":"\(baseURL)/landing/\(index)"},"assets":[\
      {"id":1,"required":1,"title":{"text":"\(index). \(title)"}},\
      {"id":2,"data":{"type":2,"value":"\(body)"}},\
      {"id":3,"data":{"type":1,"value":"\(SampleTexts.advertiser(index))"}},\
      {"id":4,"data":{"type":12,"value":"\(SampleTexts.action(index))"}},\
      {"id":5,"img":{"type":1,"url":"\(baseURL)/icons/\(index).png","w":\(icon.width),"h":\(icon.height)}},\
      {"id":6,"img":{"type":3,"url":"\(baseURL)/media/\(index).jpg","w":\(media.width),"h":\(media.height)}}\
      ],"privacy":"\(baseURL)/privacy"\(campaign)}}
      """
    return Array(text.utf8)
  }
}

extension OriginResponse {
  fileprivate func delayed(_ latency: Duration) -> OriginResponse {
    var response = self
    response.latency = latency
    return response
  }
}
