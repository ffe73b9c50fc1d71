import Foundation
import Testing

/// A folder of a test's own, deleted with it.
final class TemporaryFolder: Sendable {
  let path = FileManager.default.temporaryDirectory.path + "/transport-\(UUID().uuidString)"

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file; its path.
  func write(_ name: String, _ bytes: some Sequence<UInt8>) -> String {
    let file = path + "/" + name
    #expect(FileManager.default.createFile(atPath: file, contents: Data(bytes)))
    return file
  }
}
