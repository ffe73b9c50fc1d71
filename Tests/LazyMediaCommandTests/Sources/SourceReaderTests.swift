import Glibc
import Testing

@testable import LazyMediaCommand

@Suite struct SourceReaderTests {
  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  private func write(_ text: String, to descriptor: Int32) throws {
    try FileWriter(descriptor: descriptor).write(Array(text.utf8))
  }

  @Test func linesStandInThePlaceOfTheDash() async throws {
    let (input, output) = try Self.pipe()
    try write("b\n\r\n{\"source\":\"c\"}\nd", to: output)
    close(output)
    defer { close(input) }
    let reader = SourceReader(["a", "-", "e"], openInput: { StandardInput(descriptor: input) })
    #expect(reader.total == nil)
    var texts: [String] = []
    while let source = await reader.next() { texts.append(source.text) }
    #expect(texts == ["a", "b", "c", "d", "e"])
  }

  @Test(arguments: [1, 64 << 10])
  func aFileOnStandardInputFailsOnceAndIsNotReadFurther(pieces: Int) async throws {
    let (input, output) = try Self.pipe()
    defer { close(input) }
    var bytes = [UInt8](repeating: 0xFF, count: 200) + [0] + Array("\nb\nc\n".utf8)
    let reader = SourceReader(["-", "e"], openInput: { StandardInput(descriptor: input) })
    let writer = FileWriter(descriptor: output)
    while !bytes.isEmpty {
      try writer.write(Array(bytes.prefix(pieces)))
      bytes = Array(bytes.dropFirst(pieces))
    }
    close(output)
    let file = await reader.next()
    #expect(file?.text == "-")
    #expect(file?.problem == "standard input holds file contents, not a list of sources")
    #expect(await reader.next()?.text == "e")
    #expect(await reader.next() == nil)
  }

  @Test func linesBeforeAZeroByteFarFromTheStartAreSources() async throws {
    let (input, output) = try Self.pipe()
    defer { close(input) }
    let name = String(repeating: "a", count: 600)
    try write("\(name)\nb\nc\0\nd\n", to: output)
    close(output)
    let reader = SourceReader(["-"], openInput: { StandardInput(descriptor: input) })
    var texts: [String] = []
    while let source = await reader.next() { texts.append(source.text) }
    #expect(texts == [name, "b", "-"])
  }

  @Test func aLineIsHandedOutBeforeTheNextOneIsWritten() async throws {
    let (input, output) = try Self.pipe()
    defer { close(input) }
    let reader = SourceReader(["-"], openInput: { StandardInput(descriptor: input) })
    try write("a\n", to: output)
    #expect(await reader.next()?.text == "a")
    try write("b\n", to: output)
    #expect(await reader.next()?.text == "b")
    close(output)
    #expect(await reader.next() == nil)
  }

  @Test func cancellingEndsAReadThatWaits() async throws {
    let (input, output) = try Self.pipe()
    let reader = SourceReader(["-"], openInput: { StandardInput(descriptor: input) })
    let task = Task { await reader.next() }
    task.cancel()
    #expect(await task.value == nil)
    // Lets the blocked read end before the descriptor is closed.
    close(output)
  }

  @Test func withoutADashTheNumberOfSourcesIsKnown() {
    #expect(SourceReader(["a", "b"]).total == 2)
  }
}
