/// A request, as the origin read it.
public struct OriginRequest: Hashable, Sendable {
  /// The method, as sent.
  public var method: String
  /// The request target, as sent: a path, or a whole URL when the client takes the origin for a proxy.
  public var target: String
  /// The path of the target, still percent-encoded, without query.
  public var path: String
  /// What follows the `?`; `nil` where there is none.
  public var query: String?
  /// The minor version of HTTP/1: 0 or 1.
  public var minorVersion: Int
  /// The header fields, in order.
  public var fields: [OriginField]
  /// The body.
  public var body: [UInt8]
  /// The connection it came on, from 1.
  public var connection = 0
  /// Which request of its connection it is, from 1.
  public var ordinal = 0
  /// When it was read whole, since the origin started.
  public var arrival: Duration = .zero

  /// The value of the first header field of that name, whatever its case.
  public func value(of name: String) -> String? { fields.value(of: name) }

  /// Whether the client takes further responses on this connection (RFC 9112, section 9.3).
  var wantsKeepAlive: Bool {
    let options = value(of: "Connection") ?? ""
    let tokens = options.split(separator: ",").map { String($0).trimmingBlanks.lowercased() }
    return minorVersion >= 1 ? !tokens.contains("close") : tokens.contains("keep-alive")
  }
}
