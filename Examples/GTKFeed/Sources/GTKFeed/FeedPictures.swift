import Glibc
import LazyMediaGTK
import OriginServer
import SampleFeed

/// The ads of the feed with pictures of a folder in place of numbers, and with their BlurHashes as placeholders.
struct FeedPictures {
  private struct Picture {
    let bytes: [UInt8]
    let hash: String
  }

  private let pictures: [Picture]

  /// Reads the JPEG files of a folder; `nil` where there is none.
  @MainActor init?(folder: String) async {
    var transport = HTTPTransportConfiguration()
    transport.allowsLocalSources = true
    let pipeline = MediaPipeline(configuration: .init(transport: HTTPTransport(configuration: transport)))
    var pictures: [Picture] = []
    for name in Self.names(in: folder) {
      let path = "\(folder)/\(name)"
      let small = DecodeTarget(size: PixelSize(width: 64, height: 64))
      guard let image = try? await pipeline.image(for: MediaRequest(url: path, target: small)),
        let hash = try? BlurHash(encoding: image.pixels), let bytes = Self.contents(of: path)
      else { continue }
      pictures.append(Picture(bytes: bytes, hash: hash.text))
    }
    guard !pictures.isEmpty else { return nil }
    self.pictures = pictures
  }

  /// Serves a picture in place of each that the feed would make. As on a network one takes longer than another.
  func serve(on origin: OriginServer, count: Int, latency: Duration) {
    for index in 0..<count {
      for (path, picture) in [
        ("media/\(index).jpg", picture(index)), ("icons/\(index).png", picture(index + 5)),
      ] {
        var response = OriginResponse(bytes: picture.bytes, contentType: "image/jpeg")
        response.latency = latency * (index % 3 + 2) / 3
        origin.route("/feed/\(path)", response)
      }
    }
  }

  /// The feed's response for an ad, with the hashes of its pictures.
  func source(of index: Int, in feed: SampleFeed) -> NativeAdSource {
    guard case .data(let bytes) = feed.source(of: index) else { return feed.source(of: index) }
    var text = String(decoding: bytes, as: UTF8.self)
    for (height, picture) in [
      (SampleFeed.mediaSize.height, picture(index)), (SampleFeed.iconSize.height, picture(index + 5)),
    ] {
      text = text.replacing(
        #""h":\#(height)}"#, with: #""h":\#(height),"ext":{"blurhash":"\#(picture.hash)"}}"#)
    }
    return .data(Array(text.replacing("\"text\":\"\(index). ", with: "\"text\":\"").utf8))
  }

  private func picture(_ index: Int) -> Picture { pictures[index % pictures.count] }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".jpg") { names.append(name) }
    }
    return names.sorted()
  }

  private static func contents(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var contents: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&part, 1, part.count, file), count > 0 { contents += part[..<count] }
    return contents
  }
}
