#if VAST
  import Locking
  import MediaTransportTesting
  import Testing

  @testable import NativeAds

  @Suite(.timeLimit(.minutes(2))) struct VASTResolverTests {
    private typealias Documents = VASTDocuments

    /// Takes outcomes.
    private final class Outcomes: Sendable {
      private let list = Lock<[VASTResolver.Outcome]>([])
      var all: [VASTResolver.Outcome] { list.withLock { $0 } }
      var failure: VASTFailure? {
        if case .failure(let failure) = all.first { failure } else { nil }
      }
      @Sendable func take(_ outcome: VASTResolver.Outcome) { list.withLock { $0.append(outcome) } }
    }

    private let transport = ScriptedTransport()
    private let outcomes = Outcomes()
    private let wrapper = Documents.vast(Documents.wrapper("w", to: "https://d.example/1"))

    // A18
    @Test func eachDocumentHasItsOwnTimeAndSize() throws {
      let resolver = VASTResolver(transport: transport)
      resolver.resolve(.document(wrapper), completion: outcomes.take)
      let first = try #require(transport.transfers.first)
      #expect(first.request.url == "https://d.example/1")
      #expect(first.request.timeouts.total == .seconds(5))
      #expect(first.request.maximumBytes == 1 << 20)
      #expect(first.request.retryPolicy == .never)
      #expect(outcomes.all.isEmpty)
      first.complete(Documents.vast(Documents.wrapper("v", to: "https://d.example/2")))
      let second = try #require(transport.transfers.last)
      #expect(second.request.url == "https://d.example/2")
      let document = Documents.vast(Documents.inLine())
      second.respond(expectedBytes: document.count)
      second.send(document, inPiecesOf: 7)
      #expect(outcomes.all.isEmpty)
      second.finish()
      #expect(outcomes.all.count == 1)
      #expect(try outcomes.all.first?.get().impressions.count == 3)
      #expect(transport.transfers.count == 2)
    }

    // A18
    @Test func aDocumentThatTakesTooLongIsATimeout() throws {
      VASTResolver(transport: transport, hopTimeout: .seconds(1))
        .resolve(.document(wrapper), completion: outcomes.take)
      #expect(transport.transfers.first?.request.timeouts.total == .seconds(1))
      transport.transfers.first?.fail(.timedOut, phase: .headers)
      #expect(outcomes.failure?.error == .wrapperTimedOut)
      #expect(outcomes.failure?.errorURLs == ["https://e.example/w?[ERRORCODE]"])
    }

    @Test func otherFailuresOfTheTransportAreTold() {
      VASTResolver(transport: transport).resolve(.url("https://d.example/1"), completion: outcomes.take)
      transport.transfers.first?.fail(.badStatus, phase: .headers, status: 404)
      #expect(outcomes.failure?.error == .wrapperFailed("scripted"))
      #expect(outcomes.failure?.error.code == 300)
    }

    @Test func aBodyOverTheLimitIsStopped() throws {
      VASTResolver(transport: transport).resolve(.url("https://d.example/1"), completion: outcomes.take)
      let transfer = try #require(transport.transfers.first)
      transfer.respond()
      let piece = [UInt8](repeating: 32, count: 1 << 19)
      #expect(transfer.send(piece))
      #expect(transfer.send(piece))
      #expect(outcomes.all.isEmpty)
      transfer.send([32])
      #expect(transfer.isCancelled)
      #expect(outcomes.failure?.error == .tooLarge(limit: 1 << 20))
    }

    @Test func nothingComesAfterCancel() throws {
      let handle = VASTResolver(transport: transport).resolve(.document(wrapper), completion: outcomes.take)
      let transfer = try #require(transport.transfers.first)
      transfer.respond()
      handle.cancel()
      handle.cancel()
      #expect(transfer.isCancelled)
      #expect(transfer.complete(Documents.vast(Documents.inLine())) == false)
      #expect(outcomes.all.isEmpty)
    }

    @Test func anEndedResolutionCannotBeCancelled() throws {
      let handle = VASTResolver(transport: transport).resolve(
        .document(Documents.vast(Documents.inLine())), completion: outcomes.take)
      handle.cancel()
      #expect(outcomes.all.count == 1)
      #expect(transport.transfers.isEmpty)
    }

    @Test func aTaskWaitsForTheAd() async throws {
      let document = Documents.vast(Documents.inLine())
      #expect(try await VASTResolver(transport: transport).resolve(.document(document)).ad.id == "inline")
      await #expect(throws: VASTFailure.self) {
        try await VASTResolver(transport: transport).resolve(.document([]))
      }
    }

    @Test func aCancelledTaskStopsTheTransfer() async throws {
      let (started, continuation) = AsyncStream.makeStream(of: ScriptedTransfer.self)
      let transport = ScriptedTransport { continuation.yield($0) }
      let task = Task { try await VASTResolver(transport: transport).resolve(.url("https://d.example/1")) }
      var transfers = started.makeAsyncIterator()
      let transfer = try #require(await transfers.next())
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      // The transfer may have been handed over only after the end.
      while !transfer.isCancelled { await Task.yield() }
    }
  }
#endif
