import Foundation

/// A folder of a test's own, deleted with it.
final class TemporaryFolder: Sendable {
  private let base: String

  init() {
    base = NSTemporaryDirectory() + "lazymedia-tests-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: base) }

  func path(_ name: String) -> String { name.isEmpty ? base : "\(base)/\(name)" }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  func text(_ name: String) -> String { String(decoding: (try? bytes(name)) ?? [], as: UTF8.self) }

  /// Names of all files in it, hidden ones too, sorted.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []).sorted() }
}
