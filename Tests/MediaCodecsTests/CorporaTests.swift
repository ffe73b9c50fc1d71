import Testing

@testable import MediaCodecs

@Suite(
  .enabled(if: Corpora.root != nil, "LAZYMEDIA_CORPORA does not name the folder of real image files"))
struct CorporaTests {
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
    let entries = try Corpora.entries(Self.decodable)
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

  @Test func everyCutGivesTheSameResult() throws {
    let entries = try Corpora.entries(Self.decodable)
    for entry in entries {
      let whole = decode(entry.bytes, options: Self.asStored)
      for chunk in [1000, 1] {
        let pieces = decode(entry.bytes, chunk: chunk, options: Self.asStored)
        #expect(pieces.summary == whole.summary, "\(entry.path) in pieces of \(chunk)")
        #expect(pieces.bytes == whole.bytes, "\(entry.path) in pieces of \(chunk)")
      }
    }
  }

  @Test func otherFormatsAreNamedInTheError() throws {
    let folders = [
      "webp", "gif", "avif", "notimage", "hostile-webp", "hostile-gif", "hostile-avif", "hostile-notimage",
    ]
    let entries = try Corpora.entries(folders)
    let formats: [String: ImageFormat] = ["webp": .webp, "gif": .gif, "avif": .avif]
    var named = 0
    for entry in entries {
      for chunk in [0, 1, 1000] {
        let error = decode(entry.bytes, chunk: chunk).error
        #expect(probe(entry.bytes, chunk: chunk).error == error, "\(entry.path)")
        switch error {
        case .unsupportedFormat(let format):
          named += 1
          if let expected = formats[entry.folder.replacing("hostile-", with: "")] {
            #expect(format == expected, "\(entry.path)")
          }
        case .notAnImage, .truncated: break
        default: Issue.record("\(entry.path): \(String(describing: error))")
        }
      }
    }
    print("corpora: \(named / 3) of \(entries.count) files of other formats named")
  }

  @Test func probesKnowNearlyAllFilesWithinFourKilobytes() throws {
    let entries = try Corpora.entries(["jpeg", "png"])
    var read: [Int] = []
    for entry in entries where entry.expected == "decode" {
      let result = probe(entry.bytes, chunk: 256)
      let info = try #require(result.info, "\(entry.path): \(String(describing: result.error))")
      #expect(info.storedSize == PixelSize(width: entry.width, height: entry.height), "\(entry.path)")
      // The manifest reads eXIf chunks behind the picture as well.
      let isLate = entry.folder == "png" && info.orientation == .up
      if !isLate, let value = Int(entry.orientation), let orientation = ImageOrientation(rawValue: value) {
        #expect(info.orientation == orientation, "\(entry.path)")
      } else {
        #expect(info.orientation == .up, "\(entry.path)")
      }
      #expect(
        info
          == decode(
            entry.bytes, options: DecodeOptions(target: DecodeTarget(size: PixelSize(width: 8, height: 8)))
          ).info)
      read.append(result.bytesRead)
    }
    read.sort()
    let within = read.filter { $0 <= 4096 }.count
    print(
      "probe: \(within) of \(read.count) within 4,096 bytes, median \(read[read.count / 2]), most \(read.last ?? 0)"
    )
    #expect(Double(within) >= 0.95 * Double(read.count))
  }

  /// Exercises every orientation, scale and mode over real files, for the sanitizers.
  @Test func everyFileSurvivesEveryOption() throws {
    let entries = try Corpora.entries(Self.decodable)
    for (index, entry) in entries.enumerated() {
      for allowsPartial in [false, true] {
        var options = DecodeOptions(allowsPartial: allowsPartial)
        options.target = DecodeTarget(
          size: PixelSize(width: 1 + index % 97, height: 1 + index % 71), fit: ContentFit.allCases[index % 3])
        options.alphaMode = AlphaMode.allCases[index % 2]
        options.pixelFormat = PixelFormat.allCases[index / 2 % 2]
        options.makesPreviews = true
        let outcome = decode(entry.bytes, chunk: 700, options: options)
        #expect((outcome.image == nil) != (outcome.error == nil), "\(entry.path)")
        if let pixels = outcome.image?.pixels { #expect(pixels.size.isValid) }
      }
    }
  }
}
