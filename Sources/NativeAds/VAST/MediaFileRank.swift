/// Where a file stands among those that can be played: the smallest is the best. See ``VAST/MediaFileChoice``.
struct MediaFileRank: Comparable {
  private enum Delivery: Int { case progressive, unknown, streaming }
  private enum Size: Int { case covers, isNarrower, unknown }
  private enum Bitrate: Int { case withinCap, aboveCap, unknown }

  private let delivery: Delivery
  private let type: Int
  private let size: Size
  private let width: Int
  private let bitrateClass: Bitrate
  private let bitrate: Int
  private let position: Int
  private let typeName: String

  init(
    _ file: VAST.MediaFile, type: Int, targetWidth: Int, duration: Duration?, bitrateCap: Int, position: Int
  ) {
    delivery =
      switch file.delivery {
      case .progressive: .progressive
      case .streaming: .streaming
      case nil: .unknown
      }
    self.type = type
    typeName = file.type
    let hasSize = file.width > 0 && file.height > 0
    size = !hasSize ? .unknown : file.width >= targetWidth ? .covers : .isNarrower
    width = hasSize ? file.width : 0
    let bitrate = file.bitrate.flatMap { $0 > 0 ? $0 : nil } ?? Self.estimate(file.fileSize, duration)
    bitrateClass = bitrate.map { $0 <= bitrateCap ? .withinCap : .aboveCap } ?? .unknown
    self.bitrate = bitrate ?? 0
    self.position = position
  }

  /// Kilobits a second of so many bytes in such a time.
  private static func estimate(_ bytes: Int?, _ duration: Duration?) -> Int? {
    guard let bytes, bytes > 0, let duration, duration > .zero else { return nil }
    let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
    return Int(exactly: (Double(bytes) * 8 / seconds / 1000).rounded())
  }

  /// The numbers to compare, in order.
  private var keys: [Int] {
    [
      delivery.rawValue, type,
      size.rawValue, size == .isNarrower ? -width : width,
      bitrateClass.rawValue, bitrateClass == .withinCap ? -bitrate : bitrate,
      position,
    ]
  }

  static func < (left: Self, right: Self) -> Bool { left.keys.lexicographicallyPrecedes(right.keys) }
  static func == (left: Self, right: Self) -> Bool { left.keys == right.keys }

  /// Why `best` is better: the first thing in which they differ.
  func reason(against best: Self) -> String {
    if delivery != best.delivery {
      return delivery == .streaming
        ? "streaming comes after \(best.delivery == .progressive ? "progressive" : "a file")"
        : "its delivery is not given"
    }
    if type != best.type { return "\(typeName) comes after \(best.typeName)" }
    if size != best.size {
      return size == .unknown ? "it has no size" : "\(width) pixels wide is less than is shown"
    }
    if width != best.width {
      return size == .covers
        ? "\(width) pixels wide is more than is needed" : "\(width) pixels wide is less than \(best.width)"
    }
    if bitrateClass != best.bitrateClass {
      return bitrateClass == .unknown
        ? "its bitrate is not known" : "\(bitrate) kbit/s is above the cap"
    }
    if bitrate != best.bitrate {
      return bitrateClass == .withinCap
        ? "\(bitrate) kbit/s is less than \(best.bitrate)" : "\(bitrate) kbit/s is further above the cap"
    }
    return "it comes later in the document"
  }
}
