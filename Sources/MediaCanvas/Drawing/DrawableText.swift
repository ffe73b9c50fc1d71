#if Canvas
  /// Makes any text one that can be drawn, in bounded time.
  enum DrawableText {
    /// Most Unicode scalars: more than any card has room for.
    static let limit = 2_000

    /// The text in one paragraph, without control characters; empty where there is nothing to draw.
    static func string(_ text: String) -> String {
      var result = String.UnicodeScalarView()
      var count = 0
      var isBlank = true
      for scalar in text.unicodeScalars {
        guard count < limit else {
          result.append("…")
          break
        }
        count += 1
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: result.append(" ")
        default:
          result.append(scalar)
          if !scalar.properties.isWhitespace { isBlank = false }
        }
      }
      return isBlank ? "" : String(result)
    }
  }
#endif
