internal import CImageCodecs

/// Decodes a JPEG file that comes in pieces.
///
/// A file of one scan gives rows as its bytes come. Of a file of several scans, coefficients are decoded as bytes
/// come, and the rows are made at the end.
internal final class JPEGPushDecoder {
  private enum Stage { case header, scans, rows, end }

  /// Rows made by one call of libjpeg; a decode can be stopped between two such calls.
  private static let rowsPerStep = 32
  /// Rows of blocks decoded by one call, where no rows are made yet.
  private static let blockRowsPerStep: UInt32 = 16

  private let context: DecodeContext
  private let jpeg: OpaquePointer
  private var walker: JPEGSegmentWalker
  private var tail = JPEGInputTail()
  /// The data of a file with arithmetic coding, whose decoder cannot wait in the middle.
  private var held: [UInt8] = []
  private var stage = Stage.header
  private var info: ImageInfo?
  private var plan: DecodePlan?
  private var writer: PictureWriter?
  private var band: PixelStorage?
  private var hasSeveralScans = false
  private var rowsRead = 0
  private var scansCompleted: UInt32 = 0
  private var scansShown: UInt32 = 0
  private var previewCount = 0

  init(context: DecodeContext) throws(CodecError) {
    self.context = context
    let limits = context.options.limits
    walker = JPEGSegmentWalker(limits: limits, collectsProfile: true)
    let created = cimage_jpeg_create(
      cimage_jpeg_limits(
        // Two bytes a coefficient of each of four components, and room for tables and rows.
        memory_bytes: Int64(min(max(limits.maximumPixels, 0), 1 << 40)) * 8 + 32 << 20,
        scans: UInt32(clamping: limits.maximumScans),
        scan_blocks: UInt64(max(limits.maximumPixels, 0)) / 2 + 1024))
    guard let created else { throw .outOfMemory }
    jpeg = created
  }

  deinit { cimage_jpeg_destroy(jpeg) }

  private var report: UnsafePointer<cimage_report> { cimage_jpeg_report(jpeg) }

  // MARK: Input

  func feed(
    _ bytes: UnsafeRawBufferPointer, onEvent: (DecodeEvent) -> Void
  ) throws(CodecError) -> DecodedImage? {
    var offset = 0
    // Up to the first scan, libjpeg gets what the walker has passed: the same file fails in the same way however
    // it is cut.
    while !walker.isDone, offset < bytes.count {
      let start = offset
      var fault: CodecError?
      do throws(CodecError) {
        try walker.walk(bytes, offset: &offset)
      } catch {
        fault = error
      }
      let part = UnsafeRawBufferPointer(rebasing: bytes[start..<offset])
      if let image = try decode(part, isEnd: false, onEvent: onEvent) { return image }
      if let fault { throw fault }
      if info == nil, let frame = walker.frame {
        let known = ImageInfo(
          format: .jpeg, storedSize: frame.size, orientation: walker.orientation,
          isProgressive: frame.isProgressive)
        info = known
        onEvent(.info(known))
      }
    }
    guard offset < bytes.count else { return nil }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
    if walker.frame?.isArithmetic == true {
      held.append(contentsOf: rest)
      return nil
    }
    return try decode(rest, isEnd: false, onEvent: onEvent)
  }

  func finish(onEvent: (DecodeEvent) -> Void) throws(CodecError) -> DecodedImage? {
    if walker.frame?.isArithmetic == true, walker.isDone { return try decodeHeld(onEvent: onEvent) }
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    // What waited for more bytes, because it was tried too often, is tried with all that came.
    if let image = try decode(nothing, isEnd: false, onEvent: onEvent) { return image }
    guard context.options.allowsPartial, stage != .header else { throw .truncated(endDescription) }
    if let image = try decode(nothing, isEnd: true, onEvent: onEvent) { return image }
    throw .truncated(endDescription)
  }

  /// Decodes all that was held back, as the whole of what there is.
  private func decodeHeld(onEvent: (DecodeEvent) -> Void) throws(CodecError) -> DecodedImage? {
    held = tail.take() + held
    let jpeg = jpeg
    defer { cimage_jpeg_set_input(jpeg, nil, 0, false) }
    let held = held
    let image = try held.withUnsafeBufferPointer { (bytes) throws(CodecError) -> DecodedImage? in
      cimage_jpeg_set_input(jpeg, bytes.baseAddress, bytes.count, true)
      return try advance(onEvent: onEvent)
    }
    guard let image else { throw .truncated(endDescription) }
    return image
  }

