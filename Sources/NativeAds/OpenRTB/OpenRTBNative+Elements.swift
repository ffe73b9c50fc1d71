extension OpenRTBNative {
  /// The first title.
  public var title: String? {
    assets.firstValue { if case .title(let text) = $0 { text } else { nil } }
  }

  /// The first image that is an icon.
  public var icon: Image? { firstImage(.icon) }

  /// The first image that is a main one.
  public var mainImage: Image? { firstImage(.main) }

  /// The first VAST document.
  public var vastTag: String? {
    assets.firstValue { if case .video(let tag) = $0 { tag } else { nil } }
  }

  /// The first piece of text of a type.
  public func text(of type: DataType) -> String? {
    assets.firstValue { if case .data(type, let value) = $0 { value } else { nil } }
  }

  /// Where a click on an asset leads: its own link, else the ad's (section 5.2).
  public func link(for asset: Asset) -> Link { asset.link ?? link }

  /// What is fetched on an impression: the impression trackers, then the event trackers for it (event 1) that are
  /// images (method 1), each URL once.
  public var impressionURLs: [String] {
    let tracked = eventTrackers.lazy.filter { $0.event == 1 && $0.method == 1 }.compactMap(\.url)
    var seen: Set<[UInt8]> = []
    return (impressionTrackers + tracked).filter { seen.insert(Array($0.utf8)).inserted }
  }

  /// What two ads have in common that are the same to a person: the creative of the campaign where the bid names them,
  /// else the destination, without what only counts clicks (query and fragment), and the main image.
  public var deduplicationKey: String {
    if creativeID != nil || campaignID != nil { return "id \(campaignID ?? "") \(creativeID ?? "")" }
    let destination = link.url.prefix { $0 != "?" && $0 != "#" }
    // Scheme and host are the same in either case, a path is not (RFC 3986, section 6.2.2.1).
    var slashes = 0
    let origin = destination.prefix { character in
      if character == "/" { slashes += 1 }
      return slashes < 3
    }
    return "url \(origin.lowercased())\(destination[origin.endIndex...]) \(mainImage?.url ?? "")"
  }

  private func firstImage(_ role: ImageRole) -> Image? {
    assets.firstValue { if case .image(let image) = $0, image.role == role { image } else { nil } }
  }
}

extension [OpenRTBNative.Asset] {
  fileprivate func firstValue<Value>(_ value: (OpenRTBNative.Content) -> Value?) -> Value? {
    for asset in self {
      if let value = value(asset.content) { return value }
    }
    return nil
  }
}
