/// What a decoder makes of a file.
public struct DecodeOptions: Hashable, Sendable {
  /// The box to decode for; `nil` (the default) decodes at full size.
  public var target: DecodeTarget?
  /// The channel order of the result; `rgba8` by default.
  public var pixelFormat: PixelFormat
  /// The alpha mode of the result; `straight` by default.
  public var alphaMode: AlphaMode
  /// Whether EXIF orientation is applied; `true` by default.
  public var appliesOrientation: Bool
  /// Whether `.preview` events are made from progressive JPEG and interlaced PNG; `false` by default.
  public var makesPreviews: Bool
  /// Whether a truncated or damaged file gives its good rows instead of an error; `false` by default.
  public var allowsPartial: Bool
  /// What the file may ask for.
  public var limits: DecodeLimits

  /// Creates options.
  public init(
    target: DecodeTarget? = nil,
    pixelFormat: PixelFormat = .rgba8,
    alphaMode: AlphaMode = .straight,
    appliesOrientation: Bool = true,
    makesPreviews: Bool = false,
    allowsPartial: Bool = false,
    limits: DecodeLimits = DecodeLimits()
  ) {
    self.target = target
    self.pixelFormat = pixelFormat
    self.alphaMode = alphaMode
    self.appliesOrientation = appliesOrientation
    self.makesPreviews = makesPreviews
    self.allowsPartial = allowsPartial
    self.limits = limits
  }
}
