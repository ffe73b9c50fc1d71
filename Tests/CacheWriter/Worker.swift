#if DiskCache
  import Dispatch
  import Glibc
  import LazyMedia
  import SeededRandom
  import Synchronization

  /// Writes, reads, changes and checks a cache from two threads, until it is killed or finds a fault.
  struct Worker {
    let directory: String
    let seed: UInt64
    let byteLimit: Int

    /// So many that they do not fit.
    private var keyCount: Int { max(300, byteLimit / 20_000) }
    /// Operations between two lines of progress.
    private static let operationsPerLine = 5

    func run() -> Never {
      do throws(MediaStoreError) {
        let cache = try DiskCache(directory: directory, byteLimit: byteLimit)
        tell("opened=1")
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
          var generator = SeededGenerator(seed: seed &* 2 &+ UInt64(thread))
          var hits = 0
          var operations = 0
          while true {
            do throws(MediaStoreError) {
              hits += try step(cache, &generator) ? 1 : 0
            } catch { end(7, "failed=\(error.code.rawValue) message=\(error.message)") }
            operations += 1
            guard operations == Self.operationsPerLine else { continue }
            tell("operations=\(operations) hits=\(hits) discards=\(cache.discardCount)")
            if cache.discardCount > 0 { end(9, "damaged=1") }
            operations = 0
            hits = 0
          }
        }
        exit(0)
      } catch { end(8, "unopened=\(error.code.rawValue) message=\(error.message)") }
    }

    /// Does one thing. Returns whether something was read.
    private func step(
      _ cache: DiskCache, _ generator: inout SeededGenerator
    ) throws(MediaStoreError) -> Bool {
      let key = Int.random(in: 0..<keyCount, using: &generator)
      let name = SelfDescribingBody.name(of: key)
      switch Int.random(in: 0..<10_000, using: &generator) {
      case ..<4500:
        guard let entry = try cache.entry(for: name) else { return false }
        if let fault = SelfDescribingBody.fault(of: entry, key: key) { end(9, "corrupt=1 \(fault)") }
        return true
      case ..<9000:
        let body = SelfDescribingBody(
          key: key, version: generator.next(), byteCount: Self.byteCount(using: &generator))
        try cache.insert(head: body.head, body: body.body, for: name)
      case ..<9500:
        guard let head = try cache.head(for: name) else { return false }
        let fresh =
          Array(head.bytes.prefix(SelfDescribingBody.headByteCount)) + [UInt8](repeating: 7, count: key)
        try cache.replaceHead(with: fresh, for: name, tag: head.tag)
      case ..<9950: try cache.remove(name, tag: nil)
      case ..<9998:
        let found = try cache.verify(removingBad: false)
        if !found.isSound { end(9, "unsound=1 \(found)") }
      default: try cache.trim(toBytes: byteLimit / 2)
      }
      return false
    }

    private static func byteCount(using generator: inout SeededGenerator) -> Int {
      switch Int.random(in: 0..<10, using: &generator) {
      case ..<4: Int.random(in: 24...16_000, using: &generator)
      case ..<9: Int.random(in: 16_000...130_000, using: &generator)
      default: Int.random(in: 130_000...400_000, using: &generator)
      }
    }

    private func end(_ status: Int32, _ line: String) -> Never {
      tell(line)
      _exit(status)
    }
  }
#endif
