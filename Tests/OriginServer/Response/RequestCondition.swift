/// What a request's `Range` and conditions select (RFC 9110, sections 13 and 14), told as the script wants it.
enum RequestCondition: Equatable {
  case whole
  case notModified
  case unsatisfiable
  case part(Range<Int>, contentRange: String?)

  init(_ response: OriginResponse, _ request: OriginRequest, length: Int) {
    self = .whole
    guard response.status == 200, request.method == "GET" || request.method == "HEAD" else { return }
    if response.answersNotModified, Self.isNotModified(response, request) {
      self = .notModified
      return
    }
    guard response.ranges != .ignored, request.method == "GET", let field = request.value(of: "Range"),
      let range = ByteRange(field)
    else { return }
    let lie: OriginRangeLie? = if case .lying(let lie) = response.ranges { lie } else { nil }
    if lie == .unsatisfiable {
      self = .unsatisfiable
      return
    }
    if lie != .ignoresCondition, let condition = request.value(of: "If-Range") {
      // Strong comparison: a weak tag never matches (RFC 9110, section 13.1.5).
      let matches =
        condition.hasPrefix("\"")
        ? condition == response.entityTag
        : !condition.hasPrefix("W/") && condition == response.lastModified
      guard matches else { return }
    }
    guard let selected = range.resolved(length: length) else {
      self = .unsatisfiable
      return
    }
    var part = selected
    var total = length
    switch lie {
    case .startsEarlier(let count): part = max(0, part.lowerBound - max(0, count))..<part.upperBound
    case .wholeBody: part = 0..<length
    case .endsEarlier(let count):
      part = part.lowerBound..<max(part.lowerBound + 1, part.upperBound - min(max(0, count), part.count))
    case .total(let number): total = number
    case nil, .missingContentRange, .ignoresCondition, .unsatisfiable: break
    }
    let contentRange = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(total)"
    self = .part(part, contentRange: lie == .missingContentRange ? nil : contentRange)
  }

  private static func isNotModified(_ response: OriginResponse, _ request: OriginRequest) -> Bool {
    if let condition = request.value(of: "If-None-Match") {
      guard let tag = response.entityTag else { return false }
      if String(condition).trimmingBlanks == "*" { return true }
      // Weak comparison: `W/` is left out of it. Tags with commas in them are not used here.
      return condition.split(separator: ",").contains {
        opaque(String($0).trimmingBlanks) == opaque(tag[...])
      }
    }
    guard let date = request.value(of: "If-Modified-Since") else { return false }
    return date == response.lastModified
  }

  private static func opaque(_ tag: Substring) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag }
}
