#if GTK
  import CGTK
  import MediaCodecs
  import Synchronization

  /// A texture whose pixels are those of a ``PixelBuffer``: none is copied. The buffer lives until GTK is done with the
  /// texture, which may be later than this object.
  @MainActor final class PixelTexture {
    let pixels: PixelBuffer
    /// A `GdkTexture`.
    let texture: OpaquePointer

    init(_ pixels: PixelBuffer) {
      self.pixels = pixels
      texture = Self.makeTexture(pixels)
    }

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(texture)) }

    private static func makeTexture(_ pixels: PixelBuffer) -> OpaquePointer {
      let loan = PixelLoan(pixels)
      let bytes = g_bytes_new_with_free_func(
        pixels.baseAddress, gsize(pixels.byteCount), { PixelLoan.end($0) },
        Unmanaged.passRetained(loan).toOpaque())
      let texture = gdk_memory_texture_new(
        Int32(pixels.size.width), Int32(pixels.size.height), pixels.gdkFormat, bytes,
        gsize(pixels.bytesPerRow))
      g_bytes_unref(bytes)
      // GTK copies what it cannot read where it is, and returns the original at once.
      loan.textureWasMade()
      guard let texture else { preconditionFailure("GTK takes every size that a picture can have") }
      return texture
    }
  }

  extension PixelBuffer {
    /// How GTK calls the pixels. Where all are opaque, straight and premultiplied are the same, and GTK blends
    /// premultiplied ones as they are.
    var gdkFormat: GdkMemoryFormat {
      switch (format, isOpaque ? .premultiplied : alphaMode) {
      case (.bgra8, .premultiplied): GDK_MEMORY_B8G8R8A8_PREMULTIPLIED
      case (.bgra8, .straight): GDK_MEMORY_B8G8R8A8
      case (.rgba8, .premultiplied): GDK_MEMORY_R8G8B8A8_PREMULTIPLIED
      case (.rgba8, .straight): GDK_MEMORY_R8G8B8A8
      }
    }
  }

  /// Pixels that are lent to GTK.
  final class PixelLoan: Sendable {
    private let pixels: PixelBuffer
    private let hasEnded = Atomic(false)

    init(_ pixels: PixelBuffer) { self.pixels = pixels }

    func textureWasMade() {
      TextureCount.count(made: 1, copied: hasEnded.load(ordering: .relaxed) ? pixels.byteCount : 0)
    }

    /// GTK gives the pixels back, on any thread.
    static func end(_ loan: UnsafeMutableRawPointer?) {
      guard let loan else { return }
      let ended = Unmanaged<PixelLoan>.fromOpaque(loan).takeRetainedValue()
      ended.hasEnded.store(true, ordering: .relaxed)
      TextureCount.countRelease()
    }
  }
#endif
