internal import CImageCodecs

/// Decodes a PNG file that comes in pieces.
///
/// Only chunks that the picture needs reach libpng: what others ask for costs no memory. Rows are reduced as they
/// come; an interlaced picture is held whole until its last pass.
internal final class PNGPushDecoder {
  /// Compressed bytes inflated by one call; a decode can be stopped between two such calls.
  private static let bytesPerStep = 16 << 10
  /// Rows of a complete frame that are handed on between two looks at the cancellation.
  private static let rowsPerStep = 32

  private let context: DecodeContext
  private let png: OpaquePointer
  private var walker: PNGChunkWalker
  private var info: ImageInfo?
  private var hasAlpha = false
  private var writer: PictureWriter?
  private var frame: PixelStorage?
  private var isInterlaced = false
  private var rowsReported = 0
  private var rowsBeforeChunk = 0
  private var isChunkDamaged = false
  private var passesShown: UInt32 = 0
  private var previewCount = 0
  private var iccProfile: [UInt8]?
  private var warnings: [String] = []

  init(context: DecodeContext) throws(CodecError) {
    self.context = context
    let limits = context.options.limits
    walker = PNGChunkWalker(limits: limits)
    let created = cimage_png_create(
      cimage_png_limits(
        width: UInt32(clamping: limits.maximumSide), height: UInt32(clamping: limits.maximumSide),
        chunk_bytes: UInt32(clamping: limits.maximumMetadataBytes)),
      context.options.pixelFormat == .bgra8)
    guard let created else { throw .outOfMemory }
    png = created
  }

  deinit { cimage_png_destroy(png) }

  private var report: UnsafePointer<cimage_report> { cimage_png_report(png) }

  // MARK: Input

  func feed(
    _ bytes: UnsafeRawBufferPointer, onEvent: (DecodeEvent) -> Void
  ) throws(CodecError) -> DecodedImage? {
    do throws(CodecError) {
      try walk(bytes, onEvent: onEvent)
    } catch {
      return try partialResult(error)
    }
    if walker.hasEnded {
      guard rows == info?.storedSize.height else {
        return try partialResult(.corrupt("not enough picture data"))
      }
      return try result(goodRows: nil)
    }
    try showPreview(onEvent: onEvent)
    return nil
  }

  func finish(onEvent: (DecodeEvent) -> Void) throws(CodecError) -> DecodedImage? {
    guard let height = info?.storedSize.height else {
      return try partialResult(.truncated("the file ends before its picture data"))
    }
    return try partialResult(
      .truncated(rows == height ? "the end chunk is missing" : "the file ends after row \(rows) of \(height)")
    )
  }

  private func walk(
    _ bytes: UnsafeRawBufferPointer, onEvent: (DecodeEvent) -> Void
  ) throws(CodecError) {
    var offset = 0
    while offset < bytes.count, !walker.hasEnded {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
      let count: Int
      switch try walker.next(rest) {
      case .signature(let part):
        count = part
        try read(rest, count: part, onEvent: onEvent)
      case .head(let chunk, let part):
        count = part
        if let chunk { try begin(chunk, onEvent: onEvent) }
      case .body(let chunk, let part), .checksum(let chunk, let part, _):
        count = part
        if walker.isNeeded(chunk) { try read(rest, count: part, onEvent: onEvent) }
      }
      offset += count
    }
  }

  private func begin(_ chunk: PNGChunkWalker.Chunk, onEvent: (DecodeEvent) -> Void) throws(CodecError) {
    guard walker.isNeeded(chunk) else { return }
    rowsBeforeChunk = rows
    if chunk.type == PNGChunkWalker.idat, walker.hasLeftData, rows != info?.storedSize.height {
      throw .corrupt("the data chunks are not consecutive")
    }
    let head = walker.headBytes
    try head.withUnsafeBufferPointer { (head) throws(CodecError) -> Void in
      try read(UnsafeRawBufferPointer(head), count: head.count, onEvent: onEvent)
    }
    if chunk.type == PNGChunkWalker.idat, info == nil { try readHeader(onEvent: onEvent) }
  }

  private func read(
    _ bytes: UnsafeRawBufferPointer, count: Int, onEvent: (DecodeEvent) -> Void
  ) throws(CodecError) {
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    var offset = 0
    while offset < count {
      try context.checkCancellation()
      let step = min(Self.bytesPerStep, count - offset)
      let status = cimage_png_feed(png, start + offset, step)
      offset += step
      reportRows(onEvent: onEvent)
      if status == CIMAGE_FAILED || report.pointee.lost_count > 0 {
        isChunkDamaged = true
        throw CodecReport.loss(report) ?? CodecReport.failure(report)
      }
    }
  }

