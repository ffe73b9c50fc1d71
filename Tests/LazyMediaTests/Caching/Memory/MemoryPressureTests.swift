import Dispatch
import Glibc
import LazyMediaTesting
import Locking
import Testing

@testable import LazyMedia

/// Says by hand that memory is short.
private final class ManualPressure: MemoryPressureSource {
  private let onRise = Lock<(@Sendable () -> Void)?>(nil)

  var isObserved: Bool { onRise.withLock { $0 != nil } }

  func observe(_ onRise: @escaping @Sendable () -> Void) throws(MemoryPressureError)
    -> MemoryPressureObservation
  {
    self.onRise.withLock { $0 = onRise }
    return MemoryPressureObservation { [weak self] in self?.onRise.withLock { $0 = nil } }
  }

  func rise() { onRise.withLock { $0 }?() }
}

/// A kernel that does not tell.
private struct NoPressure: MemoryPressureSource {
  func observe(_ onRise: @escaping @Sendable () -> Void) throws(MemoryPressureError)
    -> MemoryPressureObservation
  {
    throw MemoryPressureError("not here")
  }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct MemoryPressureTests {
  @Test func picturesThatNothingShowsAreDroppedOnTheMainActorWhenMemoryGetsShort() throws {
    let pressure = ManualPressure()
    let scheduler = ManualMainScheduler()
    let fixture = PipelineFixture {
      $0.memoryPressureSource = pressure
      $0.mainScheduler = scheduler
    }
    #expect(fixture.pipeline.memoryPressureError == nil)
    fixture.cache.insert(try .row(1), for: .example("shown.jpg"))
    fixture.cache.insert(try .row(1), for: .example("other.jpg"))
    let slot = MediaSlot(pipeline: fixture.pipeline)
    slot.load(.example("shown.jpg"))
    pressure.rise()
    #expect(fixture.cache.count == 2)
    scheduler.runAll()
    #expect(fixture.cache.count == 1)
    #expect(fixture.pipeline.cachedImage(for: .example("shown.jpg")) != nil)
  }

  @Test func nothingIsWatchedForAPipelineThatIsGone() {
    let pressure = ManualPressure()
    let scheduler = ManualMainScheduler()
    var fixture: PipelineFixture? = PipelineFixture {
      $0.memoryPressureSource = pressure
      $0.mainScheduler = scheduler
    }
    #expect(fixture?.pipeline.memoryPressureError == nil)
    #expect(pressure.isObserved)
    pressure.rise()
    fixture = nil
    #expect(!pressure.isObserved)
    scheduler.runAll()
  }

  @Test func aPipelineSaysWhyNothingIsWatched() {
    let fixture = PipelineFixture { $0.memoryPressureSource = NoPressure() }
    #expect(fixture.pipeline.memoryPressureError == MemoryPressureError("not here"))
    #expect(PipelineFixture().pipeline.memoryPressureError == nil)
  }

  @Test func aKernelWithoutPressureStallInformationIsAnErrorThatNamesTheFile() throws {
    let error = #expect(throws: MemoryPressureError.self) {
      try PressureStallMonitor(path: "/nonexistent/memory").observe {}
    }
    #expect(error?.description == "cannot open /nonexistent/memory: No such file or directory")
  }

  @Test func aTriggerIsInMicroseconds() {
    #expect(PressureStallMonitor().trigger == "some 150000 2000000")
    #expect(
      PressureStallMonitor(stall: .seconds(1), window: .seconds(Int64.max)).trigger
        == "some 1000000 \(Int64.max)")
  }

  /// Out-of-band bytes of a socket wake the thread as the kernel's file does.
  @Test func eachRiseIsToldUntilTheObservationEnds() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { close(ends[1]) }
    let (watched, rises) = (ends[0], DispatchSemaphore(value: 0))
    var observation: MemoryPressureObservation? = try PressureStallMonitor.observe(watched) {
      var byte: UInt8 = 0
      recv(watched, &byte, 1, Int32(MSG_OOB))
      rises.signal()
    }
    for _ in 0..<3 {
      var byte: UInt8 = 1
      try #require(send(ends[1], &byte, 1, Int32(MSG_OOB)) == 1)
      #expect(rises.wait(timeout: .now() + 10) == .success)
    }
    withExtendedLifetime(observation) {}
    observation = nil
    // The thread ends and closes what it watched.
    var byte: UInt8 = 0
    while read(ends[1], &byte, 1) > 0 {}
  }

  @Test func theKernelTakesTheTriggerWhereItHasPressureStallInformation() throws {
    // Absent or forbidden in many containers; then it must say so, and does.
    guard access("/proc/pressure/memory", R_OK | W_OK) == 0 else { return }
    do {
      withExtendedLifetime(try PressureStallMonitor().observe {}) {}
    } catch {
      #expect("\(error)".hasPrefix("cannot "))
    }
  }
}
