#if GTK
  import Foundation
  import LazyMediaTesting
  import Testing

  @Suite(.timeLimit(.minutes(2))) struct GLibMainLoopTests {
    // DESIGN "Foreign main loops"
    @Test func aProgramOfGLibGetsItsPicturesInTheTurnsOfItsLoop() throws {
      let picture = FileManager.default.temporaryDirectory
        .appendingPathComponent("lazymedia-glib-loop-\(getpid()).jpg")
      try Data(SampleFile.jpeg32x16).write(to: picture)
      defer { try? FileManager.default.removeItem(at: picture) }
      let output = Pipe()
      let program = Process()
      // Beside the test bundle, where the build puts its executables.
      program.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("GLibLoop")
      program.arguments = [picture.path]
      program.standardOutput = output
      try program.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      program.waitUntilExit()
      #expect(program.terminationStatus == 0, "\(text)")
      #expect(text.hasPrefix("passed: 9 pictures"))
    }
  }
#endif
