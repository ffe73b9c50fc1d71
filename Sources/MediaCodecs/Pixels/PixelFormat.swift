/// The order of the four 8-bit channels of a pixel in memory.
public enum PixelFormat: String, Hashable, Sendable, CaseIterable {
  /// Red, green, blue, alpha.
  case rgba8
  /// Blue, green, red, alpha: what Cairo and most compositors on little-endian machines take.
  case bgra8
}

/// How colour relates to alpha in a pixel.
public enum AlphaMode: String, Hashable, Sendable, CaseIterable {
  /// Colour is independent of alpha, as PNG stores it.
  case straight
  /// Colour was multiplied by alpha, as compositors take it.
  case premultiplied
}
