import CCurlOptions
import Testing

@testable import MediaTransport

@Suite struct CurlFailureTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var result: UInt32
    var during: TransportError.Phase
    var phase: TransportError.Phase
    var code: TransportError.Code
    var isTransient: Bool

    var testDescription: String { "libcurl's code \(result) during \(during)" }

    init(
      _ result: CURLcode, _ during: TransportError.Phase, _ phase: TransportError.Phase,
      _ code: TransportError.Code,
      transient: Bool
    ) {
      self.result = result.rawValue
      self.during = during
      self.phase = phase
      self.code = code
      isTransient = transient
    }
  }

  @Test(arguments: [
    Case(CURLE_URL_MALFORMAT, .connect, .request, .invalidURL, transient: false),
    Case(CURLE_COULDNT_RESOLVE_HOST, .resolve, .resolve, .unresolvedHost, transient: true),
    Case(CURLE_COULDNT_RESOLVE_PROXY, .resolve, .resolve, .unresolvedHost, transient: true),
    Case(CURLE_COULDNT_CONNECT, .connect, .connect, .connectionFailed, transient: true),
    Case(CURLE_PROXY, .connect, .connect, .connectionFailed, transient: false),
    Case(CURLE_SSL_CONNECT_ERROR, .tls, .tls, .tlsFailed, transient: true),
    Case(CURLE_PEER_FAILED_VERIFICATION, .tls, .tls, .tlsFailed, transient: false),
    Case(CURLE_SSL_CACERT_BADFILE, .tls, .tls, .tlsFailed, transient: false),
    Case(CURLE_OPERATION_TIMEDOUT, .connect, .connect, .timedOut, transient: true),
    Case(CURLE_PARTIAL_FILE, .body, .body, .truncated, transient: true),
    Case(CURLE_GOT_NOTHING, .headers, .headers, .connectionFailed, transient: true),
    Case(CURLE_RECV_ERROR, .headers, .headers, .connectionFailed, transient: true),
    Case(CURLE_RECV_ERROR, .body, .body, .truncated, transient: true),
    Case(CURLE_RECV_ERROR, .tls, .tls, .tlsFailed, transient: true),
    Case(CURLE_SEND_ERROR, .headers, .headers, .connectionFailed, transient: true),
    // FAULTS 30
    Case(CURLE_HTTP2_STREAM, .headers, .headers, .connectionFailed, transient: true),
    Case(CURLE_HTTP2_STREAM, .body, .body, .truncated, transient: true),
    Case(CURLE_HTTP2, .headers, .headers, .connectionFailed, transient: true),
    Case(CURLE_BAD_CONTENT_ENCODING, .body, .body, .protocolError, transient: false),
    Case(CURLE_WEIRD_SERVER_REPLY, .headers, .headers, .protocolError, transient: false),
    Case(CURLE_UNSUPPORTED_PROTOCOL, .headers, .headers, .protocolError, transient: false),
    Case(CURLE_OUT_OF_MEMORY, .body, .body, .other, transient: false),
  ])
  func everyFailureHasItsPhaseAndCode(_ expected: Case) {
    let failure = CurlFailure(CURLcode(rawValue: expected.result), during: expected.during)
    #expect(failure.phase == expected.phase)
    #expect(failure.code == expected.code)
    #expect(failure.isTransient == expected.isTransient)
  }

  @Test func missingCertificatesComeWithWhatToDo() {
    #expect(
      CurlFailure.message("no file", for: CURLE_SSL_CACERT_BADFILE)
        == "no file; install the package ca-certificates, or name a bundle of certificates")
    #expect(CurlFailure.message("refused", for: CURLE_PEER_FAILED_VERIFICATION) == "refused")
  }
}
