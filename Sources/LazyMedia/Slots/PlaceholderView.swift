public import MediaCodecs

/// What a placeholder shows.
public enum Placeholder: Sendable {
  /// Nothing of its own: the toolkit's bare area.
  case bare
  /// A colour.
  case color(PixelColor)
  /// A picture of the program.
  case image(PixelBuffer)
  /// The blur that a BlurHash tells, stretched to the area.
  case blurHash(BlurHash)
  /// The blur that a ThumbHash tells.
  case thumbHash(ThumbHash)
  /// The picture itself, in the coarse form that a progressive file gives early; bare until then.
  case preview
}

/// A placeholder over a slot's content, as a model that a toolkit mirrors. Each call that shows one makes a fresh view.
@MainActor public final class PlaceholderView {
  /// What it shows; `bare` by default.
  public var content = Placeholder.bare {
    didSet {
      blur = nil
      changed()
    }
  }
  /// How an image fills the area; `cover` by default.
  public var contentMode = ContentFit.cover { didSet { changed() } }
  /// Whether what stands over the area is cut off; `true` by default.
  public var clipsToBounds = true { didSet { changed() } }
  /// How opaque it is, 0 to 1; 1 by default. A removal handler may fade it.
  public var alpha = 1.0 { didSet { changed() } }
  /// The picture's latest preview, for ``Placeholder/preview``.
  public internal(set) var preview: MediaPreview? { didSet { changed() } }

  /// The pixels to draw: the picture of the program, the picture's preview, or the blur of a hash, which is small, to be
  /// stretched smoothly; `nil` where there is nothing to draw, or a colour alone.
  public var pixels: PixelBuffer? {
    switch content {
    case .bare, .color: return nil
    case .image(let pixels): return pixels
    case .preview: return preview?.pixels
    case .blurHash(let hash):
      if blur == nil { blur = try? hash.pixels(size: PixelSize(width: 32, height: 32)) }
    case .thumbHash(let hash):
      if blur == nil { blur = try? hash.pixels() }
    }
    return blur
  }

  private var blur: PixelBuffer?

  /// The slot that it covers, while it does.
  weak var slot: MediaSlot?

  init() {}

  /// Whether it covers a slot.
  public var isInstalled: Bool { slot != nil }

  private func changed() {
    slot?.placeholderChanged(self)
  }
}
