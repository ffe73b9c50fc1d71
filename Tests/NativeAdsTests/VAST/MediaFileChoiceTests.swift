import NativeAds
import Testing

@Suite struct MediaFileChoiceTests {
  /// A file of a case, its URL ending in `name`.
  private static func file(
    _ name: String, _ width: Int, _ height: Int, _ bitrate: Int? = nil, type: String = "video/mp4",
    delivery: VAST.MediaFile.Delivery? = .progressive, scheme: String = "https", api: String? = nil,
    size: Int? = nil, mediaType: String = "2D"
  ) -> VAST.MediaFile {
    var file = VAST.MediaFile()
    file.url = name.isEmpty ? "" : "\(scheme)://m.example/\(name)"
    (file.width, file.height, file.bitrate) = (width, height, bitrate)
    (file.type, file.delivery, file.apiFramework) = (type, delivery, api)
    (file.fileSize, file.mediaType) = (size, mediaType)
    return file
  }

  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var files: [VAST.MediaFile]
    var targetWidth: Int?
    var duration: Duration?
    var types = VAST.MediaFileChoice.defaultTypes
    /// The end of the URL that is chosen; `nil` for none.
    var chosen: String?
    var width: Int
    var height: Int
    var isEstimated = false

    init(
      _ description: String, _ files: [VAST.MediaFile], target: Int? = nil, duration: Duration? = nil,
      types: [String]? = nil, _ chosen: String?, _ width: Int, _ height: Int, isEstimated: Bool = false
    ) {
      testDescription = description
      (self.files, targetWidth, self.duration, self.chosen) = (files, target, duration, chosen)
      (self.width, self.height, self.isEstimated) = (width, height, isEstimated)
      if let types { self.types = types }
    }
  }

  private static let three = [
    file("a", 1280, 720, 2000), file("b", 854, 480, 1000), file("c", 640, 360, 600),
  ]
  private static let hls = "application/x-mpegURL"
  private static let appleHLS = "application/vnd.apple.mpegurl"

  private static let cases = [
    Case("no file", [], nil, 0, 0),
    Case("one file", [file("a", 640, 360)], "a", 640, 360),
    Case("the default target is 1,280", three.reversed(), "a", 1280, 720),
    Case("the smallest that covers the target", three, target: 700, "b", 854, 480),
    Case("a width equal to the target covers it", three, target: 640, "c", 640, 360),
    Case("one pixel more does not", three, target: 641, "b", 854, 480),
    Case("the largest where none covers the target", three, target: 4000, "a", 1280, 720),
    Case("a target of 0 is the default", three, target: 0, "a", 1280, 720),
    Case("a target below all", three, target: 1, "c", 640, 360),
    Case("nothing without an address", [file("", 1280, 720), file("b", 640, 360)], "b", 640, 360),
    Case(
      "nothing that is not http or https",
      [file("a", 1280, 720, scheme: "file"), file("b", 640, 360, scheme: "HTTP")], "b", 640, 360),
    Case(
      "nothing that needs a framework", [file("a", 1280, 720, api: "VPAID"), file("b", 64, 36)], "b", 64, 36),
    Case("an empty framework is none", [file("a", 1280, 720, api: "")], "a", 1280, 720),
    Case(
      "nothing of another type", [file("a", 1280, 720, type: "video/x-flv"), file("b", 64, 36)], "b", 64, 36),
    Case("nothing without a type", [file("a", 1280, 720, type: "")], nil, 0, 0),
    Case("nothing round", [file("a", 1280, 720, mediaType: "360"), file("b", 64, 36)], "b", 64, 36),
    Case("2d is 2D", [file("a", 1280, 720, mediaType: "2d")], "a", 1280, 720),
    Case(
      "only what cannot be played",
      [file("a", 600, 396, type: "video/x-flv"), file("b", 370, 270, type: "application/x-shockwave-flash")],
      nil, 0, 0),
    Case(
      "progressive before streaming, whatever the type",
      [file("a", 1280, 720, delivery: .streaming), file("b", 320, 180, type: "video/webm")], "b", 320, 180),
    Case(
      "progressive, not given, streaming",
      [
        file("a", 1280, 720, delivery: .streaming), file("b", 1280, 720, delivery: nil), file("c", 320, 180),
      ], "c", 320, 180),
    Case(
      "not given before streaming",
      [file("a", 1280, 720, delivery: .streaming), file("b", 320, 180, delivery: nil)], "b", 320, 180),
    Case(
      "an earlier type before a better width",
      [file("a", 1280, 720, type: "video/webm"), file("b", 320, 180)], "b", 320, 180),
    Case(
      "the list of types decides",
      [file("a", 1280, 720, type: "video/webm"), file("b", 1280, 720)], types: ["video/webm", "video/mp4"],
      "a", 1280, 720),
    Case(
      "types have no case and no parameters", [file("a", 1280, 720, type: "Video/MP4; codecs=\"avc1\"")], "a",
      1280, 720),
    Case(
      "WebM before HLS",
      [file("a", 1280, 720, type: hls), file("b", 320, 180, type: "video/webm")], "b", 320, 180),
    Case(
      "both names of HLS are one type",
      [
        file("a", 320, 180, type: hls, delivery: .streaming),
        file("b", 1280, 720, type: appleHLS, delivery: .streaming),
      ], "b", 1280, 720),
    Case(
      "the highest bitrate up to the cap",
      [file("a", 1280, 720, 2501), file("b", 1280, 720, 2500), file("c", 1280, 720, 2499)], "b", 1280, 720),
    Case(
      "the lowest where all are above it",
      [file("a", 1280, 720, 9000), file("b", 1280, 720, 4000), file("c", 1280, 720, 5000)], "b", 1280, 720),
    Case("width before bitrate", [file("a", 1280, 720, 9000), file("b", 1920, 1080, 2000)], "a", 1280, 720),
    Case(
      "a missing bitrate is estimated: 3,750,000 bytes in 15 s are 2,000 kbit/s",
      [file("a", 1280, 720, 1999), file("b", 1280, 720, size: 3_750_000), file("c", 1280, 720, 2600)],
      duration: .seconds(15), "b", 1280, 720),
    Case(
      "without a duration it is not known",
      [file("a", 1280, 720, size: 3_750_000), file("b", 1280, 720, 9000)], "b", 1280, 720),
    Case(
      "nor with one of 0",
      [file("a", 1280, 720, size: 3_750_000), file("b", 1280, 720, 9000)], duration: .zero, "b", 1280, 720),
    Case(
      "an absurd estimate is not known",
      [file("a", 1280, 720, size: .max), file("b", 1280, 720, 9000)], duration: .nanoseconds(1), "b", 1280,
      720),
    Case("a bitrate of 0 is none", [file("a", 1280, 720, 0), file("b", 1280, 720, 9000)], "b", 1280, 720),
    Case("equal in all, the first", [file("a", 1280, 720, 900), file("b", 1280, 720, 900)], "a", 1280, 720),
    Case(
      "the tie is one of widths, not of heights", [file("a", 1280, 720, 9), file("b", 1280, 960, 10)], "b",
      1280, 960),
    Case("files without a size come last", [file("a", 0, 0, 2000), file("b", 64, 36)], "b", 64, 36),
    Case("one dimension is no size", [file("a", 1280, 0, 2000), file("b", 64, 36)], "b", 64, 36),
    Case("no size at all", [file("a", 0, 0)], "a", 0, 0),
    Case("a negative size is none", [file("a", -1280, -720)], "a", 0, 0),
    Case(
      "the size of another file is an estimate",
      [file("a", 0, 0), file("b", 640, 360, type: "video/webm")], "a", 640, 360, isEstimated: true),
    Case(
      "but not that of one that was dropped",
      [file("a", 0, 0), file("b", 640, 360, type: "video/x-flv")], "a", 0, 0),
    Case(
      "the best of the others gives it",
      [file("a", 0, 0), file("b", 640, 360, type: hls), file("c", 1920, 1080, type: "video/webm")],
      "a", 1920, 1080, isEstimated: true),
    Case("16,384 pixels are believed", [file("a", 16384, 9216)], "a", 16384, 9216),
    Case("16,385 are not", [file("a", 16385, 9216)], "a", 0, 0),
    Case("a billion is not", [file("a", 1_000_000_000, .max)], "a", 0, 0),
    Case("ten to one is believed", [file("a", 3000, 300)], "a", 3000, 300),
    Case("more is not", [file("a", 3001, 300)], "a", 0, 0),
    Case("one to ten is believed", [file("a", 300, 3000)], "a", 300, 3000),
    Case("less is not", [file("a", 300, 3001)], "a", 0, 0),
  ]

  // G17, G18, A24
  @Test(arguments: cases) func theChoiceFollowsTheRule(_ test: Case) {
    let choice = VAST.MediaFileChoice.choose(
      from: test.files, duration: test.duration, targetWidth: test.targetWidth, supportedTypes: test.types)
    #expect(choice.file?.url.split(separator: "/").last.map(String.init) == test.chosen)
    #expect(choice.width == test.width)
    #expect(choice.height == test.height)
    #expect(choice.isEstimated == test.isEstimated)
    #expect(choice.candidates.map(\.file) == test.files)
    let chosen = choice.candidates.filter { $0.verdict == .chosen }
    #expect(chosen.map(\.file) == (choice.file.map { [$0] } ?? []))
  }

  @Test func theOrderOfTheDocumentDoesNotMatter() {
    for files in [Self.three, Self.three.reversed(), [Self.three[1], Self.three[2], Self.three[0]]] {
      #expect(VAST.MediaFileChoice.choose(from: files, targetWidth: 854).file == Self.three[1])
    }
  }

  @Test func theCapIsAnArgument() {
    let files = [Self.file("a", 1280, 720, 2000), Self.file("b", 1280, 720, 4000)]
    #expect(VAST.MediaFileChoice.choose(from: files, bitrateCap: 5000).file == files[1])
    #expect(VAST.MediaFileChoice.choose(from: files, bitrateCap: 100).file == files[0])
  }

  @Test func everyFileHasAReason() {
    let files = [
      Self.file("a", 1280, 720, 2000),
      Self.file("", 1280, 720),
      Self.file("c", 1280, 720, scheme: "javascript"),
      Self.file("d", 1280, 720, api: "SIMID"),
      Self.file("e", 1280, 720, type: "video/3gpp"),
      Self.file("f", 1280, 720, type: ""),
      Self.file("g", 1280, 720, mediaType: "3D"),
      Self.file("h", 1280, 720, delivery: .streaming),
      Self.file("i", 1280, 720, delivery: nil),
      Self.file("j", 1280, 720, type: "video/webm"),
      Self.file("k", 0, 0),
      Self.file("l", 640, 360),
      Self.file("m", 1920, 1080),
      Self.file("n", 1280, 720),
      Self.file("o", 1280, 720, 3000),
      Self.file("p", 1280, 720, 1000),
      Self.file("q", 1280, 720, 2000),
    ]
    let expected: [VAST.MediaFileChoice.Verdict] = [
      .chosen,
      .dropped("it has no address"),
      .dropped("its address is neither http nor https"),
      .dropped("it needs SIMID"),
      .dropped("video/3gpp is not supported"),
      .dropped("it has no type"),
      .dropped("it is 3D, not 2D"),
      .outranked("streaming comes after progressive"),
      .outranked("its delivery is not given"),
      .outranked("video/webm comes after video/mp4"),
      .outranked("it has no size"),
      .outranked("640 pixels wide is less than is shown"),
      .outranked("1920 pixels wide is more than is needed"),
      .outranked("its bitrate is not known"),
      .outranked("3000 kbit/s is above the cap"),
      .outranked("1000 kbit/s is less than 2000"),
      .outranked("it comes later in the document"),
    ]
    #expect(VAST.MediaFileChoice.choose(from: files).candidates.map(\.verdict) == expected)
  }
}
