import LazyMedia
import LazyMediaTesting
import MediaCodecs
import MediaTransport
import MediaTransportTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct ProbeTests {
  private func start(_ fixture: PipelineFixture) async -> Task<MediaProbe, any Error> {
    let probing = Task { try await fixture.pipeline.probe(.example()) }
    while fixture.transport.transfers.isEmpty { await Task.yield() }
    return probing
  }

  @Test func theTransferStopsOnceTheSizeIsKnown() async throws {
    let fixture = PipelineFixture()
    let probing = await start(fixture)
    let transfer = try #require(fixture.transport.transfers.first)
    transfer.respond(expectedBytes: 1_000_000)
    transfer.send(SampleFile.jpeg32x16)
    let probe = try await probing.value
    #expect(probe.info.storedSize == PixelSize(width: 32, height: 16))
    #expect(probe.bytesRead == SampleFile.jpeg32x16.count)
    #expect(transfer.isCancelled)
    #expect(fixture.executor.submissions == 0)
  }

  @Test func aFileThatEndsTooEarlyIsAFailure() async throws {
    let fixture = PipelineFixture()
    let probing = await start(fixture)
    fixture.transport.transfers.first?.complete(Array(SampleFile.jpeg32x16[..<20]))
    await #expect(throws: MediaError.self) { try await probing.value }
  }

  @Test func aTransferThatFailsIsAFailure() async throws {
    let fixture = PipelineFixture()
    let probing = await start(fixture)
    fixture.transport.transfers.first?.fail(.timedOut)
    do {
      _ = try await probing.value
      Issue.record("the probe fails")
    } catch {
      #expect((error as? MediaError)?.code == "timedOut")
    }
  }

  @Test func cancellingTheSwiftTaskThatWaitsStopsTheTransfer() async throws {
    let fixture = PipelineFixture()
    let probing = await start(fixture)
    probing.cancel()
    await #expect(throws: CancellationError.self) { try await probing.value }
    // The transfer is handed over right after it was recorded.
    while fixture.transport.activeTransfers.count > 0 { await Task.yield() }
  }
}
