import Foundation
import Testing

/// Public VAST documents, and what an independent XML reader finds in each: `vast.tsv` in the folder that the
/// environment variable `LAZYMEDIA_CORPORA` names.
enum VASTCorpora {
  struct Row {
    var columns: [String: String]
    var bytes: [UInt8]

    subscript(_ name: String) -> String { columns[name] ?? "" }
    func count(_ name: String) -> Int? { Int(self[name]) }
  }

  /// `nil` where there are none. A folder that is named and cannot be read makes the tests fail.
  static let root = ProcessInfo.processInfo.environment["LAZYMEDIA_CORPORA"].flatMap { $0.isEmpty ? nil : $0 }

  static func rows() throws -> [Row] {
    let root = try #require(root)
    var lines = try String(contentsOfFile: root + "/vast.tsv", encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    let names = lines.removeFirst()
    return try lines.map { line in
      let columns = Dictionary(zip(names, line)) { first, _ in first }
      let path = try #require(columns["path"])
      return Row(
        columns: columns, bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(path)"))))
    }
  }
}