  private var endDescription: String {
    guard let info, stage != .header else { return "the file ends before its first scan" }
    if hasSeveralScans { return "the file ends after \(scansCompleted) complete scans" }
    let height = plan?.sourceSize.height ?? info.storedSize.height
    return rowsRead == height
      ? "the end marker is missing" : "the file ends after row \(rowsRead) of \(height)"
  }

  private func decode(
    _ bytes: UnsafeRawBufferPointer, isEnd: Bool, onEvent: (DecodeEvent) -> Void
  ) throws(CodecError) -> DecodedImage? {
    let jpeg = jpeg
    // The bytes belong to the caller: libjpeg must not hold them any longer than this call.
    defer { cimage_jpeg_set_input(jpeg, nil, 0, false) }
    return try tail.feed(bytes, forced: isEnd || bytes.isEmpty) {
      (part) throws(CodecError) -> (unread: Int, result: DecodedImage?) in
      cimage_jpeg_set_input(jpeg, part.baseAddress?.assumingMemoryBound(to: UInt8.self), part.count, isEnd)
      let image = try advance(onEvent: onEvent)
      return (isEnd ? 0 : cimage_jpeg_unread(jpeg), image)
    }
  }

  // MARK: Stages

  /// Goes as far as the bytes reach.
  private func advance(onEvent: (DecodeEvent) -> Void) throws(CodecError) -> DecodedImage? {
    while true {
      try context.checkCancellation()
      let isMoreNeeded =
        switch stage {
        case .header: try readHeader()
        case .scans: try readScans(onEvent: onEvent)
        case .rows: try readRows(onEvent: onEvent)
        case .end: false
        }
      if isMoreNeeded { return nil }
      if stage == .end { return try result() }
    }
  }

  /// Whether more bytes are needed; throws for a failure, and for lost data unless a part is enough.
  private func needsMore(_ status: cimage_status) throws(CodecError) -> Bool {
    // A loss came before the failure that it may have led to.
    if !context.options.allowsPartial, let loss = CodecReport.loss(report) { throw loss }
    if status == CIMAGE_FAILED { throw CodecReport.failure(report) }
    return status == CIMAGE_MORE
  }

  private func readHeader() throws(CodecError) -> Bool {
    var frame = cimage_jpeg_frame()
    if try needsMore(cimage_jpeg_read_header(jpeg, &frame)) { return true }
    guard let info, info.storedSize == PixelSize(width: Int(frame.width), height: Int(frame.height)) else {
      throw .corrupt("the frame header is not where its segments say")
    }
    let plan = context.plan(for: info, canScale: true)
    var width: UInt32 = 0
    var height: UInt32 = 0
    let isBGRA = context.options.pixelFormat == .bgra8
    if try needsMore(cimage_jpeg_start(jpeg, UInt32(plan.eighths), isBGRA, &width, &height)) { return true }
    guard plan.sourceSize == PixelSize(width: Int(width), height: Int(height)) else {
      throw .corrupt("the decoder's size is \(width)x\(height), not \(plan.sourceSize)")
    }
    self.plan = plan
    hasSeveralScans = frame.has_multiple_scans
    if hasSeveralScans {
      stage = .scans
    } else {
      writer = try context.writer(for: plan, hasAlpha: false)
      stage = .rows
    }
    return false
  }

  private func readScans(onEvent: (DecodeEvent) -> Void) throws(CodecError) -> Bool {
    var hasEnded = false
    let status = cimage_jpeg_consume(jpeg, Self.blockRowsPerStep, &scansCompleted, &hasEnded)
    if try needsMore(status) {
      try showPreview(onEvent: onEvent)
      return true
    }
    guard hasEnded, let plan else { return false }
    _ = try needsMore(cimage_jpeg_start_output(jpeg, false))
    writer = try context.writer(for: plan, hasAlpha: false)
    stage = .rows
    return false
  }

