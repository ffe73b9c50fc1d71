import LazyMedia
import MediaCodecs

/// The library's own cache: asked and filled with pictures of 4 bytes for each unit of cost.
struct OurCache: CachePolicyModel {
  private let cache: MemoryCache
  private var requests: [Int: MediaRequest] = [:]
  private var pictures: [Int: MediaImage] = [:]

  init(limit: Int) { cache = MemoryCache(byteLimit: limit * 4) }

  mutating func access(_ key: Int, cost: Int) -> Bool {
    let request = requests[key] ?? MediaRequest(url: "https://origin.example/\(key).jpg")
    requests[key] = request
    if cache.image(for: request) != nil { return true }
    if let picture = pictures[cost] ?? Self.picture(PixelSize(width: cost, height: 1)) {
      pictures[cost] = picture
      cache.insert(picture, for: request)
    }
    return false
  }

  /// A picture of one color.
  static func picture(_ size: PixelSize) -> MediaImage? {
    guard let pixels = try? PixelBuffer(size: size, fill: { _ in }) else { return nil }
    return MediaImage(pixels: pixels, info: ImageInfo(format: .jpeg, storedSize: size))
  }
}
