import MediaTransport

/// The head of an answer as a store keeps it, or a marker that says with which fields of the request the answers vary.
struct StoredResponse: Hashable, Sendable {
  /// What it is.
  enum Kind: UInt8, Hashable, Sendable {
    /// An answer; the entry's body is its body.
    case answer = 0
    /// A marker; ``StoredResponse/fields`` is one `Vary` field, the body is empty.
    case varyMarker = 1
  }

  var kind: Kind
  var status: Int
  var fields: [HTTPField]
  /// When the request was sent, in seconds since 1970.
  var requestTime: Int
  /// When the answer came, in seconds since 1970.
  var responseTime: Int

  init(kind: Kind = .answer, status: Int = 200, fields: [HTTPField], requestTime: Int, responseTime: Int) {
    self.kind = kind
    self.status = status
    self.fields = fields
    self.requestTime = requestTime
    self.responseTime = responseTime
  }

  /// The marker of an answer that varies with the fields called `names`.
  init(markerOf names: [String], requestTime: Int, responseTime: Int) {
    self.init(
      kind: .varyMarker, fields: [HTTPField("Vary", names.joined(separator: ", "))], requestTime: requestTime,
      responseTime: responseTime)
  }

  var cacheControl: CacheControl { CacheControl(fields) }

  var entityTag: EntityTag? { fields.firstValue(named: "ETag").flatMap { EntityTag($0) } }

  /// The value of `Last-Modified`, where it is a date.
  var lastModified: String? {
    fields.firstValue(named: "Last-Modified").flatMap {
      HTTPDate.seconds($0, now: responseTime) == nil ? nil : $0
    }
  }

  /// The fields that ask the server whether this is still its answer (RFC 9111, section 4.3.1); empty where it has
  /// nothing to compare.
  var conditionalFields: [HTTPField] {
    var fields: [HTTPField] = []
    if let entityTag { fields.append(HTTPField("If-None-Match", entityTag.text)) }
    if let lastModified { fields.append(HTTPField("If-Modified-Since", lastModified)) }
    return fields
  }
}
