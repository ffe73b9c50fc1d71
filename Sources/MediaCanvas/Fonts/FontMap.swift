#if Canvas
  internal import CCanvasFonts
  internal import CFontconfig
  internal import CPango
  internal import Glibc

  /// Fonts that Pango can take, made once a process.
  @MainActor final class FontMap {
    let pango: OpaquePointer
    /// The families that texts ask for, in order.
    let families: String
    /// Whether there may be fonts whose characters are pictures, which have no outlines.
    let hasColorFonts: Bool

    /// The height of a line, in ems: that of the bundled font.
    static let lineHeight = 1.164

    /// Failures too: nothing is tried twice.
    private static var made: [CanvasFonts: Result<FontMap, CanvasError>] = [:]

    static func shared(_ fonts: CanvasFonts) throws(CanvasError) -> FontMap {
      if let map = made[fonts] { return try map.get() }
      let map = Result { () throws(CanvasError) in try FontMap(fonts) }
      made[fonts] = map
      return try map.get()
    }

    private init(_ fonts: CanvasFonts) throws(CanvasError) {
      families = fonts == .bundled ? "Canvas Sans" : "Canvas Sans,sans-serif"
      hasColorFonts = fonts == .system
      guard let config = fonts == .bundled ? FcConfigCreate() : FcInitLoadConfigAndFonts() else {
        throw .fontsUnavailable("fontconfig has no configuration")
      }
      // The font map keeps it.
      defer { FcConfigDestroy(config) }
      for isBold in [false, true] { try Self.addBundledFont(isBold, to: config) }
      guard let map = pango_cairo_font_map_new_for_font_type(cairo_font_type_t(cpango_font_type_ft)) else {
        throw .fontsUnavailable("Cairo was built without FreeType")
      }
      pango_fc_font_map_set_config(map, config)
      pango = map
    }

    /// Hands a font over as a file in memory, because fontconfig knows fonts by file. It stays open: the file is opened
    /// again whenever a face is loaded.
    private static func addBundledFont(_ isBold: Bool, to config: OpaquePointer) throws(CanvasError) {
      let file = ccanvasfonts_open(isBold)
      guard file >= 0 else { throw .fontsUnavailable("no file in memory: error \(errno)") }
      guard FcConfigAppFontAddFile(config, "/proc/self/fd/\(file)") != 0 else {
        close(file)
        throw .fontsUnavailable("fontconfig cannot read /proc/self/fd")
      }
    }
  }
#endif
