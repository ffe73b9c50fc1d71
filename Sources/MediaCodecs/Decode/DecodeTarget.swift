/// How a picture fills the box that it is decoded for. The words mean what they mean in CSS `object-fit`
/// (CSS Images Module Level 3, section 5.5).
public enum ContentFit: String, Hashable, Sendable, CaseIterable {
  /// The whole picture, aspect kept, inside the box.
  case contain
  /// The box filled, aspect kept, what stands over cut off evenly on both sides.
  case cover
  /// The box filled exactly, aspect not kept.
  case fill
  /// The picture at its own size, its middle in that of the box, what stands over cut off evenly on both sides.
  case center
}

/// The box that a picture is decoded for.
public struct DecodeTarget: Hashable, Sendable {
  /// The box, in pixels, as displayed (after orientation).
  public var size: PixelSize
  /// How the picture fills the box; `contain` by default.
  public var fit: ContentFit
  /// Whether a picture smaller than the box is enlarged; `false` by default.
  public var allowsUpscaling: Bool

  /// Creates a target.
  public init(size: PixelSize, fit: ContentFit = .contain, allowsUpscaling: Bool = false) {
    self.size = size
    self.fit = fit
    self.allowsUpscaling = allowsUpscaling
  }
}
