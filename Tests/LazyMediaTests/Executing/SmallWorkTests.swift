import LazyMediaTesting
import Locking
import MediaCodecs
import MediaTransportTesting
import Testing

@testable import LazyMedia

/// What goes beside the large: icons.
@Suite(.timeLimit(.minutes(2))) struct SmallWorkTests {
  /// Notes which work was called small.
  private final class Executor: BackgroundExecutor {
    let manual = ManualExecutor()
    let smallness = Lock([Bool]())

    func submit(_ work: any BackgroundWork, priority: MediaPriority) {
      let isSmall = work.isSmall
      smallness.withLock { $0.append(isSmall) }
      manual.submit(work, priority: priority)
    }
    func withdraw(_ work: any BackgroundWork) { manual.withdraw(work) }
    func setPriority(_ priority: MediaPriority, of work: any BackgroundWork) {
      manual.setPriority(priority, of: work)
    }
  }

  private func target(_ width: Int, _ height: Int) -> DecodeTarget {
    DecodeTarget(size: PixelSize(width: width, height: height))
  }

  @Test func aRequestForAnIconIsASmallTransfer() {
    let fixture = PipelineFixture()
    for (index, target) in [nil, target(256, 256), target(257, 20), target(20, 257), target(1, 1)]
      .enumerated()
    {
      fixture.pipeline.task(for: .example("\(index)", target: target))
    }
    #expect(fixture.transport.transfers.map(\.request.isSmall) == [false, true, false, false, true])
  }

  @Test(
    arguments: [
      (20_000, nil, true), (40_000, nil, false), (100_000, 256, true), (100_000, 257, false),
      (140_000, 256, false),
    ] as [(Int, Int?, Bool)])
  func theDecodeOfASmallFileIsSmall(byteCount: Int, side: Int?, isSmall: Bool) {
    let executor = Executor()
    let fixture = PipelineFixture { $0.decodeExecutor = executor }
    fixture.pipeline.task(for: .example(target: side.map { target($0, $0) }))
    var file = SampleFile.jpeg32x16
    file += [UInt8](repeating: 0, count: byteCount - file.count)
    fixture.transport.transfers.last?.complete(file)
    #expect(executor.smallness.withLock { $0 } == [isSmall])
  }

  @Test func theStepOfAFileThatIsStillComingIsNotSmall() {
    let executor = Executor()
    let fixture = PipelineFixture { $0.decodeExecutor = executor }
    fixture.pipeline.task(for: .example { $0.makesPreviews = true })
    let transfer = fixture.transport.transfers.last
    transfer?.respond()
    transfer?.send(Array(SampleFile.padded(SampleFile.jpeg32x16, toAtLeast: 40_000).prefix(33_000)))
    #expect(executor.smallness.withLock { $0 } == [false])
  }

  @Test func theQueueOfDecodesIsBoundedByTheBytesHeldForIt() {
    let fixture = PipelineFixture { $0.heldBytesLimit = 200_000 }
    let file = SampleFile.padded(SampleFile.jpeg32x16, toAtLeast: 80_000)
    for index in 0..<3 { fixture.pipeline.task(for: .example("\(index)")) }
    let transfers = fixture.transport.transfers
    for transfer in transfers.prefix(1) { transfer.complete(file) }
    #expect(fixture.transport.isAdmissionOpen)
    for transfer in transfers.dropFirst() { transfer.complete(file) }
    // Nothing has been decoded: no further transfer starts until something is.
    #expect(!fixture.transport.isAdmissionOpen)
    #expect(fixture.executor.priorities.count == 3)
    fixture.executor.runNext()
    fixture.executor.runNext()
    #expect(fixture.transport.isAdmissionOpen)
  }
}
