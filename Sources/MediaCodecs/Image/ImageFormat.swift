/// A format, as sniffed from the first bytes of a file, never from its name.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
  case jpeg, png
  case webp, gif, avif, heif, jpegXL, bmp, tiff, ico, svg, html
  case mp4, webm

  /// Whether this build decodes the format.
  public var isDecodable: Bool { self == .jpeg || self == .png }
}
