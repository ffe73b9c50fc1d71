#if GTK
  import Foundation
  import MediaCodecs
  import Testing

  @testable import LazyMediaGTK

  /// What is counted is counted for the whole process.
  @MainActor @Suite(.serialized) struct PixelTextureTests {
    private func pixels(
      width: Int = 3, height: Int = 2, _ format: PixelFormat = .bgra8,
      _ alphaMode: AlphaMode = .premultiplied,
      isOpaque: Bool = false, pool: PixelBufferPool = .shared
    ) throws -> PixelBuffer {
      try PixelBuffer(
        size: PixelSize(width: width, height: height), format: format, alphaMode: alphaMode,
        isOpaque: isOpaque,
        pool: pool
      ) { bytes in
        for index in bytes.indices {
          bytes[index] = index % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: index * 7)
        }
      }
    }

    @Test(arguments: [
      (PixelFormat.bgra8, AlphaMode.premultiplied, false, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED),
      (.bgra8, .straight, false, GDK_MEMORY_B8G8R8A8),
      (.bgra8, .straight, true, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED),
      (.rgba8, .premultiplied, true, GDK_MEMORY_R8G8B8A8_PREMULTIPLIED),
      (.rgba8, .straight, false, GDK_MEMORY_R8G8B8A8),
      (.rgba8, .straight, true, GDK_MEMORY_R8G8B8A8_PREMULTIPLIED),
    ])
    func theFormatIsThatOfThePixels(
      _ format: PixelFormat, _ alphaMode: AlphaMode, isOpaque: Bool, _ expected: GdkMemoryFormat
    ) throws {
      #expect(try pixels(format, alphaMode, isOpaque: isOpaque).gdkFormat == expected)
    }

    @Test(arguments: PixelFormat.allCases) func gtkReadsThePixelsThatWereGiven(_ format: PixelFormat) throws {
      let pixels = try pixels(format)
      let texture = PixelTexture(pixels)
      var bytes = [UInt8](repeating: 0, count: pixels.byteCount)
      gdk_texture_download(texture.texture, &bytes, gsize(pixels.bytesPerRow))
      // GTK hands them out as it draws: blue, green, red, alpha.
      let expected = try pixels.converted(to: .bgra8, alphaMode: .premultiplied).withUnsafeBytes { Array($0) }
      #expect(bytes == expected)
    }

    @Test func theTextureKeepsThePixelsUntilGTKIsDoneWithIt() throws {
      let (made, released) = (TextureCount.made, TextureCount.released)
      weak var weakPixels: PixelBuffer?
      var texture: PixelTexture?
      do {
        let pixels = try pixels()
        weakPixels = pixels
        texture = PixelTexture(pixels)
      }
      #expect(weakPixels != nil)
      // A frame that is being drawn has the texture longer than who made it.
      let frame = try #require(texture).texture
      g_object_ref(UnsafeMutableRawPointer(frame))
      texture = nil
      #expect(weakPixels != nil)
      #expect((TextureCount.made - made, TextureCount.released - released) == (1, 0))
      g_object_unref(UnsafeMutableRawPointer(frame))
      #expect(weakPixels == nil)
      #expect((TextureCount.made - made, TextureCount.released - released) == (1, 1))
    }

    @Test func fiftyTexturesOfEightMegabytesTakeNoMemory() throws {
      let pixels = try pixels(width: 1_448, height: 1_448, pool: PixelBufferPool(byteLimit: 0))
      let (copied, before) = (TextureCount.copiedBytes, residentBytes())
      let textures = (0..<50).map { _ in PixelTexture(pixels) }
      let grown = residentBytes() - before
      #expect(textures.count == 50)
      #expect(TextureCount.copiedBytes == copied)
      // A single copy of one would be more.
      #expect(grown < pixels.byteCount / 2, "grown by \(grown) bytes")
    }

    /// That a copy would be seen: GTK gives the pixels back while the texture lives.
    @Test func pixelsThatComeBackAtOnceCountAsCopied() throws {
      let copied = TextureCount.copiedBytes
      let loan = PixelLoan(try pixels())
      PixelLoan.end(Unmanaged.passRetained(loan).toOpaque())
      loan.textureWasMade()
      #expect(TextureCount.copiedBytes - copied == 24)
    }

    private func residentBytes() -> Int {
      let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
      return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
    }
  }
#endif
