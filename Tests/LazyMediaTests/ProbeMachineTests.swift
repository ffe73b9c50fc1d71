import MediaCodecs
import MediaTransport
import Testing

@testable import LazyMedia
import LazyMediaTesting

@Suite(.timeLimit(.minutes(2))) struct ProbeMachineTests {
  /// Plays a server. Returns what the machine found, the parts it asked for, and the bytes sent.
  private func run(
    _ file: [UInt8], honoursRanges: Bool = true, tellsTotal: Bool = true
  ) -> (result: Result<ImageInfo, CodecError>, parts: [Range<Int>], sent: Int) {
    var machine = ProbeMachine(limits: DecodeLimits())
    var parts = [machine.first]
    while let part = parts.last, parts.count < 100 {
      let sent = honoursRanges ? part.clamped(to: 0..<file.count) : 0..<file.count
      let total = tellsTotal ? "\(file.count)" : "*"
      let place = HTTPField("content-range", "bytes \(sent.lowerBound)-\(sent.upperBound - 1)/\(total)")
      machine.begin(
        TransportResponse(status: honoursRanges ? 206 : 200, headers: honoursRanges ? [place] : []))
      var action = ProbeMachine.Action.wait
      for start in stride(from: sent.lowerBound, to: sent.upperBound, by: 100) {
        let piece = Array(file[start..<min(start + 100, sent.upperBound)])
        action = machine.take(piece.span.bytes)
        if case .wait = action { continue }
        break
      }
      if case .wait = action { action = machine.end() }
      switch action {
      case .wait: break
      case .ask(let range): parts.append(range)
      case .found(let info): return (.success(info), parts, machine.received)
      case .fail(let error): return (.failure(error), parts, machine.received)
      }
    }
    return (.failure(.empty), parts, machine.received)
  }

  @Test(arguments: [true, false])
  func whatTheProbePassesOverIsNotAskedFor(tellsTotal: Bool) {
    let file = SampleFile.padded(SampleFile.jpeg32x16, toAtLeast: 500_000)
    let (result, parts, sent) = run(file, tellsTotal: tellsTotal)
    #expect(result == .success(ImageInfo(format: .jpeg, storedSize: PixelSize(width: 32, height: 16))))
    #expect(sent < 10_000)
    #expect(parts.count > 2)
  }

  @Test func aSmallHeadNeedsOnePart() {
    let (result, parts, sent) = run(SampleFile.jpeg32x16)
    #expect((try? result.get())?.storedSize == PixelSize(width: 32, height: 16))
    #expect(parts.count == 1)
    #expect(sent <= 1_024)
  }

  @Test func aServerThatIgnoresRangesIsReadUntilTheHeadIsKnown() {
    let file = SampleFile.padded(SampleFile.jpeg32x16, toAtLeast: 200_000)
    let (result, parts, sent) = run(file, honoursRanges: false)
    #expect((try? result.get())?.storedSize == PixelSize(width: 32, height: 16))
    #expect(parts.count == 1)
    #expect(sent <= file.count)
  }

  @Test func aServerThatIgnoresALaterRangeIsReadBehindWhatIsKnown() {
    let file = SampleFile.padded(SampleFile.jpeg32x16, toAtLeast: 100_000)
    var machine = ProbeMachine(limits: DecodeLimits())
    machine.begin(
      TransportResponse(status: 206, headers: [HTTPField("Content-Range", "bytes 0-1023/\(file.count)")]))
    let head = Array(file[..<1_024])
    _ = machine.take(head.span.bytes)
    guard case .ask = machine.end() else {
      Issue.record("a later part is asked for")
      return
    }
    machine.begin(TransportResponse(status: 200))
    guard case .found(let info) = machine.take(file.span.bytes) else {
      Issue.record("the head is in the whole file")
      return
    }
    #expect(info.storedSize == PixelSize(width: 32, height: 16))
  }

  @Test func partsWithoutAGapGrow() {
    var file = Array(SampleFile.jpeg32x16[..<2])
    for _ in 0..<2_000 { file += [0xFF, 0xFE, 0x00, 0x03, 0x20] }
    file += SampleFile.jpeg32x16[2...]
    let (result, parts, _) = run(file)
    #expect((try? result.get()) != nil)
    #expect(parts.count < 8)
  }

  @Test func aFileThatEndsBeforeItsHeadIsTruncated() {
    let cut = Array(SampleFile.padded(SampleFile.jpeg32x16, toAtLeast: 70_000)[..<66_000])
    guard case .failure(.truncated) = run(cut).result else {
      Issue.record("a file without a frame is truncated")
      return
    }
    #expect(run([]).result == .failure(.empty))
  }
}
