internal import CImageCodecs
internal import Glibc

/// Writes pixels as a JPEG file.
public struct JPEGEncoder: Sendable {
  /// How much coarser colour is stored than brightness.
  public enum Subsampling: String, Hashable, Sendable, CaseIterable {
    /// As fine as brightness (4:4:4).
    case none
    /// Half as fine across (4:2:2).
    case horizontal
    /// Half as fine both ways (4:2:0).
    case both
  }

  /// Quality, 1 to 100; 90 by default. Values outside are taken as the nearest of these.
  public var quality: Int = 90
  /// Whether several scans are written, coarse first; `false` by default.
  public var isProgressive: Bool = false
  /// How colour is subsampled; `both` by default.
  public var subsampling: Subsampling = .both

  /// Creates an encoder.
  public init() {}

  /// The file; alpha is blended over white; an ICC profile is embedded where given.
  ///
  /// Throws ``CodecError/invalidTarget(_:)`` for sides over 65,500 pixels, which JPEG cannot hold.
  public func encode(_ pixels: PixelBuffer, iccProfile: [UInt8]? = nil) throws(CodecError) -> [UInt8] {
    guard pixels.size.width <= 65_500, pixels.size.height <= 65_500 else { throw .invalidTarget(pixels.size) }
    let opaque = try pixels.overWhite()
    let encoding = cimage_jpeg_encoding(
      width: UInt32(opaque.size.width), height: UInt32(opaque.size.height), stride: opaque.bytesPerRow,
      bgra: opaque.format == .bgra8, quality: Int32(min(100, max(1, quality))), progressive: isProgressive,
      horizontal_sampling: subsampling == .none ? 1 : 2, vertical_sampling: subsampling == .both ? 2 : 1)
    return try EncodedFile.collect(opaque, iccProfile) { rows, profile, count, bytes, size, report in
      cimage_jpeg_encode(encoding, rows, profile, count, bytes, size, report)
    }
  }
}

extension PixelBuffer {
  fileprivate func overWhite() throws(CodecError) -> PixelBuffer {
    if isOpaque { return self }
    let mode = alphaMode
    return try PixelBuffer(size: size, format: format, alphaMode: mode, isOpaque: true) { target in
      self.withUnsafeBytes { target.copyMemory(from: $0) }
      guard let start = target.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      PixelRows.blendOverWhite(start, count: target.count / 4, alphaMode: mode)
    }
  }
}
