import Locking
import MediaTransport
import MediaTransportTesting
import Testing

@testable import LazyMedia

@Suite struct BodyFetchTests {
  private let transport = ScriptedTransport()
  private let results = Results()

  private final class Results: Sendable {
    let list = Lock<[Result<BodyFetch.Body, TransportError>]>([])
  }

  private final class Cell: Sendable {
    let fetch = Lock<BodyFetch?>(nil)
  }

  private func begin(maximumBytes: Int = 10) throws -> (BodyFetch, ScriptedTransfer) {
    let request = TransportRequest(url: "https://example.com/a", maximumBytes: maximumBytes)
    let fetch = BodyFetch(request, transport: transport)
    start(fetch)
    return (fetch, try #require(transport.transfers.last))
  }

  private func start(_ fetch: BodyFetch) {
    let results = self.results
    fetch.start { result in results.list.withLock { $0.append(result) } }
  }

  private var all: [Result<BodyFetch.Body, TransportError>] { results.list.withLock { $0 } }

  @Test func theBodyComesWhole() throws {
    let (_, transfer) = try begin()
    transfer.respond(status: 203)
    transfer.send(Array(0..<10), inPiecesOf: 3)
    #expect(all.isEmpty)
    transfer.finish()
    let body = try #require(try all.first?.get())
    #expect(body.bytes == Array(0..<10))
    #expect(body.response.status == 203)
    #expect(all.count == 1)
  }

  @Test func moreThanIsWantedEndsIt() throws {
    let (_, transfer) = try begin()
    transfer.respond()
    transfer.send(Array(0..<10))
    transfer.send([10])
    #expect(transfer.isCancelled)
    #expect(throws: TransportError.self) { try all.first?.get() }
    transfer.sendLate([11])
    #expect(all.count == 1)
  }

  @Test func aFailureIsTold() throws {
    let (_, transfer) = try begin()
    transfer.fail(.timedOut)
    let error = #expect(throws: TransportError.self) { try all.first?.get() }
    #expect(error?.code == .timedOut)
  }

  @Test func nothingIsToldAfterCancel() throws {
    let (fetch, transfer) = try begin()
    transfer.respond()
    fetch.cancel()
    #expect(transfer.cancelCount == 1)
    transfer.sendLate([1])
    #expect(all.isEmpty)
  }

  @Test func cancelledBeforeItsStartItDoesNotBegin() {
    let fetch = BodyFetch(TransportRequest(url: "https://example.com/a"), transport: transport)
    fetch.cancel()
    start(fetch)
    #expect(transport.transfers.isEmpty)
    #expect(all.isEmpty)
  }

  @Test func cancelledWhileItStartsTheTransferIsCancelled() throws {
    let cell = Cell()
    let transport = ScriptedTransport { _ in cell.fetch.withLock { $0 }?.cancel() }
    let fetch = BodyFetch(TransportRequest(url: "https://example.com/a"), transport: transport)
    cell.fetch.withLock { $0 = fetch }
    start(fetch)
    #expect(transport.transfers.first?.isCancelled == true)
    #expect(all.isEmpty)
  }
}
