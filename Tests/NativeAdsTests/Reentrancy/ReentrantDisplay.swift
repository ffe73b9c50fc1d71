import LazyMedia

/// A display that calls back while it is told what to show, and counts its placeholders.
@MainActor final class ReentrantDisplay: MediaDisplay {
  var pixelSize: PixelSize?
  /// Called after each content that is shown, before ``onCall``.
  var onShow: @MainActor (MediaContent) -> Void = { _ in }
  /// Called at the end of each call that changes what is seen.
  var onCall: @MainActor () -> Void = {}
  private(set) var content = MediaContent.empty
  private(set) var placeholders: [PlaceholderView] = []

  func show(_ content: MediaContent) {
    self.content = content
    onShow(content)
    onCall()
  }

  func install(_ placeholder: PlaceholderView) {
    placeholders.append(placeholder)
    onCall()
  }

  func update(_ placeholder: PlaceholderView) {}

  func uninstall(_ placeholder: PlaceholderView) {
    placeholders.removeAll { $0 === placeholder }
    onCall()
  }
}
