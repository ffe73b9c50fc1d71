import LazyMedia

/// An area of an ad that nobody sees: it has a size, and tells when its placeholder is gone.
@MainActor final class AdDisplay: MediaDisplay {
  let pixelSize: PixelSize?
  /// Called when a placeholder has been taken away.
  var onUninstall: (@MainActor () -> Void)?

  init(pixelSize: PixelSize? = nil) { self.pixelSize = pixelSize }

  func show(_ content: MediaContent) {}

  func install(_ placeholder: PlaceholderView) {}

  func update(_ placeholder: PlaceholderView) {}

  func uninstall(_ placeholder: PlaceholderView) { onUninstall?() }
}
