import Testing

@testable import MediaCodecs

@Suite struct CancellationTests {
  private static func files() throws -> [[UInt8]] {
    [
      try Pictures.jpeg(64, 512), try Pictures.jpeg(64, 512, isProgressive: true), try Pictures.png(64, 512),
      try Pictures.png(64, 512, isInterlaced: true),
    ]
  }

  @Test func decodeThatIsCancelledBeforeItBeginsDoesNothing() throws {
    for file in try Self.files() {
      let cancellation = DecodeCancellation()
      cancellation.cancel()
      let outcome = decode(file, cancellation: cancellation)
      #expect(outcome.error == .cancelled)
      #expect(outcome.events.isEmpty)
    }
  }

  @Test func runningDecodeStopsBetweenRowGroups() throws {
    for file in try Self.files() {
      let cancellation = DecodeCancellation()
      let outcome = decode(file, cancellation: cancellation) { event in
        if case .info = event { cancellation.cancel() }
      }
      #expect(outcome.error == .cancelled)
      #expect(outcome.image == nil)
    }
    let cancellation = DecodeCancellation()
    let outcome = decode(try Pictures.jpeg(64, 512), cancellation: cancellation) { event in
      if case .rows = event { cancellation.cancel() }
    }
    #expect(outcome.error == .cancelled)
    #expect(outcome.rows > 0 && outcome.rows < 512)
  }

  @Test func cancelledDecodeStaysSilentAndGivesItsMemoryBack() throws {
    // Of a progressive file there are no rows yet: it holds no pixels.
    for (index, file) in try Self.files().enumerated() where index != 1 {
      let pool = PixelBufferPool(byteLimit: 1 << 22)
      let cancellation = DecodeCancellation()
      let decoder = PushDecoder(pool: pool, cancellation: cancellation)
      _ = feed(Array(file[..<(file.count / 2)]), to: decoder)
      cancellation.cancel()
      #expect(feed(Array(file[(file.count / 2)...]), to: decoder).error == .cancelled)
      let later = feed(file, to: decoder, isLast: true)
      #expect(later.events.isEmpty && later.error == nil)
      // The decoder is still there, the memory is not in its hands.
      withExtendedLifetime(decoder) { #expect(pool.cachedBytes >= 64 * 512 * 4) }
    }
  }

  @Test func partIsNotGivenForACancelledDecode() throws {
    for file in try Self.files() {
      let cancellation = DecodeCancellation()
      let outcome = decode(file, options: DecodeOptions(allowsPartial: true), cancellation: cancellation) {
        event in
        if case .info = event { cancellation.cancel() }
      }
      #expect(outcome.error == .cancelled)
    }
  }
}
