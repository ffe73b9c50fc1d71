import Dispatch
import Testing

@testable import LazyMedia

/// Delays as Dispatch takes them.
@Suite struct MainQueueTests {
  @Test(arguments: [.zero, .nanoseconds(-1), .seconds(-9_223_372_037), .seconds(Int64.min)] as [Duration])
  func aDelayThatIsOverIsNone(delay: Duration) {
    #expect(MainQueue.interval(delay) == .nanoseconds(0))
  }

  @Test func aDelayIsCountedInNanoseconds() {
    #expect(MainQueue.interval(.seconds(2) + .nanoseconds(3)) == .nanoseconds(2_000_000_003))
    #expect(MainQueue.interval(.nanoseconds(Int64.max)) == .nanoseconds(Int.max))
  }

  @Test(arguments: [.nanoseconds(Int64.max) + .nanoseconds(1), .seconds(Int64.max)] as [Duration])
  func aDelayOfCenturiesNeverEnds(delay: Duration) {
    #expect(MainQueue.interval(delay) == .never)
  }
}
