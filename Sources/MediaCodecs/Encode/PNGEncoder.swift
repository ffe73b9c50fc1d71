internal import CImageCodecs
internal import Glibc

/// Writes pixels as a PNG file.
public struct PNGEncoder: Sendable {
  /// zlib's level, 0 to 9; 6 by default. Values outside are taken as the nearest of these.
  public var compressionLevel: Int = 6
  /// Whether the file is interlaced (Adam7); `false` by default.
  public var isInterlaced: Bool = false

  /// Creates an encoder.
  public init() {}

  /// The file: RGBA, or RGB where every pixel is opaque; an ICC profile is embedded where given.
  ///
  /// Throws ``CodecError/corrupt(_:)`` for a profile that libpng refuses.
  public func encode(_ pixels: PixelBuffer, iccProfile: [UInt8]? = nil) throws(CodecError) -> [UInt8] {
    let isOpaque = pixels.isOpaque || pixels.hasOnlyOpaquePixels
    let straight = isOpaque ? pixels : try pixels.converted(to: pixels.format, alphaMode: .straight)
    let encoding = cimage_png_encoding(
      width: UInt32(straight.size.width), height: UInt32(straight.size.height), stride: straight.bytesPerRow,
      bgra: straight.format == .bgra8, has_alpha: !isOpaque, interlaced: isInterlaced,
      level: Int32(min(9, max(0, compressionLevel))))
    return try EncodedFile.collect(straight, iccProfile) { rows, profile, count, bytes, size, report in
      cimage_png_encode(encoding, rows, profile, count, bytes, size, report)
    }
  }
}

extension PixelBuffer {
  fileprivate var hasOnlyOpaquePixels: Bool {
    withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return true }
      return PixelRows.areOpaque(start, count: bytes.count / 4)
    }
  }
}
