/// The inner loops of resampling. Pixels are four floats while they are summed up.
///
/// Loops over single values are left to the compiler's vectoriser, which turns them into packed code; those over
/// whole pixels use `SIMD4`.
internal enum ResampleKernel {
  /// `sums = weight * row` or, where `adds`, `sums += weight * row`, over bytes.
  static func accumulate(
    _ row: UnsafePointer<UInt8>, count: Int, weight: Float, into sums: UnsafeMutablePointer<Float>, adds: Bool
  ) {
    if adds {
      for i in 0..<count { sums[i] += weight * Float(row[i]) }
    } else {
      for i in 0..<count { sums[i] = weight * Float(row[i]) }
    }
  }

  /// The same over pixels whose color is multiplied by alpha on the way.
  static func accumulateMultiplied(
    _ row: UnsafePointer<UInt8>, pixels: Int, weight: Float, into sums: UnsafeMutablePointer<SIMD4<Float>>,
    adds: Bool
  ) {
    for i in 0..<pixels {
      let pixel = row + i &* 4
      let alpha = Float(pixel[3])
      var value = SIMD4(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), 255) * (alpha * weight * (1 / 255))
      if adds { value += sums[i] }
      sums[i] = value
    }
  }

  /// Makes a row of output pixels of a row of sums.
  static func gather(
    _ sums: UnsafePointer<SIMD4<Float>>, sourceCount: Int, taps: HorizontalTaps,
    into output: UnsafeMutablePointer<SIMD4<UInt8>>, divides: Bool
  ) {
    if divides {
      taps.forEachSum(sums, sourceCount: sourceCount) { index, sum in
        let alpha = sum.w
        let factor: Float = alpha > 0 ? 255 / alpha : 0
        var color = sum * factor
        color.w = alpha
        output[index] = bytes(color)
      }
    } else {
      taps.forEachSum(sums, sourceCount: sourceCount) { index, sum in output[index] = bytes(sum) }
    }
  }

  /// Rounds to nearest. Weights are not negative and add up to one, so that sums stay in the range of bytes.
  @inline(__always)
  static func bytes(_ value: SIMD4<Float>) -> SIMD4<UInt8> {
    // With 2^23 added, a float's lowest bits are its whole number.
    let bits = unsafeBitCast(value + SIMD4(repeating: 8_388_608), to: SIMD4<UInt32>.self)
    return SIMD4<UInt8>(truncatingIfNeeded: bits)
  }
}

/// Taps along rows, laid out for the loop: four to an output pixel where that is enough.
internal struct HorizontalTaps: Sendable {
  private let starts: [Int]
  private let offsets: [Int]
  private let weights: [Float]
  private let fours: [SIMD4<Float>]

  init(_ taps: ResampleTaps, sourceCount: Int) {
    if taps.maximumCount <= 4, sourceCount >= 4 {
      var starts: [Int] = []
      var fours: [SIMD4<Float>] = []
      starts.reserveCapacity(taps.outputCount)
      fours.reserveCapacity(taps.outputCount)
      for index in 0..<taps.outputCount {
        // Begins earlier where four pixels would reach over the end, with zero weights in front.
        let start = min(taps.starts[index], sourceCount - 4)
        let shift = taps.starts[index] - start
        var four = SIMD4<Float>(repeating: 0)
        for (position, offset) in (taps.offsets[index]..<taps.offsets[index + 1]).enumerated() {
          four[position + shift] = taps.weights[offset]
        }
        starts.append(start)
        fours.append(four)
      }
      self.starts = starts
      self.fours = fours
      self.offsets = []
      self.weights = []
    } else {
      self.starts = taps.starts
      self.offsets = taps.offsets
      self.weights = taps.weights
      self.fours = []
    }
  }

  @inline(__always)
  func forEachSum(
    _ sums: UnsafePointer<SIMD4<Float>>, sourceCount: Int, _ body: (Int, SIMD4<Float>) -> Void
  ) {
    starts.withUnsafeBufferPointer { starts in
      if !fours.isEmpty {
        fours.withUnsafeBufferPointer { fours in
          for index in 0..<starts.count {
            let pixels = sums + starts[index]
            let four = fours[index]
            let low = pixels[0] * four.x + pixels[1] * four.y
            let high = pixels[2] * four.z + pixels[3] * four.w
            body(index, low + high)
          }
        }
        return
      }
      offsets.withUnsafeBufferPointer { offsets in
        weights.withUnsafeBufferPointer { weights in
          for index in 0..<starts.count {
            var sum = SIMD4<Float>(repeating: 0)
            var pixel = sums + starts[index]
            for offset in offsets[index]..<offsets[index &+ 1] {
              sum += pixel.pointee * weights[offset]
              pixel += 1
            }
            body(index, sum)
          }
        }
      }
    }
  }
}
