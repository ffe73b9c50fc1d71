import Testing

@testable import MediaCodecs

@Suite struct PixelBufferPoolTests {
  private func buffer(_ width: Int, _ height: Int, _ pool: PixelBufferPool) throws -> PixelBuffer {
    try PixelBuffer(size: PixelSize(width: width, height: height), pool: pool) {
      $0.initializeMemory(as: UInt8.self, repeating: 7)
    }
  }

  private func address(_ pixels: PixelBuffer) -> UInt {
    pixels.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
  }

  @Test func storageReturnsWithTheLastReferenceAndIsUsedAgain() throws {
    let pool = PixelBufferPool(byteLimit: 1 << 20)
    var first: PixelBuffer? = try buffer(100, 100, pool)
    let second = first
    let place = address(try #require(first))
    #expect(place % 16 == 0)
    first = nil
    #expect(pool.cachedBytes == 0)
    let again = address(try #require(second))
    #expect(again == place)
    do {
      let third = try buffer(100, 100, pool)
      #expect(address(third) != place)
    }
    #expect(pool.cachedBytes >= 40_000)
  }

  @Test func storageOfNearSizesIsShared() throws {
    let pool = PixelBufferPool(byteLimit: 1 << 20)
    let place = try { address(try buffer(100, 100, pool)) }()
    let other = try buffer(101, 99, pool)
    #expect(address(other) == place)
    #expect(pool.cachedBytes == 0)
  }

  @Test func usedStorageIsClearedBeforeItIsFilled() throws {
    let pool = PixelBufferPool(byteLimit: 1 << 20)
    do { _ = try buffer(10, 10, pool) }
    let empty = try PixelBuffer(size: PixelSize(width: 10, height: 10), pool: pool) { _ in }
    #expect(empty.bytes.allSatisfy { $0 == 0 })
  }

  @Test func keptBytesStayUnderTheLimit() throws {
    let pool = PixelBufferPool(byteLimit: 100_000)
    for width in [50, 90, 120, 160, 60, 400] { _ = try buffer(width, 100, pool) }
    #expect(pool.cachedBytes <= 100_000)
    #expect(pool.cachedBytes > 0)
    pool.trim()
    #expect(pool.cachedBytes == 0)
    let none = PixelBufferPool(byteLimit: 0)
    _ = try buffer(10, 10, none)
    #expect(none.cachedBytes == 0)
  }

  @Test func sizeClassesWasteLittle() {
    for bytes in [1025, 5000, 25_600, 753_600, 3_009_600, 48_000_000] {
      let capacity = PixelBufferPool.capacity(for: bytes)
      #expect(capacity >= bytes && capacity % 64 == 0)
      #expect(Double(capacity) <= Double(bytes) * 1.13)
    }
  }

  @Test func decodesReuseStorage() throws {
    let pool = PixelBufferPool(byteLimit: 1 << 20)
    let file = try Pictures.jpeg(100, 100)
    func place() throws -> UInt { address(try #require(decode(file, pool: pool).image?.pixels)) }
    let first = try place()
    #expect(try place() == first)
  }

  @Test func poolIsSafeToUseFromManyThreads() async throws {
    let pool = PixelBufferPool(byteLimit: 200_000)
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          for round in 0..<50 {
            let side = 20 + (task * 7 + round * 3) % 60
            let value = UInt8(task * 16 + round % 16)
            let pixels = try? PixelBuffer(size: PixelSize(width: side, height: side), pool: pool) {
              $0.initializeMemory(as: UInt8.self, repeating: value)
            }
            guard let pixels, pixels.bytes.allSatisfy({ $0 == value }) else { return false }
          }
          return true
        }
      }
      for await isIntact in group { #expect(isIntact) }
    }
    #expect(pool.cachedBytes <= 200_000)
  }

  @Test func sizesThatCannotBeAreRefused() {
    for size in [(0, 1), (1, 0), (-1, 5), (Int.max, Int.max), (Int.max, 1)] {
      let size = PixelSize(width: size.0, height: size.1)
      #expect(throws: CodecError.invalidTarget(size)) { try PixelBuffer(size: size) { _ in } }
    }
  }
}
