import Dispatch
import LazyMediaTesting
import MediaTransportTesting
import Testing

@testable import LazyMedia

@Suite(.timeLimit(.minutes(2))) struct AdmissionTests {
  @Test func itClosesAboveTheLimitAndOpensAgain() {
    let transport = ScriptedTransport()
    let admission = Admission(transport: transport, stores: .none, limit: 100)
    admission.add(100)
    #expect(transport.admissionChanges == [])
    admission.add(1)
    #expect(transport.admissionChanges == [false])
    admission.add(50)
    #expect(transport.admissionChanges == [false])
    admission.add(-51)
    #expect(transport.admissionChanges == [false, true])
  }

  @Test(arguments: [0, -1, .min])
  func withoutAllowanceItOpensWheneverNothingWaits(limit: Int) {
    let transport = ScriptedTransport()
    let admission = Admission(transport: transport, stores: .none, limit: limit)
    admission.add(1)
    admission.add(-1)
    #expect(transport.admissionChanges == [false, true])
  }

  @Test func theTransportHeardLastWhatHolds() {
    let transport = ScriptedTransport()
    let admission = Admission(transport: transport, stores: .none, limit: 0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<2_000 {
        admission.add(1)
        admission.add(-1)
      }
    }
    #expect(admission.heldBytes == 0)
    #expect(transport.isAdmissionOpen)
  }
}

extension StoreStack {
  /// No stores.
  static var none: StoreStack { StoreStack(stores: [], executor: ManualExecutor(), meter: MetricsMeter()) }
}
