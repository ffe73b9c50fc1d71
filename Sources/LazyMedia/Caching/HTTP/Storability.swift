import MediaTransport

extension StoredResponse {
  /// The head to store of an answer to a GET request; `nil` where the answer may not be stored, or never used again.
  ///
  /// For a private cache (RFC 9111, section 3): `private` and a request with `Authorization` are no obstacle, and
  /// `s-maxage` means nothing. Only whole answers of status 200 are media.
  init?(answer: TransportResponse, requestFields: [HTTPField], requestTime: Int, responseTime: Int) {
    let control = CacheControl(answer.headers)
    guard answer.status == 200, !control.forbidsStoring, !CacheControl(requestFields).forbidsStoring,
      CacheKey.varyingNames(answer.headers) != nil
    else { return nil }
    self.init(
      fields: Self.storedFields(answer.headers), requestTime: requestTime, responseTime: responseTime)
  }

  /// `fields` without those that are about the connection (RFC 9111, section 3.1), about the body as it was sent, which
  /// is stored decoded and whole, or secrets that nobody reads from a store; and without those that `no-cache` names.
  static func storedFields(_ fields: [HTTPField]) -> [HTTPField] {
    let dropped = unstoredNames.union(fields.list(named: "Connection").map(\.asciiLowercased))
      .union(CacheControl(fields).noCacheFields)
    return fields.filter { !dropped.contains($0.name.asciiLowercased) }
  }

  private static let unstoredNames: Set<String> = [
    "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
    "content-encoding", "content-length", "content-range", "set-cookie", "set-cookie2",
  ]

  /// Whether a store that many users share may keep it too (RFC 9111, sections 3.5, 5.2.2.7 and 5.2.2.10).
  func mayBeShared(requestFields: [HTTPField]) -> Bool {
    let control = cacheControl
    let isOpen = control.isPublic || control.mustRevalidate || control.hasSharedMaxAge
    return !control.isPrivate && (isOpen || !requestFields.has("Authorization"))
  }
}
