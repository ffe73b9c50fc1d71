import NativeAds

/// A value for each of an ad's assets.
struct PerAsset<Value> {
  var media: Value
  var icon: Value

  init(_ value: Value) {
    media = value
    icon = value
  }

  subscript(type: MediaAssetType) -> Value {
    get { type == .media ? media : icon }
    set { if type == .media { media = newValue } else { icon = newValue } }
  }

  func allSatisfy(_ body: (Value) -> Bool) -> Bool { body(media) && body(icon) }
}
