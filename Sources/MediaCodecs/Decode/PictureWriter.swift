internal import Glibc

/// Takes rows from a codec, in stored order, and makes the result of them: cut, resampled, oriented, alpha as wanted.
///
/// Where the rows are the result but for small changes, the codec writes them into the result itself.
internal final class PictureWriter {
  /// Rows that are turned together: as many pixels as fill a cache line.
  static let bandRows = 16

  let plan: DecodePlan
  private let format: PixelFormat
  private let alphaMode: AlphaMode
  private let hasAlpha: Bool
  private var storage: PixelStorage?
  private let base: UnsafeMutablePointer<UInt8>
  private let resampler: RowResampler?
  private let band: PixelStorage?
  private let bandBase: UnsafeMutablePointer<UInt8>?
  private var sourceRows = 0
  /// Rows of the result that were begun, and those of them that are in place.
  private var opened = 0
  private var written = 0

  init(
    plan: DecodePlan, format: PixelFormat, alphaMode: AlphaMode, hasAlpha: Bool, pool: PixelBufferPool
  ) throws(CodecError) {
    self.plan = plan
    self.format = format
    self.alphaMode = alphaMode
    self.hasAlpha = hasAlpha
    let storage = try PixelStorage(size: plan.outputSize, pool: pool)
    base = storage.base.assumingMemoryBound(to: UInt8.self)
    self.storage = consume storage
    resampler =
      plan.isExact
      ? nil
      : try RowResampler(
        sourceSize: plan.sourceSize, region: plan.region, outputSize: plan.outputSize, hasAlpha: hasAlpha,
        alphaMode: alphaMode, pool: pool)
    if plan.orientation.swapsAxes {
      let band = try PixelStorage(byteCount: plan.outputSize.width * 4 * Self.bandRows, pool: pool)
      bandBase = band.base.assumingMemoryBound(to: UInt8.self)
      self.band = consume band
    } else {
      bandBase = nil
      band = nil
    }
  }

  /// Rows of the result that are complete, in stored order.
  var completeRows: Int { written }

  /// Rows of the result that come of so many source rows alone.
  func completeRows(of sourceRows: Int) -> Int {
    if let resampler { return resampler.outputRows(of: sourceRows) }
    return max(0, min(sourceRows - Int(plan.region.y), plan.outputSize.height))
  }

  // MARK: Rows written by the codec

  /// Whether the codec writes source rows into the result.
  var isDirect: Bool { plan.isWhole && !plan.orientation.swapsAxes }

  /// Where source row `y` goes, and how far the next one lies from it.
  func directRow(_ y: Int) -> (row: UnsafeMutablePointer<UInt8>, stride: Int) {
    let bytesPerRow = plan.outputSize.width * 4
    return plan.orientation.isFlipped
      ? (base + (plan.outputSize.height - 1 - y) * bytesPerRow, -bytesPerRow)
      : (base + y * bytesPerRow, bytesPerRow)
  }

  /// Takes note that the codec has written the rows up to `end`.
  func commitDirect(upTo end: Int) {
    guard end > written else { return }
    if needsFinishing {
      for y in written..<end { finishRow(directRow(y).row) }
    }
    written = end
    opened = max(opened, end)
  }

  private var needsFinishing: Bool {
    plan.orientation.isMirrored || (hasAlpha && alphaMode == .premultiplied && resampler == nil)
  }

  private func finishRow(_ row: UnsafeMutablePointer<UInt8>) {
    let width = plan.outputSize.width
    if hasAlpha, alphaMode == .premultiplied, resampler == nil { PixelRows.premultiply(row, count: width) }
    if plan.orientation.isMirrored {
      PixelRows.reverse(UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt32.self), count: width)
    }
  }

  // MARK: Rows handed over

  /// Takes the next source row.
  func push(_ row: UnsafePointer<UInt8>) {
    let line = sourceRows - Int(plan.region.y)
    sourceRows += 1
    if let resampler {
      resampler.push(row) { _ in self.openRow() }
    } else if line >= 0, line < plan.outputSize.height {
      openRow().update(from: row + Int(plan.region.x) * 4, count: plan.outputSize.width * 4)
    }
    closeRows()
  }

  /// Where the next row of the result is written: in the result, or in the band that is turned later.
  private func openRow() -> UnsafeMutablePointer<UInt8> {
    opened += 1
    guard let band = bandBase else { return directRow(opened - 1).row }
    if opened - 1 - written == Self.bandRows { turnBand(rows: Self.bandRows) }
    return band + (opened - 1 - written) * plan.outputSize.width * 4
  }

  private func closeRows() {
    guard bandBase != nil else { return commitDirect(upTo: opened) }
    if opened - written == Self.bandRows { turnBand(rows: Self.bandRows) }
  }

  /// Writes the band's rows as columns of the result.
  private func turnBand(rows count: Int) {
    guard let band = bandBase else { return }
    let width = plan.outputSize.width
    let height = plan.outputSize.height
    if hasAlpha, alphaMode == .premultiplied, resampler == nil {
      PixelRows.premultiply(band, count: width * count)
    }
    let source = UnsafeMutableRawPointer(band).assumingMemoryBound(to: UInt32.self)
    let target = UnsafeMutableRawPointer(base).assumingMemoryBound(to: UInt32.self)
    let isReversed = plan.orientation == .right || plan.orientation == .rightMirrored
    let isUpward = plan.orientation == .rightMirrored || plan.orientation == .left
    let column = isReversed ? height - 1 - written : written
    let step = isReversed ? -1 : 1
    for x in 0..<width {
      let line = target + ((isUpward ? width &- 1 &- x : x) &* height &+ column)
      var from = source + x
      for y in 0..<count {
        line[y &* step] = from.pointee
        from += width
      }
    }
    written += count
  }

  // MARK: Result

  /// The result; rows that never came are transparent black. To be called once.
  func finish() -> PixelBuffer? {
    while opened < plan.outputSize.height, opened >= written {
      memset(openRow(), 0, plan.outputSize.width * 4)
      closeRows()
    }
    if bandBase != nil, opened > written { turnBand(rows: opened - written) }
    guard let storage = storage.take() else { return nil }
    return PixelBuffer(
      size: plan.displaySize, format: format, alphaMode: alphaMode, isOpaque: !hasAlpha && written > 0,
      storage: storage)
  }
}

extension ImageOrientation {
  /// Whether rows are shown last first (among the orientations that keep the axes).
  fileprivate var isFlipped: Bool { self == .down || self == .downMirrored }
  /// Whether columns are shown last first (among the orientations that keep the axes).
  fileprivate var isMirrored: Bool { self == .upMirrored || self == .down }
}
