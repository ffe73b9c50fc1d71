import JSON

/// The assets of a response that can be used (section 5.2), by the rules of ``OpenRTBNative/init(_:imageRoles:)``.
struct OpenRTBAssetList {
  private(set) var assets: [OpenRTBNative.Asset] = []
  private(set) var placeholderHashes: [String: OpenRTBNative.PlaceholderHash] = [:]

  init(
    _ elements: [JSONValue], imageRoles: [Int: OpenRTBNative.ImageRole]
  ) throws(OpenRTBNativeError) {
    var imageTypes: [Int?] = []
    for element in elements {
      let id = element["id"]?.integer
      let isRequired = element["required"]?.isSet ?? false
      guard let content = Self.content(of: element) else {
        if isRequired { throw .unusableRequiredAsset(id: id) }
        continue
      }
      let link = element["link"].flatMap(OpenRTBNative.Link.init)
      assets.append(OpenRTBNative.Asset(id: id, isRequired: isRequired, content: content, link: link))
      imageTypes.append(element["img"]?["type"]?.integer)
      let ext = element["img"]?["ext"]
      if case .image(let image) = content {
        if let hash = ext?["blurhash"]?.string {
          placeholderHashes[image.url] = .blurHash(hash)
        } else if let hash = ext?["thumbhash"]?.string {
          placeholderHashes[image.url] = .thumbHash(hash)
        }
      }
    }
    decideRoles(types: imageTypes, requested: imageRoles)
  }

  private static func content(of asset: JSONValue) -> OpenRTBNative.Content? {
    if let text = asset["title"]?["text"]?.text { return .title(text) }
    if let image = asset["img"], let url = image["url"]?.url {
      let size = CreativeSize(width: image["w"]?.integer ?? 0, height: image["h"]?.integer ?? 0)
      return .image(.init(role: .main, url: url, width: size?.width ?? 0, height: size?.height ?? 0))
    }
    if let tag = asset["video"]?["vasttag"]?.string, tag.utf8.contains(where: { $0 > 0x20 }) {
      return .video(vastTag: tag)
    }
    if let data = asset["data"], let value = data["value"]?.text {
      return .data(type: data["type"]?.integer.map(OpenRTBNative.DataType.init), value: value)
    }
    return nil
  }

  /// Needs all assets: what a lone image is depends on its being alone.
  private mutating func decideRoles(types: [Int?], requested: [Int: OpenRTBNative.ImageRole]) {
    let images = assets.indices.filter { if case .image = assets[$0].content { true } else { false } }
    for index in images {
      guard case .image(var image) = assets[index].content else { continue }
      if let role = assets[index].id.flatMap({ requested[$0] }) {
        image.role = role
      } else {
        switch types[index] {
        case 1, 2: image.role = .icon
        case 3: image.role = .main
        default: image.role = images.count > 1 && Self.looksLikeAnIcon(image) ? .icon : .main
        }
      }
      assets[index].content = .image(image)
    }
  }

  private static func looksLikeAnIcon(_ image: OpenRTBNative.Image) -> Bool {
    let (width, height) = (image.width, image.height)
    guard width > 0, max(width, height) <= 256 else { return false }
    return 10 * width >= 9 * height && 10 * width <= 11 * height
  }
}
