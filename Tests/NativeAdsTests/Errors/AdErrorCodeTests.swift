import Foundation
import LazyMedia
import MediaTransport
import Testing

@testable import NativeAds

@Suite struct AdErrorCodeTests {
  @Test func theNumbersAreThoseOfTheDocumentation() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let table = try String(contentsOf: root.appending(path: "Documentation/Errors.md"), encoding: .utf8)
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| number") }
    let documented = rows.map { row in
      row.split(separator: "|").prefix(2).map { $0.trimmingCharacters(in: .whitespaces) }.joined(
        separator: " ")
    }
    #expect(documented == AdErrorCode.allCases.map { "\($0.rawValue) `\($0)`" })
  }

  @Test func errorsOfVASTKeepTheirNumbers() {
    let errors: [VASTError] = [
      .unavailable, .empty, .tooLarge(limit: 1), .malformed(""), .declaresEntities, .tooDeep(limit: 1),
      .notVAST(root: ""), .unsupportedVersion(""), .noLinear, .wrapperFailed(""), .wrapperTimedOut,
      .tooManyWrappers(limit: 1), .wrapperLoop(url: ""), .noAd(afterWrappers: true),
      .noAd(afterWrappers: false), .mediaFileNotFound, .mediaFileTimedOut, .noSupportedMediaFile,
      .mediaFileUndecodable, .mediaFileFailed(""),
    ]
    for error in errors {
      #expect(error.errorCode.rawValue == error.code)
      #expect(VASTFailure(error: error, errorURLs: [], chain: []).errorCode == error.errorCode)
    }
  }

  // B15
  @Test func everyResultButSuccessHasANumberOfItsOwn() {
    let codes = RewardResult.allCases.compactMap(\.errorCode)
    #expect(RewardResult.allCases.count == 10)
    #expect(Set(codes).count == 9)
    #expect(RewardResult.success.errorCode == nil)
  }

  @Test func queuesOfTrackersHaveANumberForEachFailure() {
    let codes = TrackerQueueError.Code.allCases.map { TrackerQueueError($0, "").errorCode }
    #expect(Set(codes).count == codes.count)
    #expect(TrackerError.expired.errorCode != TrackerError.tooManyWaiting.errorCode)
    #expect(NativeAdViewBinderError.missingComponents([.title]).errorCode == .missingComponents)
  }

  // D14, D18
  @Test func noFillHasOneNumberAndThatOfBackfillsAnother() {
    let noFill = NativeAdLoaderError.response(.noFill(reason: 2))
    #expect(noFill.errorCode == .noFill)
    #expect(NativeAdUnitError.direct(noFill).errorCode == .noFill)
    #expect(NativeAdGroupError.noFill([]).errorCode == .noFill)
    #expect(NativeAdGroupError.request(.timedOut(.seconds(1))).errorCode == .requestTimedOut)
    #expect(NativeAdUnitError.backfillNoFill([noFill, noFill]).errorCode == .backfillNoFill)
  }
}