  private func readRows(onEvent: (DecodeEvent) -> Void) throws(CodecError) -> Bool {
    guard let writer, let plan else { throw .corrupt("no rows were started") }
    if rowsRead < plan.sourceSize.height {
      do throws(CodecError) {
        let before = writer.completeRows
        let isMoreNeeded = try needsMore(readRows(into: writer, from: &rowsRead, of: plan))
        if writer.completeRows > before { onEvent(.rows(writer.completeRows)) }
        return isMoreNeeded
      } catch {
        guard canEndEarly(error) else { throw error }
        stage = .end
        return false
      }
    }
    if !hasSeveralScans {
      do throws(CodecError) {
        if try needsMore(cimage_jpeg_finish(jpeg)) { return true }
      } catch {
        guard canEndEarly(error) else { throw error }
      }
    }
    stage = .end
    return false
  }

  /// Whether the rows so far are worth having after a failure.
  private func canEndEarly(_ error: CodecError) -> Bool {
    context.options.allowsPartial && error != .cancelled && error != .outOfMemory && rowsRead > 0
  }

  /// One step: as many rows as libjpeg gives in one call.
  private func readRows(
    into writer: PictureWriter, from row: inout Int, of plan: DecodePlan
  ) throws(CodecError) -> cimage_status {
    let wanted = UInt32(min(Self.rowsPerStep, plan.sourceSize.height - row))
    var got: UInt32 = 0
    let status: cimage_status
    if writer.isDirect {
      let (first, stride) = writer.directRow(row)
      status = cimage_jpeg_read_rows(jpeg, first, stride, wanted, &got)
      row += Int(got)
      writer.commitDirect(upTo: row)
    } else {
      let bytesPerRow = plan.sourceSize.width * 4
      let rows = try bandRows(bytesPerRow: bytesPerRow)
      status = cimage_jpeg_read_rows(jpeg, rows, bytesPerRow, wanted, &got)
      row += Int(got)
      for index in 0..<Int(got) { writer.push(rows + index * bytesPerRow) }
    }
    return status
  }

  private func bandRows(bytesPerRow: Int) throws(CodecError) -> UnsafeMutablePointer<UInt8> {
    if band == nil { band = try PixelStorage(byteCount: bytesPerRow * Self.rowsPerStep, pool: context.pool) }
    guard let base = band?.base else { throw .outOfMemory }
    return base.assumingMemoryBound(to: UInt8.self)
  }

  // MARK: Results

  /// Shows what the complete scans give; called when all bytes are used, so that later scans overtake earlier ones.
  private func showPreview(onEvent: (DecodeEvent) -> Void) throws(CodecError) {
    guard context.options.makesPreviews, info?.isProgressive == true, scansCompleted > scansShown, let plan,
      previewCount < DecodeContext.maximumPreviews
    else { return }
    scansShown = scansCompleted
    previewCount += 1
    if try needsMore(cimage_jpeg_start_output(jpeg, true)) { return }
    let writer = try context.writer(for: plan, hasAlpha: false)
    var row = 0
    while row < plan.sourceSize.height {
      try context.checkCancellation()
      if try needsMore(readRows(into: writer, from: &row, of: plan)) { break }
    }
    _ = try needsMore(cimage_jpeg_finish_output(jpeg))
    if let pixels = writer.finish() { onEvent(.preview(pixels)) }
  }

  private func result() throws(CodecError) -> DecodedImage? {
    guard let info, let plan, let writer else { throw .corrupt("no picture was started") }
    var goodRows: Int?
    let loss = CodecReport.loss(report)
    if loss != nil || rowsRead < plan.sourceSize.height {
      let reached = loss == nil ? rowsRead : min(rowsRead, Int(report.pointee.rows_before_loss))
      let rows = writer.completeRows(of: reached)
      if rows == 0, !hasSeveralScans { throw loss ?? CodecReport.failure(report) }
      goodRows = rows < plan.outputSize.height ? rows : nil
    }
    guard let pixels = writer.finish() else { throw .outOfMemory }
    let profile = walker.profile.profile()
    var warnings = CodecReport.notes(report)
    if let warning = profile.warning { warnings.append(warning) }
    if let loss { warnings.append(loss.description) }
    return DecodedImage(
      pixels: pixels, info: info, iccProfile: profile.bytes, warnings: warnings, goodRows: goodRows)
  }
}
