internal import CImageCodecs

/// What a C decoder reported, as Swift values.
internal enum CodecReport {
  static func failure(_ report: UnsafePointer<cimage_report>) -> CodecError {
    let text = String(cString: cimage_report_failure_text(report))
    switch report.pointee.failure {
    case CIMAGE_FAILURE_UNSUPPORTED: return .unsupportedFeature(text)
    case CIMAGE_FAILURE_LIMIT: return .limitExceeded(text)
    case CIMAGE_FAILURE_MEMORY: return .outOfMemory
    default: return .corrupt(text)
    }
  }

  /// The error that lost data are, or `nil` where none are lost.
  static func loss(_ report: UnsafePointer<cimage_report>) -> CodecError? {
    guard report.pointee.lost_count > 0 else { return nil }
    let text = String(cString: cimage_report_lost_text(report))
    return report.pointee.lost_by_end ? .truncated(text) : .corrupt(text)
  }

  static func notes(_ report: UnsafePointer<cimage_report>) -> [String] {
    (0..<report.pointee.note_count).compactMap { cimage_report_note(report, $0).map { String(cString: $0) } }
  }
}
