import LazyMedia
import MediaCodecs

/// What a slot is seen in: looks at every picture that it is told to show.
@MainActor final class Area: MediaDisplay {
  var pixelSize: PixelSize? { nil }

  /// The pictures that may be shown: that which was asked for last, and its fallbacks.
  var expected: [Int] = []
  /// What was asked for last, fallbacks included.
  var requests: [MediaRequest] = []
  /// How often it was asked to be given something.
  var assignments = 0
  /// What has been shown since the last assignment: pictures, and everything else.
  var images = 0
  var others = 0
  var transitions = 0
  /// Called with a picture that nobody wants here.
  var onWrong: @MainActor (_ shown: Int, _ expected: [Int]) -> Void = { _, _ in }
  /// Called at the end of each call.
  var onCall: @MainActor (_ shown: MediaImage?) -> Void = { _ in }

  func assign(_ expected: [Int], _ requests: [MediaRequest]) {
    self.expected = expected
    self.requests = requests
    assignments += 1
    images = 0
    others = 0
    transitions = 0
  }

  func show(_ content: MediaContent) {
    var shown: MediaImage?
    if case .image(let image) = content {
      images += 1
      let index = Picture.index(of: image)
      if expected.contains(index) { shown = image } else { onWrong(index, expected) }
    } else {
      others += 1
    }
    onCall(shown)
  }

  func install(_ placeholder: PlaceholderView) { onCall(nil) }
  func update(_ placeholder: PlaceholderView) {}
  func uninstall(_ placeholder: PlaceholderView) { onCall(nil) }
}
