import LazyMedia
import LazyMediaTesting
import MediaCodecs
import MediaTransport
import MediaTransportTesting
import OriginServer
import Testing

/// Transfers that break off, or are cancelled, and go on where they were.
@Suite(.timeLimit(.minutes(2))) struct ResumedLoadTests {
  private static let file = SampleFile.padded(SampleFile.jpeg32x16, toAtLeast: 5_000_000)
  private static let other = SampleFile.padded(SampleFile.jpeg16x96, toAtLeast: 5_000_000)

  // MARK: Over an origin

  private func configuration(_ change: (inout MediaPipelineConfiguration) -> Void = { _ in })
    -> MediaPipelineConfiguration
  {
    var configuration = MediaPipelineConfiguration()
    configuration.memoryCache = nil
    change(&configuration)
    return configuration
  }

  /// Cuts the answers of `url` after each of `cuts` more bytes, then serves the rest.
  private func origin(cuts: [Int], ending: OriginEnding, _ script: OriginResponse) throws -> OriginServer {
    let origin = try OriginServer()
    let answers = cuts.map { bytes in
      script.with { $0.fault = .cut(.withinBody(after: bytes), ending: ending) }
    }
    origin.route("/a.jpg", sequence: answers + [script])
    return origin
  }

  private var script: OriginResponse {
    OriginResponse(bytes: Self.file).with { script in
      script.ranges = .honoured
      script.entityTag = "\"one\""
    }
  }

  // FAULTS 29
  @Test(arguments: [OriginEnding.close, .reset])
  func aFileWhoseConnectionEndsTenTimesIsFetchedWithFewBytesMoreThanItHas(ending: OriginEnding) async throws {
    let origin = try origin(cuts: (1...10).map { $0 * 47_001 }, ending: ending, script)
    let pipeline = MediaPipeline(
      configuration: configuration { $0.stores = [InMemoryStore()] })
    let task = pipeline.task(for: MediaRequest(url: origin.url("/a.jpg")))
    #expect(try await task.value.size == PixelSize(width: 32, height: 16))
    #expect(task.metrics.attempts == 11)
    #expect(origin.statistics.requests == 11)
    if ending == .close {
      #expect(origin.statistics.bytesWritten <= Self.file.count + Self.file.count / 100)
      #expect(task.metrics.bytes == Self.file.count)
    }
  }

  // FAULTS 29
  @Test(arguments: [OriginEnding.close, .reset])
  func noByteOfAPiecedFileIsWrong(ending: OriginEnding) async throws {
    let origin = try origin(cuts: (1...10).map { $0 * 31_013 }, ending: ending, script)
    let store = InMemoryStore()
    let pipeline = MediaPipeline(configuration: configuration { $0.stores = [store] })
    let url = origin.url("/a.jpg")
    _ = try await pipeline.image(for: MediaRequest(url: url))
    await pipeline.finishStoring()
    #expect((store.body(for: url) == Self.file) == true)
  }

  @Test func aFileThatChangedMeanwhileIsLoadedAnewAndWhole() async throws {
    let origin = try OriginServer()
    let new = OriginResponse(bytes: Self.other).with { script in
      script.ranges = .honoured
      script.entityTag = "\"two\""
    }
    let cut = script.with { $0.fault = .cut(.withinBody(after: 2_000_000), ending: .close) }
    origin.route("/a.jpg", sequence: [cut, new])
    let store = InMemoryStore()
    let pipeline = MediaPipeline(configuration: configuration { $0.stores = [store] })
    let url = origin.url("/a.jpg")
    let image = try await pipeline.image(for: MediaRequest(url: url))
    #expect(image.size == PixelSize(width: 16, height: 96))
    await pipeline.finishStoring()
    #expect((store.body(for: url) == Self.other) == true)
    #expect(origin.statistics.requests == 2)
  }

  // FAULTS 33, 32, 34
  @Test(arguments: [
    OriginRanges.ignored, .lying(.startsEarlier(by: 1_000)), .lying(.wholeBody),
    .lying(.endsEarlier(by: 1_000)),
    .lying(.total(4_999_999)), .lying(.missingContentRange), .lying(.unsatisfiable),
  ])
  func aServerThatAnswersARangeWronglyStillGivesTheFile(ranges: OriginRanges) async throws {
    let origin = try OriginServer()
    let cut = script.with { $0.fault = .cut(.withinBody(after: 2_000_000), ending: .close) }
    origin.route("/a.jpg", sequence: [cut, script.with { $0.ranges = ranges }])
    let store = InMemoryStore()
    let pipeline = MediaPipeline(configuration: configuration { $0.stores = [store] })
    let url = origin.url("/a.jpg")
    #expect(try await pipeline.image(for: MediaRequest(url: url)).size.width == 32)
    await pipeline.finishStoring()
    #expect((store.body(for: url) == Self.file) == true)
  }

  // FAULTS 34
  @Test func aServerThatSendsAPartOfAnotherVersionIsNotBelieved() async throws {
    let origin = try OriginServer()
    let cut = script.with { $0.fault = .cut(.withinBody(after: 2_000_000), ending: .close) }
    let new = OriginResponse(bytes: Self.other).with { script in
      script.ranges = .lying(.ignoresCondition)
      script.entityTag = "\"two\""
    }
    origin.route("/a.jpg", sequence: [cut, new])
    let pipeline = MediaPipeline(configuration: configuration())
    let image = try await pipeline.image(for: MediaRequest(url: origin.url("/a.jpg")))
    #expect(image.size == PixelSize(width: 16, height: 96))
  }

  // MARK: By hand

  private let head = [HTTPField.etag("one")]

  /// A load whose first megabyte has come.
  private func begin(_ fixture: PipelineFixture) throws -> (task: MediaTask, transfer: ScriptedTransfer) {
    let task = fixture.pipeline.task(for: .example())
    let transfer = try #require(fixture.transport.transfers.last)
    transfer.respond(headers: head, expectedBytes: Self.file.count)
    transfer.send(Array(Self.file[..<1_000_000]))
    return (task, transfer)
  }

  // FAULTS 34
  @Test(arguments: ["W/\"one\"", ""])
  func withoutAStrongValidatorABrokenTransferFails(tag: String) async throws {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example())
    let transfer = try #require(fixture.transport.transfers.last)
    transfer.respond(headers: tag.isEmpty ? [] : [HTTPField("ETag", tag)], expectedBytes: Self.file.count)
    transfer.send(Array(Self.file[..<100_000]))
    transfer.fail(.truncated, phase: .body, status: 200)
    #expect(await task.failure()?.code == "truncated")
    #expect(fixture.transport.transfers.count == 1)
  }

  @Test func aCancelledTransferIsGoneOnWith() async throws {
    let fixture = PipelineFixture()
    let (first, transfer) = try begin(fixture)
    first.cancel()
    // What comes late is not counted twice.
    transfer.sendLate(Array(Self.file[1_000_000..<1_000_100]))

    let second = fixture.pipeline.task(for: .example())
    let rest = try #require(fixture.transport.transfers.last)
    #expect(rest.request.byteRange == 1_000_000..<Int.max)
    #expect(rest.request.headers == [HTTPField("If-Range", "\"one\"")])
    rest.respond(
      status: 206,
      headers: head + [HTTPField("Content-Range", "bytes 1000000-\(Self.file.count - 1)/\(Self.file.count)")],
      expectedBytes: Self.file.count - 1_000_000)
    var events = second.events.makeAsyncIterator()
    guard case .progress(1_000_000, Self.file.count)? = await events.next() else {
      Issue.record("what was kept is not told")
      return
    }
    rest.send(Array(Self.file[1_000_000...]), inPiecesOf: 65_536)
    rest.finish()
    fixture.executor.runAll()
    #expect(try await second.value.size.width == 32)
    #expect(second.metrics.bytes == Self.file.count - 1_000_000)
    let metrics = fixture.pipeline.metrics
    #expect(metrics.bytesWasted == 1_000_000)
    #expect(metrics.bytesRecovered == 1_000_000)
    #expect(metrics.bytesFetched == Self.file.count)
  }

  @Test func whatWasKeptIsForgottenWhereTheServerHasAnotherFile() async throws {
    let fixture = PipelineFixture()
    let (first, _) = try begin(fixture)
    first.cancel()
    let second = fixture.pipeline.task(for: .example())
    fixture.serve(SampleFile.png4x2)
    #expect(try await second.value.size.width == 4)
  }

  @Test func aTransferThatOthersWaitForIsNotBegunAgain() async throws {
    let fixture = PipelineFixture()
    let (first, transfer) = try begin(fixture)
    let second = fixture.pipeline.task(for: .example())
    first.cancel()
    #expect(transfer.isActive)
    transfer.send(Array(Self.file[1_000_000...]))
    transfer.finish()
    fixture.executor.runAll()
    #expect(try await second.value.size.width == 32)
    #expect(fixture.transport.transfers.count == 1)
  }

  @Test func aPriorityRaisedWhileATransferGoesOnReachesTheNextPart() async throws {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example())
    let transfer = try #require(fixture.transport.transfers.last)
    transfer.respond(headers: head, expectedBytes: Self.file.count)
    transfer.send(Array(Self.file[..<100_000]))
    task.priority = .veryHigh
    transfer.fail(.connectionFailed, phase: .body, status: 200)
    #expect(fixture.transport.transfers.last?.request.priority == .veryHigh)
    task.cancel()
    #expect(fixture.transport.activeTransfers.isEmpty)
  }

  @Test func aFileThatNeverArrivesIsGivenUpAfterTwentyTransfers() async throws {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example())
    var start = 0
    for index in 0..<20 {
      let transfer = try #require(fixture.transport.activeTransfers.last)
      let range = HTTPField("Content-Range", "bytes \(start)-\(Self.file.count - 1)/\(Self.file.count)")
      transfer.respond(
        status: index == 0 ? 200 : 206, headers: head + (index == 0 ? [] : [range]),
        expectedBytes: Self.file.count - start)
      transfer.send(Array(Self.file[start..<start + 1_000]))
      start += 1_000
      transfer.fail(.connectionFailed, phase: .body, status: 200)
    }
    #expect(fixture.transport.activeTransfers.isEmpty)
    #expect(await task.failure()?.attempt == 20)
  }

  @Test func aBodyMayNotGrowOverItsLimitInPieces() async throws {
    let fixture = PipelineFixture { $0.decodeLimits.maximumBytes = 300_000 }
    let task = fixture.pipeline.task(for: .example())
    let first = try #require(fixture.transport.transfers.last)
    first.respond(headers: head)
    first.send(Array(Self.file[..<200_000]))
    first.fail(.connectionFailed, phase: .body, status: 200)
    let rest = try #require(fixture.transport.activeTransfers.last)
    #expect(rest.request.isContinuing)
    rest.respond(status: 206, headers: head + [HTTPField("Content-Range", "bytes 200000-999999/1000000")])
    #expect(await task.failure()?.code == "tooLarge")
    #expect(fixture.transport.activeTransfers.isEmpty)
  }

  @Test func piecesOfWhatMayNotBeStoredAreNotKept() throws {
    let fixture = PipelineFixture()
    let task = fixture.pipeline.task(for: .example())
    let transfer = try #require(fixture.transport.transfers.last)
    transfer.respond(headers: head + [.cacheControl("no-store")], expectedBytes: Self.file.count)
    transfer.send(Array(Self.file[..<1_000_000]))
    task.cancel()
    _ = fixture.pipeline.task(for: .example())
    #expect(fixture.transport.transfers.last?.request.byteRange == nil)
  }

  @Test func whatIsKeptIsBounded() async throws {
    let fixture = PipelineFixture()
    for index in 0..<8 {
      let task = fixture.pipeline.task(for: .example("\(index)"))
      let transfer = try #require(fixture.transport.transfers.last)
      transfer.respond(headers: head, expectedBytes: Self.file.count)
      transfer.send(Array(Self.file[..<4_000_000]))
      task.cancel()
    }
    // The oldest are gone, the newest are there.
    _ = fixture.pipeline.task(for: .example("0"))
    #expect(fixture.transport.transfers.last?.request.byteRange == nil)
    _ = fixture.pipeline.task(for: .example("7"))
    #expect(fixture.transport.transfers.last?.request.byteRange == 4_000_000..<Int.max)
  }
}
