#if Canvas
  import MediaCanvas

  extension Golden {
    static let texts: [Golden] = [
      text("fits", "Short", 1), text("ellipsis-one-line", "One line is not enough for this", 1),
      text("ellipsis-two-lines", "Two lines of it are there, and a third is not, nor a fourth", 2),
      text(
        "ellipsis-by-height", "The frame has room for three lines, though five are allowed: the rest is cut",
        5),
      text("long-word", "Donaudampfschifffahrtsgesellschaftskapitän", 2),
      text("hebrew-ellipsis", "הכותרת הזאת ארוכה מכדי שתיכנס בשורה אחת", 1, .rightToLeft),
      text("arabic-ellipsis", "هذا العنوان أطول من أن يتسع له سطر واحد", 1, .rightToLeft),
      text("mixed", "שלום, LazyMedia 2.0 (new)!", 2, .rightToLeft),
      text("latin-in-right-to-left", "Hello, world!", 1, .rightToLeft),
      text("greek-cyrillic", "Καλημέρα κόσμε · Доброе утро", 2),
      text("symbols", "€ £ ₩ ₽ ₪ → ← ★ ✓ № ™ “…” –", 2), text("missing", "A 커피 B", 1),
      text("control", "tab\tnewline\nnull\0bell\u{7}end", 2),
      Golden("text-bold-centered@2x") {
        try textPicture("In the middle", 1, isBold: true, alignment: .center)
      },
      Golden("text-small@1x") {
        try textPicture("Twelve points, at scale one: 0123456789", 2, size: 12, scale: 1)
      },
      Golden("text-scale@1x") { try textPicture("Breaks in the same places at every scale", 3, scale: 1) },
      Golden("text-scale@2x") { try textPicture("Breaks in the same places at every scale", 3, scale: 2) },
      Golden("text-scale@3x") { try textPicture("Breaks in the same places at every scale", 3, scale: 3) },
    ]

    private static func text(
      _ name: String, _ string: String, _ lines: Int, _ direction: LayoutDirection = .leftToRight
    ) -> Golden {
      Golden("text-\(name)@2x") { try textPicture(string, lines, direction) }
    }

    @MainActor static func textPicture(
      _ string: String, _ lines: Int, _ direction: LayoutDirection = .leftToRight, size: Double = 14,
      isBold: Bool = false, alignment: CardText.Alignment = .leading, scale: Double = 2
    ) throws -> PixelBuffer {
      let canvas = try MediaCanvas(size: LayoutSize(width: 150, height: 64), scale: scale, background: white)
      let frame = LayoutRect(x: 8, y: 8, width: 134, height: 48)
      canvas.add(Ground(frame, PixelColor(red: 238, green: 241, blue: 245)))
      let text = CardText(
        string, fontSize: size, isBold: isBold, alignment: alignment, maximumLines: lines)
      canvas.add(Words(text, frame, direction))
      return try canvas.render()
    }
  }

  /// A text in a frame.
  @MainActor final class Words: CanvasItem {
    private let text: CardText
    private let frame: LayoutRect
    private let direction: LayoutDirection

    init(_ text: CardText, _ frame: LayoutRect, _ direction: LayoutDirection = .leftToRight) {
      self.text = text
      self.frame = frame
      self.direction = direction
    }

    func draw(on painter: CanvasPainter) {
      painter.text(text, in: frame, color: CardPalette.light[text.color], direction: direction)
    }
  }
#endif
