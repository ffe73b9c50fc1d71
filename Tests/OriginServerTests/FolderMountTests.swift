import Foundation
import Testing

@testable import OriginServer

@Suite struct FolderMountTests {
  /// A folder that is removed with its last reference.
  private final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("origin-\(UUID().uuidString)")

    init(_ files: [String: [UInt8]]) throws {
      for (path, bytes) in files {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
      }
    }

    deinit { try? FileManager.default.removeItem(at: url) }
  }

  private let large = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) }

  @Test func filesAreServedWithTypeAndValidator() throws {
    let folder = try TemporaryFolder(["a.jpg": large, "deep/b c.png": [1, 2, 3], "empty.txt": []])
    let origin = try OriginServer()
    try origin.mount("/files", folder: folder.url.path)
    let client = RawClient(port: origin.port)
    client.get("/files/a.jpg")
    let response = try #require(client.response())
    #expect(response.body == large)
    #expect(response.value(of: "Content-Type") == "image/jpeg")
    let tag = try #require(response.value(of: "ETag"))
    client.get("/files/a.jpg", ["If-None-Match: \(tag)"])
    #expect(client.response()?.status == 304)
    client.get("/files/a.jpg", ["Range: bytes=600000-"])
    #expect(client.response()?.body == Array(large[600_000...]))
    client.get("/files/deep/b%20c.png?x=1")
    #expect(client.response()?.body == [1, 2, 3])
    client.get("/files/empty.txt")
    #expect(client.response()?.status == 200)
    origin.unmount("/files")
    client.get("/files/a.jpg")
    #expect(client.response()?.status == 404)
  }

  @Test func theTemplateScriptsEveryFile() throws {
    let folder = try TemporaryFolder(["a.jpg": large])
    let origin = try OriginServer()
    let cut = OriginFault.cut(.withinBody(after: 10), ending: .close)
    try origin.mount(
      "/", folder: folder.url.path, template: OriginResponse(framing: .contentLength, fault: cut))
    let client = RawClient(port: origin.port)
    client.get("/a.jpg")
    #expect(client.response()?.body.count == 10)
  }

  @Test func aFileOfARouteIsServed() throws {
    let folder = try TemporaryFolder(["a.bin": large])
    let origin = try OriginServer()
    origin.route("/a", OriginResponse(body: .file(folder.url.path + "/a.bin"), framing: .chunked(size: 1000)))
    origin.route("/b", OriginResponse(body: .file(folder.url.path + "/missing")))
    let client = RawClient(port: origin.port)
    client.get("/a")
    #expect(client.response()?.body == large)
    client.get("/b")
    #expect(client.response()?.status == 404)
  }

  @Test(arguments: [
    "/files/../secret", "/files/%2e%2e/secret", "/files/..%2fsecret", "/files/a/../../secret",
    "/files/.hidden",
    "/files//a.txt", "/files/", "/files/link", "/files/linked/secret", "/files/deep", "/files/a.txt%00",
    "/files/pipe", "/files/%zz", "/files/%ff",
  ])
  func nothingOutsideTheFolderIsServed(path: String) throws {
    let folder = try TemporaryFolder([
      "secret": [1], "root/a.txt": [2], "root/.hidden": [3], "root/deep/b.txt": [4],
    ])
    let root = folder.url.path + "/root"
    try FileManager.default.createSymbolicLink(
      atPath: root + "/link", withDestinationPath: folder.url.path + "/secret")
    try FileManager.default.createSymbolicLink(
      atPath: root + "/linked", withDestinationPath: folder.url.path)
    #expect(mkfifo(root + "/pipe", 0o600) == 0)
    let origin = try OriginServer()
    try origin.mount("/files", folder: root)
    let client = RawClient(port: origin.port)
    client.get(path)
    #expect(client.response()?.status == 404)
    client.get("/files/a.txt")
    #expect(client.response()?.body == [2])
  }

  @Test func aFolderThatIsNotThereIsATypedError() throws {
    let origin = try OriginServer()
    #expect(throws: OriginError.unreadableFolder("/nowhere/at/all")) {
      try origin.mount("/", folder: "/nowhere/at/all")
    }
  }
}
