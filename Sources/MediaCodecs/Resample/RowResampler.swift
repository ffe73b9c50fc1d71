/// Resamples a picture whose rows come one by one, top first, holding two rows of sums: down the columns first, which
/// is done for every source row, then along rows, for output rows only.
internal final class RowResampler {
  private let sourceSize: PixelSize
  private let vertical: ResampleTaps
  private let horizontal: HorizontalTaps
  private let multiplies: Bool
  private let divides: Bool
  private let sums: PixelStorage
  /// The source row before the current one, where output rows lie closer than source rows.
  private let previous: PixelStorage?
  private let previousRow: UnsafeMutablePointer<UInt8>?
  private var nextSource = 0
  private var nextOutput = 0

  /// Creates a resampler of `region` of a picture of `sourceSize` pixels.
  ///
  /// With `hasAlpha`, colour is weighted by alpha, and divided by it again for a `straight` result.
  init(
    sourceSize: PixelSize, region: DecodePlan.Region, outputSize: PixelSize, hasAlpha: Bool,
    alphaMode: AlphaMode, pool: PixelBufferPool
  ) throws(CodecError) {
    self.sourceSize = sourceSize
    vertical = ResampleTaps(
      sourceCount: sourceSize.height, origin: region.y, length: region.height, outputCount: outputSize.height)
    horizontal = HorizontalTaps(
      ResampleTaps(
        sourceCount: sourceSize.width, origin: region.x, length: region.width, outputCount: outputSize.width),
      sourceCount: sourceSize.width)
    multiplies = hasAlpha
    divides = hasAlpha && alphaMode == .straight
    sums = try PixelStorage(byteCount: sourceSize.width * 16 * 2, pool: pool)
    if region.height < Double(outputSize.height) {
      let row = try PixelStorage(byteCount: sourceSize.width * 4, pool: pool)
      previousRow = row.base.assumingMemoryBound(to: UInt8.self)
      previous = consume row
    } else {
      previousRow = nil
      previous = nil
    }
  }

  /// Output rows that are complete.
  var outputRows: Int { nextOutput }

  /// Output rows that the first `sourceRows` rows make without any other.
  func outputRows(of sourceRows: Int) -> Int {
    var low = 0
    var high = vertical.outputCount
    while low < high {
      let middle = (low + high) / 2
      if vertical.end(middle) <= sourceRows { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Takes the next source row; `destination` tells where an output row goes that it completes.
  func push(_ row: UnsafePointer<UInt8>, destination: (Int) -> UnsafeMutablePointer<UInt8>) {
    let y = nextSource
    nextSource += 1
    guard nextOutput < vertical.outputCount else { return }
    if let previousRow {
      enlarge(row, y: y, previous: previousRow, destination: destination)
    } else {
      reduce(row, y: y, destination: destination)
    }
  }

  private func sumRow(_ output: Int) -> UnsafeMutablePointer<Float> {
    sums.base.assumingMemoryBound(to: Float.self) + (output & 1) * sourceSize.width * 4
  }

  private func accumulate(
    _ row: UnsafePointer<UInt8>, weight: Float, into sums: UnsafeMutablePointer<Float>, adds: Bool
  ) {
    if multiplies {
      let pixels = UnsafeMutableRawPointer(sums).assumingMemoryBound(to: SIMD4<Float>.self)
      ResampleKernel.accumulateMultiplied(
        row, pixels: sourceSize.width, weight: weight, into: pixels, adds: adds)
    } else {
      ResampleKernel.accumulate(row, count: sourceSize.width * 4, weight: weight, into: sums, adds: adds)
    }
  }

  private func gather(_ sums: UnsafeMutablePointer<Float>, to output: UnsafeMutablePointer<UInt8>) {
    ResampleKernel.gather(
      UnsafeRawPointer(sums).assumingMemoryBound(to: SIMD4<Float>.self), sourceCount: sourceSize.width,
      taps: horizontal,
      into: UnsafeMutableRawPointer(output).assumingMemoryBound(to: SIMD4<UInt8>.self), divides: divides)
  }

  /// An output row is as wide as two of its distances, so that a source row is part of two at most.
  private func reduce(
    _ row: UnsafePointer<UInt8>, y: Int, destination: (Int) -> UnsafeMutablePointer<UInt8>
  ) {
    var output = nextOutput
    while output < vertical.outputCount, output < nextOutput + 2, vertical.starts[output] <= y {
      let weight = vertical.weights[vertical.offsets[output] + y - vertical.starts[output]]
      accumulate(row, weight: weight, into: sumRow(output), adds: y > vertical.starts[output])
      if vertical.end(output) == y + 1 {
        gather(sumRow(output), to: destination(output))
        nextOutput = output + 1
      }
      output += 1
    }
  }

  /// An output row lies between two source rows.
  private func enlarge(
    _ row: UnsafePointer<UInt8>, y: Int, previous: UnsafeMutablePointer<UInt8>,
    destination: (Int) -> UnsafeMutablePointer<UInt8>
  ) {
    while nextOutput < vertical.outputCount, vertical.end(nextOutput) <= y + 1 {
      let start = vertical.starts[nextOutput]
      for position in start..<vertical.end(nextOutput) {
        let weight = vertical.weights[vertical.offsets[nextOutput] + position - start]
        accumulate(
          position == y ? row : UnsafePointer(previous), weight: weight, into: sumRow(0),
          adds: position > start)
      }
      gather(sumRow(0), to: destination(nextOutput))
      nextOutput += 1
    }
    previous.update(from: row, count: sourceSize.width * 4)
  }
}
