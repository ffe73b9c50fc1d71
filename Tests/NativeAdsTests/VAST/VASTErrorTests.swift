import MediaTransport
import Testing

@testable import NativeAds

@Suite struct VASTErrorTests {
  private func error(_ code: TransportError.Code, status: Int? = nil) -> VASTError {
    VASTError(
      mediaFile: TransportError(
        phase: .headers, code: code, message: "why", url: "https://m.example", status: status))
  }

  @Test func failuresOfMediaFilesHaveTheNumbersOfTheIAB() {
    #expect(error(.badStatus, status: 404).code == 401)
    #expect(error(.badStatus, status: 410).code == 401)
    #expect(error(.timedOut).code == 402)
    #expect(error(.badStatus, status: 500) == .mediaFileFailed("why"))
    #expect(error(.connectionFailed).code == 400)
    #expect(VASTError.noSupportedMediaFile.code == 403)
    #expect(VASTError.mediaFileUndecodable.code == 405)
  }

  @Test func theTextNamesTheNumber() {
    #expect(
      VASTError.wrapperTimedOut.description
        == "the document of a wrapper did not come in time (VAST error 301)")
  }

  #if !VAST
    @Test func withoutTheTraitNothingIsRead() {
      #expect(throws: VASTError.unavailable) { try VAST(Array("<VAST version='3.0'/>".utf8)) }
    }
  #endif
}
