import JSON
import NativeAds

extension JSONWriter {
  /// Adds a rectangle, in points; `null` where there is none.
  mutating func add(_ key: String, _ rect: LayoutRect?) {
    guard let rect else { return addObject(key, nil) }
    addObject(key) { object in
      object.add("x", rect.x)
      object.add("y", rect.y)
      object.add("width", rect.width)
      object.add("height", rect.height)
    }
  }
}
