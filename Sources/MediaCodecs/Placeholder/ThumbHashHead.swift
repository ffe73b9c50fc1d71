/// The first five or six bytes of a ``ThumbHash``, and what follows of them: which waves are stored, and where.
internal struct ThumbHashHead: Hashable, Sendable {
  /// The channels in the order in which their waves are stored; also the order of lanes.
  static let channels = 0..<4

  /// Luminance, yellow over blue, red over green, alpha.
  var mean: SIMD4<Double>
  /// The strongest wave of each channel.
  var scale: SIMD4<Double>
  var hasAlpha: Bool
  var isLandscape: Bool
  /// Waves of luminance along the shorter side, as stored.
  var storedCount: Int

  /// Waves of luminance along the longer side.
  static func longerCount(hasAlpha: Bool) -> Int { hasAlpha ? 5 : 7 }

  private var longer: Int { Self.longerCount(hasAlpha: hasAlpha) }

  var aspectRatio: Double {
    isLandscape ? Double(longer) / Double(storedCount) : Double(storedCount) / Double(longer)
  }

  /// Bytes before the waves.
  var headCount: Int { hasAlpha ? 6 : 5 }

  /// Bytes of the hash: two waves a byte.
  var byteCount: Int { headCount + (stored.count + 1) / 2 }

  /// Waves along both sides of a channel.
  func counts(of channel: Int) -> (columns: Int, rows: Int) {
    switch channel {
    case 0:
      let (long, short) = (longer, max(3, storedCount))
      return isLandscape ? (long, short) : (short, long)
    case 1, 2: return (3, 3)
    default: return (5, 5)
    }
  }

  /// Waves along both sides that cover every channel.
  var series: CosineSeries {
    let luminance = counts(of: 0)
    let least = hasAlpha ? 5 : 3
    return CosineSeries(columns: max(luminance.columns, least), rows: max(luminance.rows, least))
  }

  /// Every stored wave in order: the slower half of each channel's, without the mean.
  var stored: [(channel: Int, x: Int, y: Int)] {
    var waves: [(channel: Int, x: Int, y: Int)] = []
    for channel in Self.channels where channel < 3 || hasAlpha {
      let (columns, rows) = counts(of: channel)
      for y in 0..<rows {
        for x in 0..<columns where x + y > 0 && x * rows + y * columns < columns * rows {
          waves.append((channel, x, y))
        }
      }
    }
    return waves
  }
}

extension ThumbHashHead {
  /// Reads the head; `nil` where the bytes end before it does.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 5 else { return nil }
    let first = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
    let second = Int(bytes[3]) | Int(bytes[4]) << 8
    hasAlpha = first >> 23 & 1 != 0
    guard bytes.count >= 6 || !hasAlpha else { return nil }
    let alpha = hasAlpha ? Int(bytes[5]) : 0xFF
    mean = SIMD4(
      Double(first & 63) / 63, Double(first >> 6 & 63) / 31.5 - 1, Double(first >> 12 & 63) / 31.5 - 1,
      Double(alpha & 15) / 15)
    scale = SIMD4(
      Double(first >> 18 & 31) / 31, Double(second >> 3 & 63) / 63, Double(second >> 9 & 63) / 63,
      Double(alpha >> 4) / 15)
    storedCount = second & 7
    isLandscape = second >> 15 != 0
  }

  /// The head's bytes.
  var bytes: [UInt8] {
    let first =
      Self.quantized(mean.x, 63) | Self.quantized((mean.y + 1) / 2, 63) << 6
      | Self.quantized((mean.z + 1) / 2, 63) << 12 | Self.quantized(scale.x, 31) << 18
      | (hasAlpha ? 1 << 23 : 0)
    let second =
      storedCount | Self.quantized(scale.y, 63) << 3 | Self.quantized(scale.z, 63) << 9
      | (isLandscape ? 1 << 15 : 0)
    var bytes = [first, first >> 8, first >> 16, second, second >> 8].map { UInt8(truncatingIfNeeded: $0) }
    if hasAlpha {
      bytes.append(UInt8(Self.quantized(mean.w, 15) | Self.quantized(scale.w, 15) << 4))
    }
    return bytes
  }

  /// A number of 0 to 1 in steps, the nearest one.
  static func quantized(_ value: Double, _ steps: Int) -> Int {
    Int((max(0, min(1, value)) * Double(steps)).rounded(.toNearestOrAwayFromZero))
  }

  /// The waves of a hash that begins with this head and has ``byteCount`` bytes. Colour is made stronger by a quarter,
  /// against what rounding took from it, as the reference does.
  func series(of bytes: [UInt8]) -> CosineSeries {
    var series = series
    series.terms[0] = mean
    let strength = scale * SIMD4(1, 1.25, 1.25, 1)
    for (index, wave) in stored.enumerated() {
      let byte = bytes[headCount + index / 2]
      let step = index % 2 == 0 ? byte & 15 : byte >> 4
      // Waves other than the mean count twice: they were stored as means.
      series.terms[wave.x + wave.y * series.columns][wave.channel] =
        (Double(step) / 7.5 - 1) * strength[wave.channel] * 2
    }
    return series
  }
}
