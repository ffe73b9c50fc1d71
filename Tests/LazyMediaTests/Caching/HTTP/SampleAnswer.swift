import Glibc
import MediaTransport

@testable import LazyMedia

/// `seconds` since 1970 as a date of header fields, written by the C library.
func httpDate(_ seconds: Int, format: String = "%a, %d %b %Y %H:%M:%S GMT") -> String {
  var time = time_t(seconds)
  var parts = tm()
  gmtime_r(&time, &parts)
  var buffer = [CChar](repeating: 0, count: 64)
  let length = strftime(&buffer, buffer.count, format, &parts)
  return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

extension [HTTPField] {
  /// Fields from lines of the form `Name: value`.
  init(lines: [String]) {
    self = lines.map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return HTTPField(String(parts[0]), parts[1].drop { $0 == " " }.description)
    }
  }
}

/// An answer with the fields of `lines`.
func answer(_ status: Int? = 200, expected: Int? = nil, _ lines: String...) -> TransportResponse {
  TransportResponse(
    status: status, headers: [HTTPField](lines: lines), expectedBytes: expected,
    effectiveURL: "https://a.test/1")
}

/// A stored answer with the fields of `lines`, asked for and received at the times given.
func stored(sent: Int? = nil, came: Int = 1_000_000, _ lines: String...) -> StoredResponse {
  StoredResponse(fields: [HTTPField](lines: lines), requestTime: sent ?? came, responseTime: came)
}

func failure(
  _ code: TransportError.Code, status: Int? = nil, phase: TransportError.Phase = .headers
) -> TransportError {
  TransportError(phase: phase, code: code, message: "", url: "https://a.test/1", status: status)
}

extension CacheControl {
  /// The directives of one field.
  init(_ value: String) { self.init([HTTPField("Cache-Control", value)]) }
}
