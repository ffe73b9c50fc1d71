extension ImageFormat {
  /// What the first bytes of a file tell.
  public enum Sniff: Hashable, Sendable {
    /// The format is certain.
    case format(ImageFormat)
    /// More bytes are needed; never told for 4,096 bytes or more.
    case needsMore
    /// No format that this library knows; the text says what the bytes look like, or is empty.
    case unknown(String)
  }

  /// Tells the format from the first bytes of a file: by content, whatever name or type was declared.
  ///
  /// `isComplete` says that no bytes follow `prefix`.
  public static func sniff(_ prefix: RawSpan, isComplete: Bool = false) -> Sniff {
    prefix.withUnsafeBytes { sniff($0, isComplete: isComplete) }
  }

  internal static let sniffedBytes = 4096

  internal static func sniff(_ bytes: UnsafeRawBufferPointer, isComplete: Bool) -> Sniff {
    let result = BinarySignature.sniff(bytes)
    if case .unknown = result { return TextSignature.sniff(bytes, isComplete: isComplete) }
    if case .needsMore = result, isComplete || bytes.count >= sniffedBytes {
      return TextSignature.sniff(bytes, isComplete: true)
    }
    return result
  }
}

/// Formats that begin with a signature.
private enum BinarySignature {
  static let signatures: [(bytes: [UInt8], format: ImageFormat)] = [
    ([0xFF, 0xD8], .jpeg),
    // Only the head of PNG's signature: a file whose line ends were converted is a damaged PNG.
    ([0x89, 0x50, 0x4E, 0x47], .png),
    (Array("GIF8".utf8), .gif),
    ([0xFF, 0x0A], .jpegXL),
    ([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20], .jpegXL),
    ([0x49, 0x49, 0x2A, 0], .tiff),
    ([0x4D, 0x4D, 0, 0x2A], .tiff),
    ([0x1A, 0x45, 0xDF, 0xA3], .webm),
    ([0, 0, 1, 0], .ico),
  ]

  static func sniff(_ bytes: UnsafeRawBufferPointer) -> ImageFormat.Sniff {
    if bytes.isEmpty { return .needsMore }
    var needsMore = false
    // ISO base media first: a box whose length happens to look like an icon's signature is no icon.
    switch boxed(bytes) {
    case .unknown: break
    case .needsMore: needsMore = true
    case let known: return known
    }
    for (signature, format) in signatures where bytes.starts(with: signature.prefix(bytes.count)) {
      if bytes.count < signature.count { needsMore = true } else if !needsMore { return .format(format) }
    }
    for part in [riff(bytes), bitmap(bytes)] {
      switch part {
      case .unknown: break
      case .needsMore: needsMore = true
      case let known: return known
      }
    }
    return needsMore ? .needsMore : .unknown("")
  }

  private static func boxed(_ bytes: UnsafeRawBufferPointer) -> ImageFormat.Sniff {
    guard bytes[0] == 0 else { return .unknown("") }
    let type = Array("ftyp".utf8)
    guard bytes.count >= 4 else { return .needsMore }
    guard bytes.dropFirst(4).starts(with: type.prefix(bytes.count - 4)) else { return .unknown("") }
    guard bytes.count >= 12 else { return .needsMore }
    let length = bytes.bigEndian32(at: 0)
    func brand(at offset: Int) -> String {
      String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
    }
    switch brand(at: 8) {
    case "avif", "avis": return .format(.avif)
    case "heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs": return .format(.heif)
    case "mif1", "msf1", "miaf":
      // A neutral brand: the list of compatible ones tells.
      let end = min(length, 256)
      for offset in stride(from: 16, to: min(bytes.count, end) - 3, by: 4) {
        let brand = brand(at: offset)
        if brand == "avif" || brand == "avis" { return .format(.avif) }
      }
      return bytes.count < end ? .needsMore : .format(.heif)
    default: return .format(.mp4)
    }
  }

  private static func riff(_ bytes: UnsafeRawBufferPointer) -> ImageFormat.Sniff {
    guard bytes.starts(with: Array("RIFF".utf8).prefix(bytes.count)) else { return .unknown("") }
    guard bytes.count > 8 else { return .needsMore }
    guard bytes.dropFirst(8).starts(with: Array("WEBP".utf8).prefix(bytes.count - 8)) else {
      return .unknown("")
    }
    return bytes.count >= 12 ? .format(.webp) : .needsMore
  }

