public import MediaCodecs
public import MediaTransport

/// Why a picture or a file could not be loaded. Cancellation is not among the reasons: it is no failure.
public struct MediaError: Error, Hashable, Sendable {
  /// How far the load had come.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// The request itself was wrong.
    case request
    /// Resolving the host's name.
    case resolve
    /// Connecting.
    case connect
    /// The TLS handshake.
    case tls
    /// Waiting for, or reading, the head of the answer.
    case headers
    /// Reading the body.
    case body
    /// Decoding.
    case decode
  }

  /// What lay beneath.
  public enum Cause: Hashable, Sendable {
    /// The bytes did not come.
    case transport(TransportError)
    /// The bytes gave no picture.
    case codec(CodecError)
    /// The bytes are no video file.
    case video(VideoProbeError)
  }

  /// The URL that was asked for, credentials removed.
  public var url: String
  /// How far the load had come.
  public var phase: Phase
  /// What lay beneath.
  public var cause: Cause
  /// The HTTP status, where an answer had come.
  public var status: Int?
  /// The attempt that failed, from 1.
  public var attempt: Int

  /// The kind of failure, stable for programs.
  public var code: String {
    switch cause {
    case .transport(let error): error.code.rawValue
    case .codec(let error): error.code
    case .video(let error): error.code
    }
  }

  /// Text that a person can act on.
  public var message: String {
    switch cause {
    case .transport(let error): error.message
    case .codec(let error): error.description
    case .video(let error): error.description
    }
  }

  init(_ error: TransportError) {
    url = error.url
    phase =
      switch error.phase {
      case .request: .request
      case .resolve: .resolve
      case .connect: .connect
      case .tls: .tls
      case .headers: .headers
      case .body: .body
      }
    cause = .transport(error)
    status = error.status
    attempt = error.attempt
  }

  init(_ error: CodecError, url: String, phase: Phase = .decode, status: Int? = nil, attempt: Int = 1) {
    self.init(.codec(error), url: url, phase: phase, status: status, attempt: attempt)
  }

  init(_ cause: Cause, url: String, phase: Phase = .decode, status: Int? = nil, attempt: Int = 1) {
    self.url = url
    self.phase = phase
    self.cause = cause
    self.status = status
    self.attempt = attempt
  }
}

extension MediaError: CustomStringConvertible {
  /// For example `headers: badStatus: the server answered 404 (https://example.com/a.jpg)`.
  public var description: String { "\(phase.rawValue): \(code): \(message) (\(url))" }
}
