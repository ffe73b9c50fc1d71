import Foundation
import LazyMediaTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct MainLoopTests {
  // FAULTS 17; DESIGN "Foreign main loops"
  @Test func aProgramWithItsOwnLoopGetsItsPicturesByPollingAndDraining() throws {
    let picture = FileManager.default.temporaryDirectory
      .appendingPathComponent("lazymedia-foreign-loop-\(getpid()).jpg")
    try Data(SampleFile.jpeg32x16).write(to: picture)
    defer { try? FileManager.default.removeItem(at: picture) }
    let output = Pipe()
    let program = Process()
    program.executableURL = productsFolder.appendingPathComponent("ForeignLoop")
    program.arguments = [picture.path]
    program.standardOutput = output
    try program.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    program.waitUntilExit()
    #expect(program.terminationStatus == 0, "\(text)")
    #expect(text.hasPrefix("passed: 14 pictures"))
  }

  /// Where the build put its executables: beside the test bundle.
  private var productsFolder: URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }
}
