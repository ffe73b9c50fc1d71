/// Why a transfer brought nothing.
public struct TransportError: Error, Hashable, Sendable {
  /// How far the transfer had come.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    case request, resolve, connect, tls, headers, body
  }

  /// The kind of failure, stable for programs.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    case invalidURL, invalidHeader, schemeNotAllowed, unresolvedHost, connectionFailed, tlsFailed, timedOut
    case tooManyRedirects, badStatus, tooLarge, truncated, protocolError, unreadableFile, notCached, other
  }

  /// How far it had come.
  public var phase: Phase
  /// The kind of failure.
  public var code: Code
  /// Text that a person can act on.
  public var message: String
  /// The URL, credentials removed.
  public var url: String
  /// The HTTP status, where an answer had come.
  public var status: Int?
  /// libcurl's code (`CURLcode`), where libcurl failed.
  public var curlCode: Int32?
  /// The attempt that failed, from 1.
  public var attempt: Int
  /// When what happened.
  public var timings: TransportTimings

  /// Creates an error.
  public init(
    phase: Phase, code: Code, message: String, url: String, status: Int? = nil, curlCode: Int32? = nil,
    attempt: Int = 1, timings: TransportTimings = TransportTimings()
  ) {
    self.phase = phase
    self.code = code
    self.message = message
    self.url = url
    self.status = status
    self.curlCode = curlCode
    self.attempt = attempt
    self.timings = timings
  }
}
