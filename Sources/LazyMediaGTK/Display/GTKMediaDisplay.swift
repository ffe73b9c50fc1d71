#if GTK
  public import CGTK
  public import NativeAds

  /// An area of a GTK program that shows a picture, and a placeholder over it.
  ///
  /// The pictures' pixels are not copied. Ask for pictures as `.bgra8`, `.premultiplied`, which is how most of GTK's
  /// renderers want them; all others are shown as well.
  @MainActor public final class GTKMediaDisplay: MediaDisplay {
    /// How pictures fill the area; `contain` by default.
    public var contentMode = ContentFit.contain { didSet { area.redraw() } }
    /// The radius of the corners, in points; 0 by default.
    public var cornerRadius = 0.0 { didSet { area.redraw() } }
    /// The ground under a picture that does not fill the area, or has not come; `nil`, the default, draws none.
    public var ground: CardColor? { didSet { area.redraw() } }
    /// The size in points for which pictures are decoded; `nil`, the default, is that which GTK has allocated last. To be
    /// set by who knows it before GTK does.
    public var size: LayoutSize?
    /// What screen readers call the picture; `nil`, the default, makes it mere decoration.
    public var accessibleName: String? {
      didSet { if accessibleName != oldValue { widget.setAccessibleName(accessibleName ?? "") } }
    }
    /// The picture that is shown, as it was given to GTK; `nil` while none is.
    public var shownPixels: PixelBuffer? { content?.pixels }
    /// Whether a placeholder stands over it.
    public var hasPlaceholder: Bool { placeholder != nil }

    private let area: AreaWidget
    private var allocated: LayoutSize?
    private var content: PixelTexture?
    private var placeholder: PlaceholderView?
    /// The texture of the placeholder's pixels.
    private var cover: PixelTexture?

    /// Creates an empty area.
    public init() {
      area = AreaWidget(role: GTK_ACCESSIBLE_ROLE_IMG)
      area.onAllocate = { [weak self] size in self?.allocated = size }
      area.onSnapshot = { [weak self] snapshot, size in self?.draw(on: snapshot, size) }
    }

    /// The widget, to be put into the program's own.
    public var widget: UnsafeMutablePointer<GtkWidget> { area.widget }

    /// The size of the area in pixels: its size in points times the scale factor of its window.
    public var pixelSize: PixelSize? {
      guard let size = size ?? allocated, size.width > 0, size.height > 0 else { return nil }
      return PixelSize(
        width: max(1, Int((min(size.width, 1e5) * scale).rounded())),
        height: max(1, Int((min(size.height, 1e5) * scale).rounded())))
    }

    private var scale: Double { Double(max(1, gtk_widget_get_scale_factor(widget))) }

    // MARK: MediaDisplay

    /// See ``MediaDisplay/show(_:)``. A video is shown by the program's own player.
    public func show(_ content: MediaContent) {
      switch content {
      case .empty, .video: self.content = nil
      case .preview(let preview): self.content = texture(of: preview.pixels, instead: self.content)
      case .image(let image): self.content = texture(of: image.pixels, instead: self.content)
      }
      area.redraw()
    }

    /// See ``MediaDisplay/install(_:)``.
    public func install(_ placeholder: PlaceholderView) {
      self.placeholder = placeholder
      update(placeholder)
    }

    /// See ``MediaDisplay/update(_:)``.
    public func update(_ placeholder: PlaceholderView) {
      guard placeholder === self.placeholder else { return }
      cover = placeholder.pixels.map { texture(of: $0, instead: cover) }
      area.redraw()
    }

    /// See ``MediaDisplay/uninstall(_:)``.
    public func uninstall(_ placeholder: PlaceholderView) {
      guard placeholder === self.placeholder else { return }
      self.placeholder = nil
      cover = nil
      area.redraw()
    }

    private func texture(of pixels: PixelBuffer, instead former: PixelTexture?) -> PixelTexture {
      if let former, former.pixels === pixels { return former }
      return PixelTexture(pixels)
    }

    // MARK: Drawing

    private func draw(on snapshot: OpaquePointer, _ size: LayoutSize) {
      let bounds = LayoutRect(x: 0, y: 0, width: size.width, height: size.height)
      guard content != nil || placeholder != nil || ground != nil, size.width > 0, size.height > 0 else {
        return
      }
      // All of it within one edge, else what is below would shine through around the corners.
      snapshot.clip(to: bounds, radius: cornerRadius)
      if let ground, !hidesGround { snapshot.fill(bounds, radius: 0, with: area.color(ground)) }
      if let content {
        snapshot.draw(content, in: contentMode.frame(of: content.pixels.size, in: size, scale: scale))
      }
      if let placeholder { draw(placeholder, on: snapshot, size) }
      gtk_snapshot_pop(snapshot)
    }

    /// Whether an opaque picture fills the area.
    private var hidesGround: Bool {
      guard let content, content.pixels.isOpaque else { return false }
      return contentMode == .cover || contentMode == .fill
    }

    private func draw(_ placeholder: PlaceholderView, on snapshot: OpaquePointer, _ size: LayoutSize) {
      let isFading = placeholder.alpha < 1
      if isFading { gtk_snapshot_push_opacity(snapshot, max(0, placeholder.alpha)) }
      if case .color(let color) = placeholder.content {
        snapshot.fill(LayoutRect(x: 0, y: 0, width: size.width, height: size.height), with: color)
      } else if let cover {
        let mode: ContentFit =
          switch placeholder.content {
          case .blurHash, .thumbHash: .fill
          case .preview: contentMode
          case .bare, .color, .image: placeholder.contentMode
          }
        snapshot.draw(cover, in: mode.frame(of: cover.pixels.size, in: size, scale: scale))
      }
      if isFading { gtk_snapshot_pop(snapshot) }
    }
  }
#endif