  /// Called with the head of the first data chunk, before any row can come.
  private func readHeader(onEvent: (DecodeEvent) -> Void) throws(CodecError) {
    var header = cimage_png_header()
    guard cimage_png_has_header(png, &header), var known = walker.info,
      known.storedSize == PixelSize(width: Int(header.width), height: Int(header.height))
    else { throw .corrupt("the header is not where its chunks say") }
    known.hasAlpha = header.has_alpha
    info = known
    hasAlpha = header.has_alpha
    isInterlaced = header.is_interlaced
    readProfile()
    onEvent(.info(known))
    let writer = try context.writer(for: context.plan(for: known, canScale: false), hasAlpha: hasAlpha)
    self.writer = writer
    if isInterlaced, !writer.isDirect || context.options.makesPreviews {
      let storage = try PixelStorage(size: known.storedSize, pool: context.pool)
      cimage_png_set_frame(png, storage.base.assumingMemoryBound(to: UInt8.self), known.storedSize.width * 4)
      frame = consume storage
    } else if writer.isDirect {
      let (first, stride) = writer.directRow(0)
      cimage_png_set_frame(png, first, stride)
    } else {
      // The writer outlives every call of libpng: both belong to this object.
      cimage_png_set_row_function(
        png,
        { context, row, _ in Unmanaged<PictureWriter>.fromOpaque(context).takeUnretainedValue().push(row) },
        Unmanaged.passUnretained(writer).toOpaque())
    }
  }

  private func readProfile() {
    var count: UInt32 = 0
    guard let bytes = cimage_png_profile(png, &count) else { return }
    let profile = Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    if ICCSegments.isPlausible(profile) {
      iccProfile = profile
    } else {
      warnings.append("ICC profile dropped: its header is invalid")
    }
  }

  private var rows: Int { Int(cimage_png_rows(png)) }

  private func reportRows(onEvent: (DecodeEvent) -> Void) {
    guard let writer, !isInterlaced else { return }
    if writer.isDirect { writer.commitDirect(upTo: rows) }
    guard writer.completeRows > rowsReported else { return }
    rowsReported = writer.completeRows
    onEvent(.rows(rowsReported))
  }

  // MARK: Results

  /// Hands the rows of the frame to a writer.
  private func write(rows count: Int, to writer: PictureWriter) throws(CodecError) {
    guard let frame = frame?.base.assumingMemoryBound(to: UInt8.self), let info else { return }
    for y in 0..<count {
      if y % Self.rowsPerStep == 0 { try context.checkCancellation() }
      writer.push(frame + y * info.storedSize.width * 4)
    }
  }

  private func showPreview(onEvent: (DecodeEvent) -> Void) throws(CodecError) {
    let passes = cimage_png_passes(png)
    guard context.options.makesPreviews, isInterlaced, passes > passesShown, passes < 7, let info,
      previewCount < DecodeContext.maximumPreviews
    else { return }
    passesShown = passes
    previewCount += 1
    let preview = try context.writer(for: context.plan(for: info, canScale: false), hasAlpha: hasAlpha)
    try write(rows: info.storedSize.height, to: preview)
    if let pixels = preview.finish() { onEvent(.preview(pixels)) }
  }

  /// The result of a file that `error` has cut short, where that is wanted and there is one.
  private func partialResult(_ error: CodecError) throws(CodecError) -> DecodedImage? {
    guard context.options.allowsPartial, error != .cancelled, error != .outOfMemory else { throw error }
    // Damage shows later than it begins, and a checksum covers a whole chunk: none of the chunk is trusted.
    let good = isChunkDamaged ? min(rows, rowsBeforeChunk) : rows
    guard info != nil, good > 0 else { throw error }
    warnings.append(error.description)
    return try result(goodRows: good)
  }

  private func result(goodRows: Int?) throws(CodecError) -> DecodedImage? {
    guard let info, let writer else { throw .corrupt("no picture was started") }
    if isInterlaced {
      let count = goodRows ?? info.storedSize.height
      if frame != nil { try write(rows: count, to: writer) } else { writer.commitDirect(upTo: count) }
    }
    let complete = goodRows.map { writer.completeRows(of: $0) }
    guard let pixels = writer.finish() else { throw .outOfMemory }
    return DecodedImage(
      pixels: pixels, info: info, iccProfile: iccProfile,
      warnings: warnings + CodecReport.notes(report) + walker.damagedChunks,
      goodRows: complete == writer.plan.outputSize.height ? nil : complete)
  }
}
