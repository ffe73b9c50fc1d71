import MediaTransport

extension StoredResponse {
  /// Whether a 304 with `fields`, an answer to ``conditionalFields``, is about this answer (RFC 9111, section 4.3.4).
  ///
  /// A strong entity tag must be the same. Where there is none, what the 304 has must correspond. A 304 without any
  /// validator is accepted: it answers a question about this one answer alone.
  func isConfirmed(by fields: [HTTPField]) -> Bool {
    if let tag = fields.firstValue(named: "ETag").flatMap({ EntityTag($0) }) {
      guard let entityTag else { return false }
      return tag.isWeak ? tag.weaklyEquals(entityTag) : tag.stronglyEquals(entityTag)
    }
    if let modified = fields.firstValue(named: "Last-Modified").flatMap({
      HTTPDate.seconds($0, now: responseTime)
    }) {
      return lastModified.flatMap { HTTPDate.seconds($0, now: responseTime) } == modified
    }
    return true
  }

  /// This answer with the fields of a 304 in place of its own of those names, and the 304's times (section 3.2).
  ///
  /// All others stay, with two exceptions: `Age` and `Date` tell of one message, so that those of the 304 stand for it
  /// even where it has none.
  func updated(by fields: [HTTPField], requestTime: Int, responseTime: Int) -> StoredResponse {
    // What is about the body as it was sent: a 304 has none.
    let new = Self.storedFields(fields).filter { !["content-type"].contains($0.name.asciiLowercased) }
    let replaced = Set(new.map(\.name.asciiLowercased)).union(["age", "date"])
    var updated = self
    updated.fields = Self.storedFields(
      self.fields.filter { !replaced.contains($0.name.asciiLowercased) } + new)
    updated.requestTime = requestTime
    updated.responseTime = responseTime
    return updated
  }
}
