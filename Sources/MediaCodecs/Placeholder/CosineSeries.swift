internal import Glibc

/// A picture as a sum of cosines in two dimensions, four channels side by side: what both placeholder hashes store.
///
/// Term `(i, j)` stands at `i + j * columns`. A pixel's place on its axis is `(position + phase) / count`.
internal struct CosineSeries: Sendable {
  let columns: Int
  let rows: Int
  var terms: [SIMD4<Double>]

  /// A series of zeros; both numbers are positive and small.
  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    terms = Array(repeating: .zero, count: columns * rows)
  }

  /// The means of a picture's pixels times each pair of cosines. `row` fills in the values of the row it is given the
  /// number of.
  init(
    columns: Int, rows: Int, analyzing size: PixelSize, phase: Double,
    row: (Int, UnsafeMutableBufferPointer<SIMD4<Double>>) -> Void
  ) {
    self.init(columns: columns, rows: rows)
    let horizontal = Self.cosines(columns, size.width, phase)
    let vertical = Self.cosines(rows, size.height, phase)
    var values = [SIMD4<Double>](repeating: .zero, count: size.width)
    for y in 0..<size.height {
      values.withUnsafeMutableBufferPointer { values in
        row(y, values)
        horizontal.withUnsafeBufferPointer { horizontal in
          for i in 0..<columns {
            let wave = i &* size.width
            var sum = SIMD4<Double>.zero
            for x in 0..<size.width { sum += values[x] * horizontal[wave &+ x] }
            for j in 0..<rows { terms[i &+ j &* columns] += sum * vertical[j &* size.height &+ y] }
          }
        }
      }
    }
    let count = Double(size.width) * Double(size.height)
    for index in terms.indices { terms[index] /= count }
  }

  /// Calls `pixel` with the index and the sum of every pixel of a picture, row by row.
  func synthesize(_ size: PixelSize, phase: Double, pixel: (Int, SIMD4<Float>) -> Void) {
    let horizontal = Self.cosines(columns, size.width, phase).map { Float($0) }
    let vertical = Self.cosines(rows, size.height, phase)
    var waves = [SIMD4<Float>](repeating: .zero, count: columns)
    horizontal.withUnsafeBufferPointer { horizontal in
      for y in 0..<size.height {
        for i in 0..<columns {
          var sum = SIMD4<Double>.zero
          for j in 0..<rows { sum += terms[i &+ j &* columns] * vertical[j &* size.height &+ y] }
          waves[i] = SIMD4<Float>(sum)
        }
        waves.withUnsafeBufferPointer { waves in
          for x in 0..<size.width {
            var sum = SIMD4<Float>.zero
            for i in 0..<columns { sum += waves[i] * horizontal[i &* size.width &+ x] }
            pixel(y &* size.width &+ x, sum)
          }
        }
      }
    }
  }

  /// Wave by wave, its value at every position.
  private static func cosines(_ waves: Int, _ count: Int, _ phase: Double) -> [Double] {
    var values: [Double] = []
    values.reserveCapacity(waves * count)
    for wave in 0..<waves {
      for position in 0..<count {
        values.append(cos(Double.pi * Double(wave) * (Double(position) + phase) / Double(count)))
      }
    }
    return values
  }
}
