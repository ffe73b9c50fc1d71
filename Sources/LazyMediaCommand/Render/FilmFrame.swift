import JSON
import NativeAds

/// What a frame of a film strip shows, for programs that check it.
struct FilmFrame: Equatable, Sendable {
  /// An area for a picture.
  struct Area: Equatable, Sendable {
    /// In points from the beginning of the feed.
    var frame: LayoutRect
    var state: MediaLoadingState
  }

  /// An ad that is seen.
  struct Item: Equatable, Sendable {
    /// Its place in the feed, from 0.
    var index: Int
    var areas: [MediaAssetType: Area]
  }

  /// Points that the feed is scrolled.
  var offset: Double
  var items: [Item]
}

/// The contents of `frames.json`.
struct FilmIndex {
  var framesPerSecond: Int
  /// In pixels.
  var size: (width: Int, height: Int)
  /// Pixels a point.
  var scale: Int
  var orientation: FeedOrientation
  var frames: [FilmFrame] = []

  var json: [UInt8] {
    var object = JSONWriter()
    object.add("framesPerSecond", framesPerSecond)
    object.add("width", size.width)
    object.add("height", size.height)
    object.add("scale", scale)
    object.add("orientation", orientation.rawValue)
    object.addObjects("frames", Array(frames.enumerated())) { object, element in
      object.add("index", element.offset)
      object.add("offset", element.element.offset)
      object.addObjects("items", element.element.items) { object, item in
        object.add("index", item.index)
        for type in MediaAssetType.allCases { object.add(item.areas[type], as: type) }
      }
    }
    return object.finished()
  }
}

extension JSONWriter {
  fileprivate mutating func add(_ area: FilmFrame.Area?, as type: MediaAssetType) {
    guard let area else { return addObject(type.rawValue, nil) }
    addObject(type.rawValue) { object in
      object.add("x", area.frame.x)
      object.add("y", area.frame.y)
      object.add("width", area.frame.width)
      object.add("height", area.frame.height)
      object.add("state", area.state.rawValue)
    }
  }
}