  private static func bitmap(_ bytes: UnsafeRawBufferPointer) -> ImageFormat.Sniff {
    guard bytes.starts(with: Array("BM".utf8).prefix(bytes.count)) else { return .unknown("") }
    guard bytes.count >= 18 else { return .needsMore }
    // Two letters are weak; the size of the header that follows settles it.
    let header = Int(bytes[14]) | Int(bytes[15]) << 8 | Int(bytes[16]) << 16 | Int(bytes[17]) << 24
    return [12, 16, 40, 52, 56, 64, 108, 124].contains(header) ? .format(.bmp) : .unknown("")
  }
}

/// Formats that are text.
private enum TextSignature {
  static func sniff(_ bytes: UnsafeRawBufferPointer, isComplete: Bool) -> ImageFormat.Sniff {
    if bytes.isEmpty { return .needsMore }
    let isWhole = isComplete || bytes.count >= ImageFormat.sniffedBytes
    var text = bytes.prefix(ImageFormat.sniffedBytes)[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    text = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    if text.isEmpty || (text.count < 3 && bytes[0] == 0xEF) {
      return isWhole ? .unknown("no data") : .needsMore
    }
    guard text.first == UInt8(ascii: "<") else {
      return isWhole || bytes.count >= describedBytes ? .unknown(describe(bytes)) : .needsMore
    }
    // Prologue, comments and doctype may stand before the root element: its name is what tells.
    var rest = text
    while rest.first == UInt8(ascii: "<") {
      if rest.starts(with: "<!--".utf8) {
        rest = drop(rest, through: "-->")
      } else if rest.starts(with: "<?".utf8) {
        rest = drop(rest, through: "?>")
      } else if rest.starts(with: "<!".utf8) {
        let words = name(rest.dropFirst(2).prefix(64))
        if words.hasPrefix("doctype html") { return .format(.html) }
        if words.hasPrefix("doctype svg") { return .format(.svg) }
        rest = drop(rest, through: ">")
      } else {
        let root = name(rest.dropFirst().prefix(64))
        for (prefix, format) in [("svg", ImageFormat.svg), ("html", .html), ("head", .html), ("body", .html)]
        where root.hasPrefix(prefix) {
          let next = root.dropFirst(prefix.count).first
          if next == nil, !isWhole { return .needsMore }
          if next == nil || next == " " || next == ">" || next == "/" { return .format(format) }
        }
        if root.split(separator: " ").first?.hasSuffix(":svg") == true { return .format(.svg) }
        if rest.count < 6, !isWhole { return .needsMore }
        return .unknown("XML or HTML text")
      }
      rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }
    return isWhole ? .unknown("text") : .needsMore
  }

  /// Lower case, every space a blank: enough for comparing tags.
  private static func name(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    String(decoding: bytes.map { (0x09...0x0D).contains($0) ? 0x20 : $0 }, as: UTF8.self).lowercased()
  }

  private static func drop(
    _ bytes: Slice<UnsafeRawBufferPointer>, through end: String
  ) -> Slice<UnsafeRawBufferPointer> {
    let end = Array(end.utf8)
    var rest = bytes
    while !rest.isEmpty, !rest.starts(with: end) { rest = rest.dropFirst() }
    return rest.dropFirst(end.count)
  }

  private static let describedBytes = 64

  private static func describe(_ bytes: UnsafeRawBufferPointer) -> String {
    if bytes.starts(with: [0x1F, 0x8B]) { return "gzip data" }
    if bytes.starts(with: "%PDF".utf8) { return "a PDF document" }
    if bytes.starts(with: "PK\u{3}\u{4}".utf8) { return "a ZIP archive" }
    let sample = bytes.prefix(describedBytes)
    if sample.allSatisfy({ $0 == 0 }) { return "zero bytes" }
    guard sample.allSatisfy({ $0 >= 0x20 || (0x09...0x0D).contains($0) }), sample.allSatisfy({ $0 < 0x80 })
    else { return "unknown binary data" }
    return sample.first == UInt8(ascii: "{") || sample.first == UInt8(ascii: "[") ? "JSON text" : "text"
  }
}

extension UnsafeRawBufferPointer {
  /// Four bytes, most significant first. The caller has checked that they are there.
  internal func bigEndian32(at offset: Int) -> Int {
    Int(self[offset]) << 24 | Int(self[offset + 1]) << 16 | Int(self[offset + 2]) << 8 | Int(self[offset + 3])
  }

  /// Two bytes, most significant first. The caller has checked that they are there.
  internal func bigEndian16(at offset: Int) -> Int { Int(self[offset]) << 8 | Int(self[offset + 1]) }
}
