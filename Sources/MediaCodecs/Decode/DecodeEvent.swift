/// A finished image.
public struct DecodedImage: Sendable {
  /// The pixels.
  public var pixels: PixelBuffer
  /// What the head of the file told.
  public var info: ImageInfo
  /// The embedded ICC profile, or `nil`; it was not applied.
  public var iccProfile: [UInt8]?
  /// Cosmetic faults of the file, in words.
  public var warnings: [String]
  /// Good rows of `pixels`, in the order in which the file stores them; `nil` when all are good.
  ///
  /// Rows count from the stored top, also where orientation put that side elsewhere. Of a file that stores its
  /// picture in several scans, the rows count that the scan in which the loss happened had reached: all rows of
  /// such a picture may be coarser than the file would have made them.
  public var goodRows: Int?
}

/// What a decoder tells while bytes are fed.
public enum DecodeEvent: Sendable {
  /// The head is read. Once, first.
  case info(ImageInfo)
  /// So many rows of the result are complete.
  case rows(Int)
  /// An early, coarse form of the whole picture; never a result.
  case preview(PixelBuffer)
  /// The result. Once, last.
  case finished(DecodedImage)
}
