import LazyMediaTesting
import SeededRandom
import Testing

@testable import MediaCodecs

@Suite struct VideoProbeTests {
  private static let info = VideoInfo(
    container: .mp4, size: PixelSize(width: 640, height: 360), duration: .milliseconds(15_500))

  private func outcome(_ file: [UInt8]) -> Result<VideoInfo, VideoProbeError> {
    do throws(VideoProbeError) {
      return .success(try VideoProbe.info(of: file))
    } catch {
      return .failure(error)
    }
  }

  private func size(_ file: [UInt8]) -> PixelSize? { try? outcome(file).get().size }
  private func duration(_ file: [UInt8]) throws -> Duration? { try outcome(file).get().duration }

  private func code(_ file: [UInt8]) -> String? {
    guard case .failure(let error) = outcome(file) else { return nil }
    #expect(!error.description.isEmpty)
    return error.code
  }

  // MARK: MP4

  @Test(arguments: [UInt8(0), 1], [false, true])
  func sizeAndDurationOfMP4AreToldWhereverTheMovieBoxIs(version: UInt8, isLast: Bool) {
    #expect(outcome(SampleVideo.mp4(version: version, isMovieLast: isLast)) == .success(Self.info))
  }

  @Test func aQuarterTurnExchangesTheSides() {
    #expect(size(SampleVideo.mp4(turn: .right)) == PixelSize(width: 360, height: 640))
    #expect(size(SampleVideo.mp4(version: 1, turn: .left)) == PixelSize(width: 360, height: 640))
    #expect(size(SampleVideo.mp4(turn: .half)) == PixelSize(width: 640, height: 360))
  }

  @Test func durationsThatCannotBeMeantAreUnknown() throws {
    #expect(try duration(SampleVideo.mp4(duration: 0)) == nil)
    #expect(try duration(SampleVideo.mp4(duration: UInt64(UInt32.max))) == nil)
    #expect(try duration(SampleVideo.mp4(duration: .max, version: 1)) == nil)
    #expect(try duration(SampleVideo.mp4(duration: .max - 1, timescale: 1, version: 1)) == nil)
    #expect(try duration(SampleVideo.mp4(duration: 90_001, timescale: 90_000)) == .nanoseconds(1_000_011_111))
    #expect(code(SampleVideo.mp4(timescale: 0)) == "malformed")
  }

  @Test func theFirstVideoTrackCounts() {
    let sound = SampleVideo.track(width: 0, height: 0, version: 0, turn: .none, handler: "soun")
    let first = SampleVideo.track(width: 320, height: 200, version: 0, turn: .none, handler: "vide")
    let second = SampleVideo.track(width: 800, height: 600, version: 0, turn: .none, handler: "vide")
    let header = SampleVideo.movieHeader(duration: 1, timescale: 1, version: 0)
    let movie = SampleVideo.box("moov", sound, header, first, second)
    let file = SampleVideo.fileType + movie + SampleVideo.box("mdat")
    #expect(size(file) == PixelSize(width: 320, height: 200))
    #expect(outcome(SampleVideo.mp4(handler: "soun")) == .failure(.noVideoTrack))
  }

  @Test func lengthsOf64BitsAndUpToTheEndAreUnderstood() {
    let movie = SampleVideo.box(
      "moov", isLong: true, SampleVideo.movieHeader(duration: 15_500, timescale: 1000, version: 1),
      SampleVideo.track(width: 640, height: 360, version: 0, turn: .none, handler: "vide"))
    let data = SampleVideo.box("mdat", isLong: true, [1, 2, 3])
    #expect(outcome(SampleVideo.fileType + data + movie) == .success(Self.info))
    let open: [UInt8] = [0, 0, 0, 0] + Array("mdat".utf8) + [1, 2, 3]
    #expect(outcome(SampleVideo.fileType + movie + open) == .success(Self.info))
  }

  @Test func boxesThatRunPastTheEndAreTruncated() {
    let file = SampleVideo.mp4()
    #expect(outcome(Array(file.dropLast())) == .failure(.truncated("the file ends within box mdat")))
    let huge = SampleVideo.number(1, 4) + Array("mdat".utf8) + SampleVideo.number(.max, 8)
    #expect(code(file + huge) == "truncated")
    #expect(code(file + [0, 0, 0]) == "truncated")
    #expect(code(file + [0, 0, 0, 1] + Array("mdat".utf8) + [0]) == "truncated")
  }

