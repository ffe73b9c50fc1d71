#if DiskCache
  import Foundation
  import Locking
  import SeededRandom

  @testable import LazyMedia

  /// A folder for a cache, gone with this, and a clock that tests move.
  final class DiskFixture: Sendable {
    let path: String
    private let clock = Lock<Int64>(1_700_000_000_000)

    init() {
      path =
        FileManager.default.temporaryDirectory.appendingPathComponent("lazymedia-disk-\(UUID().uuidString)")
        .path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Opens it as one more user would.
    func cache(byteLimit: Int? = 64 << 20, inlineLimit: Int = 1000) throws -> DiskCache {
      try DiskCache(
        directory: path, byteLimit: byteLimit, inlineLimit: inlineLimit, random: SeededGenerator(seed: 1)
      ) { [self] in clock.withLock { $0 } }
    }

    func advance(milliseconds: Int64) { clock.withLock { $0 += milliseconds } }

    /// The only file of a body.
    var bodyPath: String? { bodyPaths.first }

    var bodyPaths: [String] {
      (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? [])
        .filter { $0.contains("/") }.map { "\(path)/\($0)" }
    }

    var indexPath: String { "\(path)/\(DiskFolder.indexName)" }

    /// Bytes of the blocks of all files, as `du` counts them.
    var bytesOnDisk: Int {
      let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
      return ([""] + names).reduce(0) { sum, name in
        var status = stat()
        return lstat("\(path)/\(name)", &status) == 0 ? sum + Int(status.st_blocks) * 512 : sum
      }
    }

    /// Changes the index in the way that `sql` says.
    func change(_ sql: String) throws {
      try SQLiteConnection(path: indexPath, busyMilliseconds: 1000).run(sql)
    }
  }

  extension MediaBody {
    /// `count` bytes that differ from those of other seeds.
    static func pattern(_ count: Int, seed: Int = 0) -> MediaBody {
      MediaBody(byteCount: count) { bytes in
        for offset in stride(from: 0, to: count, by: 8) {
          var word = UInt64(offset &* 31 &+ seed) &* 0x9E37_79B9_7F4A_7C15
          withUnsafeBytes(of: &word) { word in
            UnsafeMutableRawBufferPointer(rebasing: bytes[offset...]).copyMemory(
              from: UnsafeRawBufferPointer(rebasing: word.prefix(count - offset)))
          }
        }
      }
    }

    var bytes: [UInt8] {
      var bytes: [UInt8] = []
      forEachPiece { bytes.append(contentsOf: $0) }
      return bytes
    }

    /// Whether all bytes are those of the other.
    func isEqual(to other: MediaBody) -> Bool { bytes == other.bytes }
  }
#endif
