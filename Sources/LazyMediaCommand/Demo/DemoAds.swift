import JSON
import LazyMedia
import OriginServer

/// Native ads made of files that an origin serves: each file is the main media of one, in turn with the icons.
struct DemoAds: Sendable {
  /// A file that the origin does not have.
  static let missingFile = "missing.jpg"

  /// Ads of which all should load.
  let good: [CreativeSource]
  /// Ads whose main media cannot load.
  let bad: [CreativeSource]

  /// - Parameter pipeline: reads the files where they lie, for their sizes and placeholders.
  init(_ files: DemoFiles, folder: String, origin: OriginServer, pipeline: MediaPipeline) async {
    func ads(_ media: [String]) async -> [CreativeSource] {
      var ads: [CreativeSource] = []
      for (index, file) in media.enumerated() {
        let icons = files.icons
        let assets = [(3, file)] + (icons.isEmpty ? [] : [(1, icons[index % icons.count])])
        var images: [Image] = []
        for (type, file) in assets {
          let path = Argument(Folder.path(folder, file)).url(workingDirectory: WorkingDirectory.path)
          let box = DecodeTarget(size: PixelSize(width: 64, height: 64))
          let image = try? await pipeline.image(for: MediaRequest(url: path, target: box))
          images.append(Image(type: type, url: origin.url("/" + Self.percentEncoded(file)), image: image))
        }
        ads.append(
          CreativeSource(text: file, response: .bytes(Self.response(file, folder, images)), isLocal: false))
      }
      return ads
    }
    good = await ads(files.media)
    bad = await ads(files.damaged + [Self.missingFile])
  }

  private struct Image {
    /// As OpenRTB numbers it: 1 icon, 3 main.
    var type: Int
    var url: String
    /// Small; `nil` where the file cannot load.
    var image: MediaImage?
  }

  /// A response in OpenRTB Native 1.2, with the sizes that the files tell.
  private static func response(_ file: String, _ folder: String, _ images: [Image]) -> [UInt8] {
    let body = (images.first?.image?.info).map {
      "\($0.format.rawValue.uppercased()), \($0.displaySize) pixels"
    }
    var assets: [(inout JSONWriter) -> Void] = [
      { $0.addObject("title") { $0.add("text", Self.name(of: file)) } }
    ]
    for (type, value) in [(1, folder), (2, body ?? "A file that cannot load"), (12, "Open")] {
      assets.append { asset in
        asset.addObject("data") { data in
          data.add("type", type)
          data.add("value", value)
        }
      }
    }
    for image in images {
      assets.append { asset in
        asset.addObject("img") { object in
          object.add("type", image.type)
          object.add("url", image.url)
          object.add("w", image.image?.info.displaySize.width)
          object.add("h", image.image?.info.displaySize.height)
          let hash = image.image.flatMap {
            try? BlurHash(encoding: $0.pixels, componentsX: 4, componentsY: 3).text
          }
          object.addObject("ext") { $0.add("blurhash", hash) }
        }
      }
    }
    var response = JSONWriter()
    response.addObject("native") { native in
      native.addObject("link") { $0.add("url", "https://example.com/") }
      native.addObjects("assets", assets) { $1(&$0) }
    }
    return response.finished()
  }

  private static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  private static func percentEncoded(_ path: String) -> String {
    path.utf8.map { byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "/-._~".utf8.contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + Text.hexadecimal([byte]).uppercased()
    }.joined()
  }
}
