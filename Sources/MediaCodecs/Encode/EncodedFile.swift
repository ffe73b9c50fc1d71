internal import CImageCodecs
internal import Glibc

/// Takes over what a C encoder wrote.
internal enum EncodedFile {
  typealias Encode = (
    _ rows: UnsafePointer<UInt8>, _ profile: UnsafePointer<UInt8>?, _ profileCount: UInt32,
    _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, _ count: UnsafeMutablePointer<Int>,
    _ report: UnsafeMutablePointer<cimage_report>
  ) -> cimage_status

  /// Calls an encoder with rows and profile, and copies the file that it allocated.
  static func collect(
    _ pixels: PixelBuffer, _ profile: [UInt8]?, _ encode: Encode
  ) throws(CodecError) -> [UInt8] {
    guard UInt32(exactly: profile?.count ?? 0) != nil else { throw .limitExceeded("ICC profile bytes") }
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    let report = UnsafeMutablePointer<cimage_report>.allocate(capacity: 1)
    report.initialize(to: cimage_report())
    defer {
      report.deallocate()
      free(bytes)
    }
    let status = pixels.withUnsafeBytes { rows -> cimage_status in
      guard let start = rows.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return CIMAGE_FAILED }
      guard let profile else { return encode(start, nil, 0, &bytes, &count, report) }
      return profile.withUnsafeBufferPointer { profile in
        encode(start, profile.baseAddress, UInt32(profile.count), &bytes, &count, report)
      }
    }
    guard status == CIMAGE_DONE, let bytes else { throw CodecReport.failure(report) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
