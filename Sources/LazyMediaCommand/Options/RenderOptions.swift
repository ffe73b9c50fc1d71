extension CommandOption {
  /// The options of `render` that no other command has.
  static let render: [CommandOption] = [
    .valued(
      "out", "FILE", short: "o", [.render], "the picture to write",
      "The picture (PNG) to write. Its folder is created if it does not exist.", completes: .files
    ) { settings, text throws(InvalidValue) in settings.outputPath = try path(text) },
    .valued(
      "at", "LIST", [.render], "the moments at which an ad is drawn",
      "With 'render ad': moments divided by commas, each milliseconds since the ad was shown (such as 0 or 100ms, at "
        + "most 60000) or 'loaded' (when icon and main media are loaded, or have failed); loaded by default. Of several "
        + "each has its own file; see FILES."
    ) { settings, text throws(InvalidValue) in settings.moments = try moments(text) },
    .choice(
      "renderer", [.render], "how the ads of a feed look",
      "With 'render feed': how ads look: 'cover' (large cards), 'small' (rows) or 'circular' (a row of round "
        + "thumbnails); cover by default."
    ) { (settings: inout Settings, name: FeedRendererName) in settings.renderer = name },
    .choice(
      "orientation", [.render], "along which axis a feed runs",
      "With 'render feed': along which axis it runs; vertical by default, horizontal with 'circular'."
    ) { (settings: inout Settings, orientation: FeedOrientation) in settings.orientation = orientation },
    .number(
      "width", 40...4_096, \.canvasWidth, [.render], "the width of the picture in points",
      "The width of the picture in points, 40 to 4096; \(Settings().canvasWidth) by default."),
    .valued(
      "height", "N", [.render], "the height of a feed in points",
      "With 'render feed': the height of the picture in points, 40 to 4096; by default \(Settings.feedHeight), and of a "
        + "horizontal feed that of its items."
    ) { settings, text throws(InvalidValue) in
      settings.canvasHeight = try OptionValue.wholeNumber(text, in: 40...4_096)
    },
    .number(
      "scale", 1...3, \.scale, [.render], "pixels a point",
      "Pixels a point, 1 to 3; \(Settings().scale) by default."),
    .toggle("dark", [.render], "light on dark", "Draw light on dark; dark on light by default.") {
      $0.isDark = true
    },
    .toggle(
      "rtl", [.render], "lay out from right to left",
      "Lay out from right to left, as for Arabic and Hebrew; from left to right by default."
    ) { $0.isRightToLeft = true },
    .choice(
      "fonts", \.fonts, [.render], "what texts are drawn with",
      "What texts are drawn with: 'bundled' (the command's own font, the same on every machine: Latin, Greek, Cyrillic, "
        + "Hebrew, Arabic) or 'system' (the machine's fonts too, for what that lacks); bundled by default."),
    .valued(
      "frames", "DIR", [.render], "write a film strip of a fling to this folder",
      "With 'render feed': fling the feed, and write a picture of each frame to the folder DIR, which is created if it "
        + "does not exist. See FILES.",
      completes: .directories
    ) { settings, text throws(InvalidValue) in settings.framesPath = try path(text) },
    .valued(
      "html", "FILE", [.render], "write a report on the ads to this page",
      "Load every ad by itself, measure that, and write a page about all of them. See REPORT.",
      completes: .files
    ) { settings, text throws(InvalidValue) in settings.reportPath = try path(text) },
  ]

  private static func moments(_ text: String) throws(InvalidValue) -> [Moment] {
    var moments: [Moment] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let moment: Moment
      if word == "loaded" {
        moment = .loaded
      } else {
        let digits = word.hasSuffix("ms") ? word.dropLast(2) : word
        do throws(InvalidValue) {
          moment = .after(
            try OptionValue.duration(
              String(digits), unit: .milliseconds(1), named: "milliseconds", in: .zero ... .seconds(60)))
        } catch {
          throw InvalidValue(expected: "moments such as 0,100ms,loaded, the times up to 60000 milliseconds")
        }
      }
      if moments.contains(moment) { throw InvalidValue(expected: "moments that differ") }
      moments.append(moment)
    }
    return moments
  }
}
