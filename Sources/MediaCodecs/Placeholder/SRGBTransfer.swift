internal import Glibc

/// The transfer function of sRGB (IEC 61966-2-1), between bytes and linear light from 0 to 1.
internal enum SRGBTransfer {
  /// Linear light of every byte.
  static let linear: [Double] = (0..<256).map { linear(Double($0) / 255) }

  /// The byte nearest to linear light; what is outside 0 to 1 counts as the nearer of them, NaN as 0.
  static func byte(_ light: Float) -> UInt8 {
    guard light > 0 else { return 0 }
    guard light < 1 else { return 255 }
    // A cell of the table is so narrow that one border between bytes at most lies in it.
    let byte = cells[Int(light * Float(cellCount))]
    return light >= borders[Int(byte) &+ 1] ? byte &+ 1 : byte
  }

  private static let cellCount = 8192

  /// Where light becomes each byte; the one after the last is never reached.
  private static let borders: [Float] =
    [0] + (1..<256).map { Float(linear((Double($0) - 0.5) / 255)) } + [.infinity]

  /// The byte at the lower end of each cell.
  private static let cells: [UInt8] = {
    var byte = 0
    return (0..<cellCount).map { cell in
      while borders[byte + 1] <= Float(cell) / Float(cellCount) { byte += 1 }
      return UInt8(byte)
    }
  }()

  private static func linear(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
}
