import Testing

@testable import MediaCodecs

@Suite struct CorporaTests {
  private static let decodable = ["jpeg", "png", "hostile-jpeg", "hostile-png"]

  private static let asStored: DecodeOptions = {
    var options = DecodeOptions()
    options.appliesOrientation = false
    return options
  }()

  /// Whether libjpeg-turbo's version decides about the pixels.
  private static func isExempt(_ entry: Corpora.Entry) -> Bool {
    let isProgressive440 = entry.shows.contains("progressive") && entry.shows.contains("440")
    let isIncomplete = entry.shows.contains("progressive") && entry.expected != "decode"
    return isProgressive440 || isIncomplete
  }

  @Test func everyFileEndsAsTheReferenceDecodersEndIt() throws {
    guard let entries = try Corpora.entries(Self.decodable) else { return }
    var exact = 0
    var exempt = 0
    var failed = 0
    for entry in entries {
      let outcome = decode(entry.bytes, options: Self.asStored)
      let acceptable = [entry.expected, entry.alsoAcceptable]
      if let error = outcome.error {
        failed += 1
        #expect(acceptable.contains("error"), "\(entry.path): \(error)")
        continue
      }
      #expect(acceptable.contains { $0.hasPrefix("decode") }, "\(entry.path) loads")
      let demandsHash = entry.expected == "decode" || entry.agreement.hasPrefix("all-agree")
      guard demandsHash, !entry.hash.isEmpty else { continue }
      if outcome.hash == entry.hash {
        exact += 1
      } else if Self.isExempt(entry) {
        exempt += 1
      } else {
        Issue.record("\(entry.path): pixels differ; \(entry.shows); \(entry.agreement)")
      }
    }
    print("corpora: \(exact) exact, \(exempt) exempt and different, \(failed) refused, of \(entries.count)")
  }
}
