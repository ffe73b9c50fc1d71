import Synchronization

/// Tells a running decode to stop; read between row groups. May be set from any thread.
public final class DecodeCancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  /// Creates a cancellation that is not set.
  public init() {}

  /// Asks the decode to stop.
  public func cancel() { flag.store(true, ordering: .releasing) }

  /// Whether the decode was asked to stop.
  public var isCancelled: Bool { flag.load(ordering: .acquiring) }
}

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

/// A decoder that is fed a file in pieces of any length. Used by one thread at a time.
public final class PushDecoder {
  /// Creates a decoder; the format is found from the first bytes.
  public init(
    options: DecodeOptions = DecodeOptions(), pool: PixelBufferPool = .shared,
    cancellation: DecodeCancellation? = nil
  ) {}

  /// Takes the next bytes of the file, calls `onEvent` for what they bring.
  /// After an error, or after `.finished`, further calls do nothing.
  public func feed(_ bytes: RawSpan, onEvent: (DecodeEvent) -> Void) throws(CodecError) {}

  /// Says that the file has ended: brings `.finished` if it has not come yet, or throws.
  public func finish(onEvent: (DecodeEvent) -> Void) throws(CodecError) {}
}
