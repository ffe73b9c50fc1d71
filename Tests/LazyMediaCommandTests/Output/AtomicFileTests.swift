import Foundation
import Testing

@testable import LazyMediaCommand

@Suite struct AtomicFileTests {
  private let folder = TemporaryFolder()

  @Test func aFileAppearsWholeAndReplacesOneOfTheSameName() throws {
    try AtomicFile.write([1], to: folder.path("a"))
    try AtomicFile.write([2, 3], to: folder.path("a"))
    #expect(try folder.bytes("a") == [2, 3])
    #expect(folder.names == ["a"])
  }

  @Test func aSymbolicLinkIsReplacedAndNotFollowed() throws {
    try AtomicFile.write([1], to: folder.path("target"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("target"))
    try AtomicFile.write([9], to: folder.path("link"))
    #expect(try folder.bytes("target") == [1])
    #expect(try folder.bytes("link") == [9])
  }

  @Test func aFailureLeavesNothingBehind() throws {
    try FileManager.default.createDirectory(atPath: folder.path("a"), withIntermediateDirectories: false)
    #expect(throws: SystemError.self) { try AtomicFile.write([1], to: folder.path("a")) }
    #expect(throws: SystemError.self) { try AtomicFile.write([1], to: folder.path("none/a")) }
    #expect(folder.names == ["a"])
  }

  @Test func aNameMayBeAsLongAsNamesCanBe() throws {
    let name = String(repeating: "語", count: 85)
    try AtomicFile.write([1], to: folder.path(name))
    #expect(folder.names == [name])
  }

  @Test func nothingTakesThePlaceOfADevice() throws {
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    for path in [
      folder.path("pipe"), "/dev/null", "/dev/stdout", folder.path("none/"), folder.path("pipe/a"),
    ] {
      #expect(throws: UsageError.self) { try Folder.prepare(forFile: path) }
    }
    try Folder.prepare(forFile: folder.path("new/a"))
    #expect(folder.names == ["new", "pipe"])
  }

  @Test func foldersAreMadeWithThoseAbove() throws {
    try Folder.make(folder.path("x/y"))
    try Folder.make(folder.path("x/y"))
    #expect(Folder.isFolder(folder.path("x/y")))
    try AtomicFile.write([1], to: folder.path("file"))
    #expect(throws: SystemError.self) { try Folder.make(folder.path("file/z")) }
    #expect(throws: SystemError.self) { try Folder.make(folder.path("file")) }
  }
}
