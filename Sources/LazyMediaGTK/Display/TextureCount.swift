#if GTK
  import Synchronization

  /// What became of the process's textures, to see that none is kept and that no pixel is copied.
  public enum TextureCount {
    private static let madeCount = Atomic(0)
    private static let releasedCount = Atomic(0)
    private static let copiedCount = Atomic(0)

    /// Textures made of pictures.
    public static var made: Int { madeCount.load(ordering: .relaxed) }
    /// Textures whose pixels GTK has given back.
    public static var released: Int { releasedCount.load(ordering: .relaxed) }
    /// Bytes of pictures that GTK copied instead of reading them where they are: seen by their being given back while
    /// the texture lives. What a renderer uploads to the graphics card is not among them.
    public static var copiedBytes: Int { copiedCount.load(ordering: .relaxed) }

    static func count(made: Int, copied: Int) {
      madeCount.add(made, ordering: .relaxed)
      if copied > 0 { copiedCount.add(copied, ordering: .relaxed) }
    }

    static func countRelease() { releasedCount.add(1, ordering: .relaxed) }
  }
#endif
