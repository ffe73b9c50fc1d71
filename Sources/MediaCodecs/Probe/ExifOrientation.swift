/// Reads the orientation out of EXIF data (Exif 2.32, section 4.5: a TIFF structure).
internal enum ExifOrientation {
  private static let orientationTag = 0x0112
  private static let shortType = 3

  /// Bytes from the start that hold IFD0 up to its last entry, or more where the first bytes do not tell yet; 0 where
  /// there is nothing to find.
  static func neededBytes(tiff bytes: UnsafeRawBufferPointer) -> Int {
    guard bytes.count >= 8 else { return 8 }
    let isLittleEndian = bytes[0] == 0x49
    func number(_ offset: Int, _ count: Int) -> Int {
      let part = bytes[offset..<offset + count]
      return isLittleEndian
        ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
    }
    let directory = number(4, 4)
    guard directory >= 8, directory < 1 << 16 else { return 0 }
    guard bytes.count >= directory + 2 else { return directory + 2 }
    return directory + 2 + 12 * number(directory, 2)
  }

  /// The orientation that IFD0 names, or `nil`. IFD1, which describes the thumbnail, is never looked at.
  static func read(tiff bytes: UnsafeRawBufferPointer) -> ImageOrientation? {
    guard bytes.count >= 8 else { return nil }
    let isLittleEndian: Bool
    switch (bytes[0], bytes[1]) {
    case (0x49, 0x49): isLittleEndian = true
    case (0x4D, 0x4D): isLittleEndian = false
    default: return nil
    }
    func short(_ offset: Int) -> Int? {
      guard offset >= 0, offset <= bytes.count - 2 else { return nil }
      let first = Int(bytes[offset])
      let second = Int(bytes[offset + 1])
      return isLittleEndian ? second << 8 | first : first << 8 | second
    }
    func long(_ offset: Int) -> Int? {
      guard let first = short(offset), let second = short(offset + 2) else { return nil }
      return isLittleEndian ? second << 16 | first : first << 16 | second
    }
    guard short(2) == 42, let directory = long(4), let count = short(directory) else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + index * 12
      guard let tag = short(entry), let type = short(entry + 2), let values = long(entry + 4) else {
        return nil
      }
      guard tag == orientationTag else { continue }
      guard type == shortType, values == 1, let value = short(entry + 8) else { return nil }
      return ImageOrientation(rawValue: value)
    }
    return nil
  }
}
