import JSON
import LazyMedia
import NativeAds

extension Creative {
  /// The fields that the help of `render` lists.
  var json: [UInt8] {
    var object = JSONWriter()
    object.add("kind", "creative")
    object.add("index", index)
    object.add("source", source)
    object.add("state", verdict.rawValue)
    object.add("title", title)
    object.add("advertiser", advertiser)
    object.add("mediaType", mediaType?.rawValue)
    object.addObject("response") { object in
      object.add(response)
      object.add("received", milliseconds: received)
    }
    for type in MediaAssetType.allCases { object.add(self[type], as: type) }
    object.add("warnings", warnings)
    object.add(failures.first?.1)
    return object.finished()
  }
}

extension JSONWriter {
  fileprivate mutating func add(_ transfer: Creative.Transfer) {
    add("bytes", transfer.bytes)
    add("began", milliseconds: transfer.began)
    add("firstByte", milliseconds: transfer.firstByte)
    add("ended", milliseconds: transfer.ended)
  }

  fileprivate mutating func add(_ asset: Creative.Asset, as type: MediaAssetType) {
    addObject(type.rawValue) { object in
      object.add("state", asset.state.rawValue)
      object.add("url", asset.url)
      object.add("saidWidth", asset.saidSize?.width)
      object.add("saidHeight", asset.saidSize?.height)
      object.add("width", asset.actualSize?.width)
      object.add("height", asset.actualSize?.height)
      object.add(asset.transfer)
      object.add("settled", milliseconds: asset.settled)
      object.add(asset.failure)
    }
  }
}
