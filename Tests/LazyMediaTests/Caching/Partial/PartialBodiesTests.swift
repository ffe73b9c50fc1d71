import LazyMediaTesting
import Locking
import MediaTransport
import MediaTransportTesting
import Testing

@testable import LazyMedia

@Suite struct PartialBodiesTests {
  private let head = TransportResponse(
    status: 200, headers: [HTTPField("ETag", "\"one\"")], expectedBytes: 100_000)

  private func body(_ count: Int) -> BodyBuffer {
    let body = BodyBuffer()
    body.append([UInt8](repeating: 7, count: count).span.bytes)
    return body
  }

  @Test func aPieceThatWasCountedButNeverCameIsAskedForAgain() throws {
    let point = try #require(ResumePoint(head: head, received: 30_000))
    let partial = try #require(PartialBodies.Partial(body(20_000), point))
    #expect(partial.point.received == 20_000)
    #expect(partial.body.count == 20_000)
  }

  @Test func aPieceThatComesLateIsNotPartOfIt() throws {
    let point = try #require(ResumePoint(head: head, received: 20_000))
    let body = body(20_000)
    let partial = try #require(PartialBodies.Partial(body, point))
    body.append(([1, 2, 3] as [UInt8]).span.bytes)
    #expect(partial.body.count == 20_000)
    #expect(body.count == 20_003)
  }

  /// Gives up in the moment in which a piece comes, as another thread may.
  private final class Quitter: BodyLoadReceiver {
    let body = BodyBuffer()
    private let load = Lock<BodyLoad?>(nil)
    private let quitsAt: Int

    init(quitsAt: Int) { self.quitsAt = quitsAt }

    func follow(_ load: BodyLoad) { self.load.withLock { $0 = load } }

    func loadDidReceive(_ response: TransportResponse) {}
    func loadDidResume(from kept: BodyBuffer) { body.adopt(kept) }
    func loadDidReceive(_ bytes: RawSpan) {
      guard body.count < quitsAt else { return load.withLock { $0 }?.cancel() ?? () }
      body.append(bytes)
    }
    func loadDidFind(_ kept: MediaBody, level: MediaStoreLevel) {}
    func loadDidStartOver(_ load: BodyLoad) -> (any BodyLoadReceiver)? { nil }
    func loadDidFinish(_ summary: TransportSummary) {}
    func loadDidFail(_ error: TransportError) {}
  }

  // FAULTS 33
  @Test func whatIsKeptOfALoadGivenUpWithinAPieceHasNoHole() throws {
    let transport = ScriptedTransport()
    let core = PipelineCore(MediaPipelineConfiguration(transport: transport))
    let file = SampleFile.padded(SampleFile.jpeg32x16, toAtLeast: 100_000)
    let request = MediaRequest.example()
    let receiver = Quitter(quitsAt: 40_000)
    let load = BodyLoad(
      key: request.fetchKey, request: TransportRequest(url: request.url), core: core, receiver: receiver)
    receiver.follow(load)
    load.start()
    let transfer = try #require(transport.transfers.last)
    transfer.respond(headers: head.headers, expectedBytes: file.count)
    transfer.send(file, inPiecesOf: 20_000)
    let kept = try #require(core.partialBodies.take(request.fetchKey))
    #expect(kept.body.count == 40_000)
    #expect(kept.point.received == 40_000)
  }
}
