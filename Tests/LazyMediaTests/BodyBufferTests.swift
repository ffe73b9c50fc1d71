import Testing

@testable import LazyMedia

@Suite(.timeLimit(.minutes(2))) struct BodyBufferTests {
  private func read(_ body: BodyBuffer, from offset: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for slice in body.slices(from: offset) {
      slice.withBytes { span in span.withUnsafeBytes { bytes += $0 } }
    }
    return bytes
  }

  @Test(arguments: [0, 1, 100, 300_000, 5_000_000])
  func whatWasAppendedIsReadWhateverLengthWasExpected(expected: Int) {
    let body = BodyBuffer()
    if expected > 0 { body.reserve(expected) }
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var start = 0
    var length = 1
    while start < bytes.count {
      let end = min(start + length, bytes.count)
      body.append(bytes[start..<end].span.bytes)
      start = end
      length = length * 3 % 40_009 + 1
    }
    #expect(body.count == bytes.count)
    #expect(read(body, from: 0) == bytes)
    for offset in [1, 65_535, 65_536, 200_000, 299_999] {
      #expect(read(body, from: offset) == Array(bytes[offset...]))
    }
    #expect(read(body, from: 300_000).isEmpty)
  }

  @Test func aBodyOfTheExpectedLengthIsOnePiece() {
    let body = BodyBuffer()
    body.reserve(100_000)
    let piece = [UInt8](repeating: 7, count: 10_000)
    for _ in 0..<10 { body.append(piece.span.bytes) }
    #expect(body.slices(from: 0).count == 1)
    #expect(body.slices(from: 0).first?.count == 100_000)
  }
}
