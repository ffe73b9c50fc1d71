private import Synchronization

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

/// A decoder that is fed a file in pieces of any length. Used by one thread at a time.
///
/// Pixels at full size are those of `djpeg` (libjpeg-turbo: accurate transform, smooth upsampling) and of libpng's
/// expansion to 8-bit RGBA; no color management is done. How a file is cut into pieces changes nothing in
/// the result. A piece is read where it lies: of a whole file that comes in one piece, no copy is made.
public final class PushDecoder {
  private enum State {
    case sniffing([UInt8])
    case jpeg(JPEGPushDecoder)
    case png(PNGPushDecoder)
    case ended
  }

  private let context: DecodeContext
  private var state = State.sniffing([])
  private var byteCount = 0

  /// Creates a decoder; the format is found from the first bytes.
  public init(
    options: DecodeOptions = DecodeOptions(), pool: PixelBufferPool = .shared,
    cancellation: DecodeCancellation? = nil
  ) {
    context = DecodeContext(options: options, pool: pool, cancellation: cancellation)
  }

  /// Takes the next bytes of the file, calls `onEvent` for what they bring.
  /// After an error, or after `.finished`, further calls do nothing.
  public func feed(_ bytes: RawSpan, onEvent: (DecodeEvent) -> Void) throws(CodecError) {
    try bytes.withUnsafeBytes { (bytes) throws(CodecError) -> Void in
      try ending { () throws(CodecError) -> DecodedImage? in
        try feed(bytes, isComplete: false, onEvent: onEvent)
      } onEvent: {
        onEvent($0)
      }
    }
  }

  /// Says that the file has ended: brings `.finished` if it has not come yet, or throws.
  public func finish(onEvent: (DecodeEvent) -> Void) throws(CodecError) {
    try ending { () throws(CodecError) -> DecodedImage? in
      if case .sniffing = state {
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        if let image = try feed(nothing, isComplete: true, onEvent: onEvent) { return image }
      }
      switch state {
      case .sniffing: throw .empty
      case .jpeg(let decoder): return try decoder.finish(onEvent: onEvent)
      case .png(let decoder): return try decoder.finish(onEvent: onEvent)
      case .ended: return nil
      }
    } onEvent: {
      onEvent($0)
    }
  }

  /// Runs a step, and lets go of everything when it brought the result or an error.
  private func ending(
    _ step: () throws(CodecError) -> DecodedImage?, onEvent: (DecodeEvent) -> Void
  ) throws(CodecError) {
    do throws(CodecError) {
      guard let image = try step() else { return }
      state = .ended
      onEvent(.finished(image))
    } catch {
      state = .ended
      throw error
    }
  }

  private func feed(
    _ bytes: UnsafeRawBufferPointer, isComplete: Bool, onEvent: (DecodeEvent) -> Void
  ) throws(CodecError) -> DecodedImage? {
    if case .ended = state { return nil }
    try context.checkCancellation()
    let limit = context.options.limits.maximumBytes
    let allowed = UnsafeRawBufferPointer(rebasing: bytes.prefix(max(0, limit - byteCount)))
    byteCount += allowed.count
    if let image = try feedAllowed(allowed, isComplete: isComplete, onEvent: onEvent) { return image }
    guard allowed.count == bytes.count else {
      throw .limitExceeded("compressed bytes: more than \(limit)")
    }
    return nil
  }

  private func feedAllowed(
    _ bytes: UnsafeRawBufferPointer, isComplete: Bool, onEvent: (DecodeEvent) -> Void
  ) throws(CodecError) -> DecodedImage? {
    switch state {
    case .sniffing(let head): return try sniff(head, bytes, isComplete: isComplete, onEvent: onEvent)
    case .jpeg(let decoder): return try decoder.feed(bytes, onEvent: onEvent)
    case .png(let decoder): return try decoder.feed(bytes, onEvent: onEvent)
    case .ended: return nil
    }
  }

  private func sniff(
    _ head: [UInt8], _ bytes: UnsafeRawBufferPointer, isComplete: Bool, onEvent: (DecodeEvent) -> Void
  ) throws(CodecError) -> DecodedImage? {
    if head.isEmpty { try DecodePlan.check(context.options.target, limits: context.options.limits) }
    let format: ImageFormat
    let prefix = head + bytes.prefix(max(0, ImageFormat.sniffedBytes - head.count))
    switch prefix.withUnsafeBytes({ ImageFormat.sniff($0, isComplete: isComplete) }) {
    case .needsMore:
      state = .sniffing(prefix)
      return nil
    case .unknown(let what): throw prefix.isEmpty ? .empty : .notAnImage(what)
    case .format(let known): format = known
    }
    switch format {
    case .jpeg: state = .jpeg(try JPEGPushDecoder(context: context))
    case .png: state = .png(try PNGPushDecoder(context: context))
    default: throw .unsupportedFormat(format)
    }
    if !head.isEmpty {
      let image = try head.withUnsafeBufferPointer { (head) throws(CodecError) -> DecodedImage? in
        try feedAllowed(UnsafeRawBufferPointer(head), isComplete: false, onEvent: onEvent)
      }
      if let image { return image }
    }
    return bytes.isEmpty ? nil : try feedAllowed(bytes, isComplete: false, onEvent: onEvent)
  }
}