  @Test func aFileWithoutMediaDataIsTruncated() {
    let file = SampleVideo.mp4()
    #expect(outcome(Array(file.dropLast(108))) == .failure(.truncated("no box mdat")))
    #expect(
      outcome(Array(file.dropLast(108)) + SampleVideo.box("free")) == .failure(.truncated("no box mdat")))
  }

  @Test func damagedBoxesAreMalformed() {
    let file = SampleVideo.mp4()
    #expect(code(file + [0, 0, 0, 7] + Array("free".utf8)) == "malformed")
    #expect(code(file + [0, 0, 0, 1] + Array("free".utf8) + SampleVideo.number(15, 8)) == "malformed")
    #expect(code(SampleVideo.fileType) == "malformed")
    #expect(code(SampleVideo.fileType + SampleVideo.box("moov")) == "malformed")
    #expect(code(SampleVideo.fileType + SampleVideo.box("moov", SampleVideo.box("mvhd"))) == "malformed")
    #expect(
      code(SampleVideo.fileType + SampleVideo.box("moov", SampleVideo.box("mvhd", [0, 0, 0, 0])))
        == "malformed")
    // A box inside that is longer than the one around it.
    #expect(
      code(SampleVideo.fileType + SampleVideo.box("moov", [0, 0, 1, 0] + Array("mvhd".utf8))) == "malformed")
    #expect(code(SampleVideo.mp4(version: 2)) == "malformed")
    #expect(code(SampleVideo.mp4(width: 0)) == "malformed")
    #expect(code(SampleVideo.mp4(height: 0, version: 1)) == "malformed")
  }

  @Test func theNumberOfBoxesIsBounded() {
    let many = [[UInt8]](repeating: SampleVideo.box("free"), count: VideoProbe.maximumParts)
    #expect(code(SampleVideo.mp4() + many.joined()) == "limitExceeded")
    let elements = [[UInt8]](repeating: SampleVideo.element(0xEC), count: VideoProbe.maximumParts)
    #expect(code(SampleVideo.webm(hasUnknownLengths: true) + elements.joined()) == "limitExceeded")
  }

  // MARK: WebM

  @Test(arguments: ["webm", "matroska", "webm\0\0"], [false, true])
  func sizeAndDurationOfWebMAreTold(documentType: String, hasUnknownLengths: Bool) {
    var expected = Self.info
    expected.container = .webm
    let file = SampleVideo.webm(documentType: documentType, hasUnknownLengths: hasUnknownLengths)
    #expect(outcome(file) == .success(expected))
  }

  @Test func theScaleOfWebMIsAppliedAndDurationsThatCannotBeMeantAreUnknown() throws {
    #expect(try duration(SampleVideo.webm(duration: 3, scale: 1_000_000_000)) == .seconds(3))
    for value in [0, -1, .nan, .infinity, 1e300] {
      #expect(try duration(SampleVideo.webm(duration: value)) == nil)
    }
    #expect(try duration(SampleVideo.webm(duration: nil)) == nil)
    #expect(code(SampleVideo.webm(scale: 0)) == "malformed")
  }

  @Test func aDurationOf32BitsIsReadAndTheScaleIsAMillionUnlessTold() throws {
    let header = SampleVideo.element(0x1A45_DFA3, SampleVideo.element(0x4282, Array("webm".utf8)))
    let time = SampleVideo.element(0x4489, SampleVideo.number(UInt64(Float(1500).bitPattern), 4))
    let video = SampleVideo.element(0xE0, SampleVideo.element(0xBA, [9]), SampleVideo.element(0xB0, [16]))
    let track = SampleVideo.element(0xAE, video, SampleVideo.element(0x83, [1]))
    let file =
      header
      + SampleVideo.element(
        0x1853_8067, SampleVideo.element(0x1654_AE6B, track), SampleVideo.element(0x1549_A966, time),
        SampleVideo.element(0x1F43_B675))
    #expect(
      outcome(file)
        == .success(
          VideoInfo(container: .webm, size: PixelSize(width: 16, height: 9), duration: .milliseconds(1500))))
  }

  @Test func whatWebMLacksIsToldByTheErrorsCase() {
    #expect(outcome(SampleVideo.webm(trackType: 2)) == .failure(.noVideoTrack))
    #expect(code(SampleVideo.webm(width: 0)) == "malformed")
    #expect(code(SampleVideo.webm(height: 65_537)) == "malformed")
    #expect(code(SampleVideo.webm(documentType: "other")) == "notAVideo")
    #expect(
      code(SampleVideo.element(0x1A45_DFA3, SampleVideo.element(0x4282, Array("webm".utf8)))) == "truncated")
    #expect(code(SampleVideo.element(0x1A45_DFA3)) == "malformed")
    #expect(code(Array(SampleVideo.webm().dropLast())) == "truncated")
    #expect(code(Array(SampleVideo.webm(hasUnknownLengths: true).dropLast())) == "truncated")
    #expect(code(SampleVideo.webm(hasUnknownLengths: true) + [0]) == "malformed")
  }

  // MARK: Both

  @Test func filesOfOtherFormatsAreNoVideo() throws {
    #expect(outcome([]) == .failure(.notAVideo("")))
    #expect(outcome(try Pictures.png(4, 4)) == .failure(.notAVideo("png")))
    #expect(outcome(Array("<html>".utf8)) == .failure(.notAVideo("html")))
    #expect(outcome(Array("hello".utf8)) == .failure(.notAVideo("text")))
    #expect(code(Array("\0\0\0\u{10}ftypavif\0\0\0\0".utf8)) == "notAVideo")
  }

  private static let samples: [[UInt8]] = [
    SampleVideo.mp4(), SampleVideo.mp4(version: 1, turn: .left, isMovieLast: true), SampleVideo.webm(),
    SampleVideo.webm(hasUnknownLengths: true),
  ]

  @Test func everyTruncationIsAnErrorOrTellsTheSame() throws {
    for sample in Self.samples {
      let whole = try VideoProbe.info(of: sample)
      var cut = 0
      for count in 0..<sample.count {
        switch outcome(Array(sample.prefix(count))) {
        case .success(let info): #expect(info == whole, "\(count) bytes")
        case .failure: cut += 1
        }
      }
      // Only in a stream, whose length nobody knows, a cut can go unnoticed: behind each part of its clusters.
      let isStream = sample == Self.samples[3]
      #expect(cut == sample.count - (isStream ? 5 : 0))
    }
  }

  @Test func mutatedFilesTellSomethingPossibleOrAnError() {
    var random = SeededGenerator(seed: 14_496)
    var told = 0
    for round in 0..<6000 {
      let file = random.mutated(Self.samples[round % Self.samples.count])
      guard case .success(let info) = outcome(file) else { continue }
      told += 1
      #expect(info.size.isValid && max(info.size.width, info.size.height) <= 65_536)
      if let duration = info.duration { #expect(duration > .zero && duration < .seconds(315_576_000)) }
    }
    #expect(told > 100)
  }
}
