import Foundation
import Testing

/// The folder `TestImages` of this repository and its manifest.
enum TestImages {
  /// A file, and what a decoder should make of it; the columns of `manifest.tsv`.
  struct Entry: Sendable, CustomTestStringConvertible {
    var path: String
    var format: String
    var width: Int
    var height: Int
    var orientation: Int
    var decodes: Bool
    var errorCode: String
    var hash: String

    var testDescription: String { path }

    var folder: String { String(path.prefix { $0 != "/" }) }

    func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: root.appendingPathComponent(path))) }
  }

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("TestImages")

  /// All entries; none where the manifest cannot be read, which a test of its own finds.
  static let entries: [Entry] = {
    let text = (try? String(contentsOf: root.appendingPathComponent("manifest.tsv"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count == 9 else { return nil }
      return Entry(
        path: columns[0], format: columns[1], width: Int(columns[2]) ?? 0, height: Int(columns[3]) ?? 0,
        orientation: Int(columns[4]) ?? 0, decodes: columns[5] == "decode", errorCode: columns[6],
        hash: columns[7])
    }
  }()

  /// Paths of all image files of the folder.
  static func paths() throws -> Set<String> {
    let all = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return Set(
      all.filter { path in
        path.contains("/") && !path.hasPrefix("making/") && !path.hasPrefix("ads/") && !path.hasPrefix(".")
          && (try? FileManager.default.contentsOfDirectory(atPath: root.path + "/" + path)) == nil
      })
  }
}
