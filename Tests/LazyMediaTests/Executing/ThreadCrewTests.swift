import Testing

@testable import LazyMedia

@Suite struct ThreadCrewTests {
  @Test func aThreadThatStartsWakesNoSleeper() {
    var crew = ThreadCrew()
    crew.start()
    crew.begin()
    crew.sleep()
    // Another is started, and the sleeper is disturbed before that runs.
    crew.start()
    #expect(crew.wakeUp() == false)
    crew.begin()
    #expect(crew.isComing == false)
    #expect(crew.wake() == true)
    #expect(crew.wakeUp() == true)
    #expect(crew.wakeUp() == false)
  }

  @Test func oneIsWokenForEachCall() {
    var crew = ThreadCrew()
    for _ in 0..<2 {
      crew.start()
      crew.begin()
      crew.sleep()
    }
    #expect(crew.wake() == true)
    #expect(crew.wake() == true)
    #expect(crew.wake() == false)
    #expect(crew.isBusy == false)
    #expect(crew.wakeUp() == true)
    #expect(crew.wakeUp() == true)
    #expect(crew.isBusy == true)
    #expect(crew.started == 2)
  }
}
