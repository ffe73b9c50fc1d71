import Testing

@testable import LazyMedia

@Suite(.timeLimit(.minutes(2))) struct DecodeStepMachineTests {
  @Test func aSecondWakeBeforeTheStepSubmitsNothing() {
    var machine = DecodeStepMachine()
    #expect(machine.wake() == true)
    #expect(machine.wake() == false)
  }

  @Test func aWakeDuringTheStepIsNotForgotten() {
    var machine = DecodeStepMachine()
    #expect(machine.wake() == true)
    #expect(machine.begin() == true)
    #expect(machine.wake() == false)
    #expect(machine.end() == true)
    #expect(machine.begin() == true)
    #expect(machine.end() == false)
    #expect(machine.wake() == true)
  }

  @Test func aStepThatWasNotSubmittedDoesNotRun() {
    var machine = DecodeStepMachine()
    #expect(machine.begin() == false)
  }

  @Test func nothingRunsAfterTheStop() {
    var machine = DecodeStepMachine()
    #expect(machine.wake() == true)
    #expect(machine.stop() == true)
    #expect(machine.begin() == false)
    #expect(machine.wake() == false)
    #expect(machine.stop() == false)
  }

  @Test func aStopDuringTheStepSubmitsNoFurtherOne() {
    var machine = DecodeStepMachine()
    #expect(machine.wake() == true)
    #expect(machine.begin() == true)
    #expect(machine.wake() == false)
    #expect(machine.stop() == true)
    #expect(machine.end() == false)
  }
}
