import LazyMedia
import LazyMediaTesting
import Locking
import MediaTransportTesting
import Testing

/// Somebody joins at the moment between a stage's start and its being known: the raise must not be lost.
@Suite(.timeLimit(.minutes(2))) struct PriorityRaceTests {
  /// What is done once, inside a call of the code under test.
  private final class Interruption: Sendable {
    private let action = Lock<(@Sendable () -> Void)?>(nil)

    func set(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }

    func run() {
      let action = action.withLock { action in
        defer { action = nil }
        return action
      }
      action?()
    }
  }

  /// Joins somebody before a step that is submitted is queued.
  private struct InterruptedExecutor: BackgroundExecutor {
    let executor: ManualExecutor
    let interruption: Interruption

    func submit(_ work: any BackgroundWork, priority: MediaPriority) {
      interruption.run()
      executor.submit(work, priority: priority)
    }

    func withdraw(_ work: any BackgroundWork) { executor.withdraw(work) }

    func setPriority(_ priority: MediaPriority, of work: any BackgroundWork) {
      executor.setPriority(priority, of: work)
    }
  }

  // DESIGN rule 14
  @Test func whoJoinsWhileTheTransferStartsRaisesIt() throws {
    let interruption = Interruption()
    let transport = ScriptedTransport { _ in interruption.run() }
    var configuration = MediaPipelineConfiguration(transport: transport)
    configuration.decodeExecutor = ManualExecutor()
    let pipeline = MediaPipeline(configuration: configuration)
    interruption.set { pipeline.task(for: .example { $0.priority = .veryHigh }) }
    pipeline.task(for: .example { $0.priority = .veryLow })
    #expect(transport.transfers.count == 1)
    #expect(transport.transfers.first?.priority == .veryHigh)
  }

  // DESIGN rule 14
  @Test func whoJoinsWhileAStepIsSubmittedRaisesIt() throws {
    let executor = ManualExecutor()
    let interruption = Interruption()
    let fixture = PipelineFixture {
      $0.decodeExecutor = InterruptedExecutor(executor: executor, interruption: interruption)
    }
    let pipeline = fixture.pipeline
    pipeline.task(for: .example { $0.priority = .veryLow })
    interruption.set { pipeline.task(for: .example { $0.priority = .veryHigh }) }
    fixture.transport.activeTransfers.last?.complete(SampleFile.jpeg32x16)
    #expect(executor.priorities == [.veryHigh])
  }
}
