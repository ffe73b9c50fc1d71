/// Which source pixels make which output pixels along one axis, and with what weights.
///
/// The filter is a triangle, as wide as two output pixels when reducing (which keeps out aliasing) and two source
/// pixels when enlarging; centres of pixels lie at halves.
internal struct ResampleTaps: Sendable {
  /// The first source pixel of each output pixel.
  private(set) var starts: [Int] = []
  /// Where each output pixel's weights begin; one element more than there are output pixels.
  private(set) var offsets: [Int] = [0]
  /// The weights, those of each output pixel adding up to one.
  private(set) var weights: [Float] = []

  /// Most source pixels that one output pixel is made of.
  private(set) var maximumCount = 0

  /// Number of output pixels.
  var outputCount: Int { starts.count }

  /// One past the last source pixel of an output pixel.
  func end(_ index: Int) -> Int { starts[index] + offsets[index + 1] - offsets[index] }

  /// Lays `outputCount` pixels evenly over `origin ..< origin + length` of `sourceCount` pixels.
  init(sourceCount: Int, origin: Double, length: Double, outputCount: Int) {
    let scale = length / Double(outputCount)
    let support = max(1, scale)
    starts.reserveCapacity(outputCount)
    offsets.reserveCapacity(outputCount + 1)
    weights.reserveCapacity(outputCount * (Int(support * 2) + 2))
    var row: [Double] = []
    for index in 0..<outputCount {
      let center = origin + (Double(index) + 0.5) * scale
      var first = max(0, min(sourceCount - 1, Int((center - support).rounded(.down))))
      let last = max(first, min(sourceCount - 1, Int((center + support).rounded(.up))))
      row.removeAll(keepingCapacity: true)
      for position in first...last {
        row.append(max(0, 1 - abs(Double(position) + 0.5 - center) / support))
      }
      while row.count > 1, row.last.map({ $0 < 1e-9 }) == true { row.removeLast() }
      let leading = min(row.prefix { $0 < 1e-9 }.count, row.count - 1)
      row.removeFirst(leading)
      first += leading
      let sum = row.reduce(0, +)
      starts.append(first)
      weights.append(contentsOf: row.map { sum > 0 ? Float($0 / sum) : 1 / Float(row.count) })
      offsets.append(weights.count)
      maximumCount = max(maximumCount, row.count)
    }
  }
}
