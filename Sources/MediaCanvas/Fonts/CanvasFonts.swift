#if Canvas
  /// What texts are drawn with.
  public enum CanvasFonts: String, Hashable, Sendable, CaseIterable {
    /// The font that the library brings, alone: Latin, Greek, Cyrillic, Hebrew, Arabic. The pixels are the same on every
    /// machine. A character that it lacks is a box with its number.
    case bundled
    /// The same, and the machine's fonts for what it lacks, such as Korean.
    case system
  }
#endif
