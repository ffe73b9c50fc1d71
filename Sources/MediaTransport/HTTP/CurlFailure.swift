internal import CCurlOptions

/// What a failure of libcurl means.
struct CurlFailure: Equatable {
  var phase: TransportError.Phase
  var code: TransportError.Code
  /// Whether trying again may help.
  var isTransient: Bool

  /// - Parameters:
  ///   - result: libcurl's code.
  ///   - phase: how far the attempt had come.
  init(_ result: CURLcode, during phase: TransportError.Phase) {
    // The connection is made before the answer; a failure with a phase of its own keeps to it.
    func failure(
      _ code: TransportError.Code, _ phase: TransportError.Phase, transient: Bool
    ) -> (TransportError.Code, TransportError.Phase, Bool) { (code, phase, transient) }

    let meaning =
      switch result {
      case CURLE_URL_MALFORMAT: failure(.invalidURL, .request, transient: false)
      case CURLE_UNSUPPORTED_PROTOCOL where phase == .request:
        failure(.schemeNotAllowed, .request, transient: false)
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
        failure(.unresolvedHost, .resolve, transient: true)
      case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED, CURLE_NO_CONNECTION_AVAILABLE:
        failure(.connectionFailed, .connect, transient: true)
      case CURLE_PROXY: failure(.connectionFailed, .connect, transient: false)
      case CURLE_SSL_CONNECT_ERROR: failure(.tlsFailed, .tls, transient: true)
      case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE,
        CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
        CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
        CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED, CURLE_SSL_CLIENTCERT:
        failure(.tlsFailed, .tls, transient: false)
      case CURLE_OPERATION_TIMEDOUT: failure(.timedOut, phase, transient: true)
      case CURLE_PARTIAL_FILE: failure(.truncated, .body, transient: true)
      case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP2_STREAM:
        switch phase {
        case .request, .resolve, .connect: failure(.connectionFailed, .connect, transient: true)
        case .tls: failure(.tlsFailed, .tls, transient: true)
        case .headers: failure(.connectionFailed, .headers, transient: true)
        case .body: failure(.truncated, .body, transient: true)
        }
      case CURLE_BAD_CONTENT_ENCODING: failure(.protocolError, .body, transient: false)
      case CURLE_FILESIZE_EXCEEDED: failure(.tooLarge, phase, transient: false)
      case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_CHUNK_FAILED, CURLE_HTTP3,
        CURLE_AUTH_ERROR:
        failure(.protocolError, phase, transient: false)
      default: failure(.other, phase, transient: false)
      }
    (code, self.phase, isTransient) = meaning
  }

  /// libcurl's text, and what a person can do about it where it does not say so.
  static func message(_ text: String, for result: CURLcode) -> String {
    guard result == CURLE_SSL_CACERT_BADFILE else { return text }
    return text + "; install the package ca-certificates, or name a bundle of certificates"
  }
}
