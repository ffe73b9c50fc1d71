import Foundation
import Testing

/// The folder of real image files that the environment variable `LAZYMEDIA_CORPORA` names.
enum Corpora {
  struct Entry {
    var path: String
    var folder: String
    var expected: String
    var alsoAcceptable: String
    var hash: String
    var agreement: String
    var shows: String
    var orientation: String
    var width: Int
    var height: Int
    var bytes: [UInt8]
  }

  /// `nil` where there are none. A folder that is named and cannot be read makes the tests fail.
  static let root = ProcessInfo.processInfo.environment["LAZYMEDIA_CORPORA"].flatMap { $0.isEmpty ? nil : $0 }

  /// Entries of the folders named.
  static func entries(_ folders: [String]) throws -> [Entry] {
    let root = try #require(root)
    let text = try String(contentsOfFile: root + "/manifest.tsv", encoding: .utf8)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: true).map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    let names = lines.removeFirst()
    func value(_ line: [String], _ name: String) -> String {
      guard let index = names.firstIndex(of: name), index < line.count else { return "" }
      return line[index]
    }
    return try lines.compactMap { line in
      let path = value(line, "path")
      let folder = String(path.prefix { $0 != "/" })
      guard folders.contains(folder) else { return nil }
      let scaled = value(line, "ref_scale16_rgba8_sha256")
      return Entry(
        path: path, folder: folder, expected: value(line, "expected"),
        alsoAcceptable: value(line, "also_acceptable"),
        hash: scaled.isEmpty ? value(line, "ref_rgba8_sha256") : scaled, agreement: value(line, "agreement"),
        shows: value(line, "shows"), orientation: value(line, "orientation"),
        width: Int(value(line, "width")) ?? 0, height: Int(value(line, "height")) ?? 0,
        bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: root + "/" + path))))
    }
  }
}
