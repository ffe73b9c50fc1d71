import LazyMedia
import MediaCodecs

/// Writes down what it is told.
@MainActor final class RecordingDisplay: MediaDisplay {
  var pixelSize: PixelSize?
  var lines: [String] = []
  var onShow: @MainActor () -> Void = {}
  var onUninstall: @MainActor () -> Void = {}

  func show(_ content: MediaContent) {
    switch content {
    case .empty: lines.append("empty")
    case .preview: lines.append("preview")
    case .image(let image): lines.append("\(image.size)")
    case .video: lines.append("video")
    }
    onShow()
  }
  func install(_ placeholder: PlaceholderView) { lines.append("placeholder") }
  func update(_ placeholder: PlaceholderView) { lines.append("changed") }
  func uninstall(_ placeholder: PlaceholderView) {
    lines.append("gone")
    onUninstall()
  }

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}
