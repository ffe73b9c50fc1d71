import LazyMedia
import NativeAds
import SampleFeed

extension CommandOption {
  private static let sources: [Subcommand?] = [.fetch, .probe, .hash]
  private static let network: [Subcommand?] = sources + [.ad, .vast, .render]
  private static let everywhere: [Subcommand?] = [nil] + Subcommand.allCases
  private static let defaults = Settings()

  /// Every option of the command. The only place that lists them.
  static let table: [CommandOption] =
    picture + ad + video + render + stores + cache + result + transfer + serving + demonstration + general

  private static let picture: [CommandOption] = [
    .valued(
      "size", "WxH", [.fetch], "decode for a box of this many pixels",
      "Decode for a box of W by H pixels (1 to \(OptionValue.maximumSide) each), as displayed; full size by "
        + "default."
    ) { settings, text throws(InvalidValue) in settings.size = try OptionValue.pixelSize(text) },
    .choice(
      "fit", \.fit, [.fetch], "how the picture fills the box",
      "How the picture fills the box: 'contain' (all of it inside, aspect kept), 'cover' (the box filled, "
        + "aspect kept, the rest cut off), 'fill' (the box filled, aspect not kept) or 'center' (neither enlarged nor "
        + "reduced, what is not in the middle cut off); "
        + "\(defaults.fit.rawValue) by default."),
    .toggle(
      "upscale", [.fetch], "enlarge pictures that are smaller than the box",
      "Enlarge pictures that are smaller than the box; by default they are left as they are."
    ) { $0.allowsUpscaling = true },
    .toggle(
      "no-orientation", [.fetch], "leave the EXIF orientation unapplied",
      "Leave the pixels as they are stored; by default the EXIF orientation is applied."
    ) { $0.appliesOrientation = false },
    .toggle(
      "allow-partial", [.fetch], "load the good rows of damaged files",
      "Load the good rows of truncated or damaged files, and report how many there are; by default such "
        + "a file fails."
    ) { $0.allowsPartial = true },
    .valued(
      "output", "DIR", short: "o", [.fetch], "write the pictures to this folder",
      "Write every picture to the folder DIR, which is created if it does not exist; by default nothing is "
        + "written. "
        + "See FILES for the names.",
      completes: .directories
    ) { settings, text throws(InvalidValue) in settings.outputPath = try path(text) },
    .choice(
      "encode", [.fetch], "the format of the files written",
      "The format of the files in DIR: 'png', 'jpeg', 'ppm' (binary, P6), or 'rgba' (8-bit red, green, blue, "
        + "straight alpha, no padding, no header); png by default. Where a format has no alpha, the picture "
        + "is blended over white. Needs --output."
    ) { (settings: inout Settings, encoding: OutputEncoding) in settings.encoding = encoding },
    .number(
      "quality", 1...100, \.quality, [.fetch], "the quality of JPEG files written",
      "The quality of JPEG files written, 1 to 100; \(defaults.quality) by default."),
  ]

  private static let ad: [CommandOption] = [
    .valued(
      "size", "WxH", [.ad], "the pixels of the media area",
      "The size in pixels of the area that shows the main media, for which it is decoded, or the file of a video "
        + "chosen; by default the area has no size, and the preferred size of the ad counts."
    ) { settings, text throws(InvalidValue) in settings.size = try OptionValue.pixelSize(text) },
    .toggle(
      "no-lazy", [.ad], "receive the ad with its media",
      "Receive the ad only when its icon and main media are settled; by default it comes before them."
    ) { $0.isLazy = false },
    .toggle(
      "probe", [.ad], "look for a missing size first",
      "If the response does not tell the size of the main image, look for it in the first bytes of the file before "
        + "the ad is received, for 300 milliseconds at most."
    ) { $0.probesMissingSizes = true },
    .choice(
      "placeholder", [.ad, .render], "what covers assets until they are there",
      "With 'ad' and 'render ad': cover the assets that are loading when the ad is bound: 'bare' (the area as it is), "
        + "'color' (gray), 'preview' (the coarse form that a progressive file gives early) or 'hash' (the BlurHash or "
        + "ThumbHash of the response); by default nothing with 'ad', and with 'render ad' the hash, or else the color."
    ) { (settings: inout Settings, kind: PlaceholderKind) in settings.placeholder = kind },
    milliseconds(
      "bind-delay", \.bindDelay, [.ad], "milliseconds from the ad to its view",
      "Milliseconds from receiving the ad to binding it to a view; by default it is bound while it is received."
    ),
    milliseconds(
      "attach-after", \.attachDelay, [.ad], "milliseconds from binding to the window",
      "Milliseconds from binding the ad to attaching its view to a window, where a video begins to load; by "
        + "default the view is in a window before."),
  ]

  private static let video: [CommandOption] = [
    .valued(
      "width", "PX", [.vast], "the width that the video is chosen for",
      "The width in pixels that the video is chosen for, 1 to \(OptionValue.maximumSide); "
        + "\(VAST.MediaFileChoice.defaultTargetWidth) by default."
    ) { settings, text throws(InvalidValue) in
      settings.targetWidth = try OptionValue.wholeNumber(text, in: 1...OptionValue.maximumSide)
    },
    .valued(
      "timeout", "S", [.vast], "seconds for one document",
      "Seconds for each document of the chain, 0.001 to 86400, fractions allowed; "
        + "\(Text.decimal(defaults.hopTimeout / .seconds(1))) by default. Nothing is tried again."
    ) { settings, text throws(InvalidValue) in settings.hopTimeout = try seconds(text) },
  ]

  private static let stores: [CommandOption] = [
    .valued(
      "cache", "DIR", [.fetch], "keep files in this folder between runs",
      "Keep files that came over HTTP in a disk cache in the folder DIR, which is created if it does not exist, and use "
        + "them as HTTP allows; at most 512 MiB, unless another program has set another limit. Any number of commands "
        + "and programs may share it. See CACHES; 'lazymedia cache' looks into it.",
      completes: .directories
    ) { settings, text throws(InvalidValue) in settings.cachePath = try path(text) },
    .valued(
      "shared-cache", "URL", [.fetch], "share files over a Redis server",
      "Share them with other machines over a Redis server: redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE] or "
        + "unix:/PATH. With --cache, the folder is asked first. Needs a build with the trait Redis."
    ) { settings, text throws(InvalidValue) in
      #if Redis
        guard RedisAddress(url: text) != nil else {
          throw InvalidValue(expected: "redis://HOST[:PORT][/DATABASE] or unix:/PATH")
        }
      #endif
      settings.sharedCache = text
    },
    .choice(
      "cache-policy", [.fetch], "how files that are kept are used",
      "How files that are kept are used: 'normal' (as HTTP allows), 'reload' (not at all; what is fetched takes their "
        + "place), 'only-if-cached' (fresh or not; what is not there fails, and the network is not used) or "
        + "'cache-first' (fresh or not; what is not there is fetched); normal by default. Needs --cache or "
        + "--shared-cache."
    ) { (settings: inout Settings, name: CachePolicyName) in settings.cachePolicy = name },
    .toggle(
      "stats", [.fetch], "print at the end what was done",
      "Print at the end, on standard error, what was done: files fetched and found, bytes, decodes; with --json as one "
        + "object. See OUTPUT for its members."
    ) { $0.showsMetrics = true },
  ]

  private static let cache: [CommandOption] = [
    .valued(
      "to", "N", [.cache], "bytes that 'trim' leaves",
      "With 'trim', which needs it: the most bytes that entries and index may take, 0 to 1024G, optionally with K, M "
        + "or G (powers of 1024) after the digits."
    ) { settings, text throws(InvalidValue) in
      settings.trimmedBytes = try OptionValue.byteCount(text, in: 0...(1 << 40))
    },
    .toggle(
      "remove", [.cache], "remove what 'verify' finds bad",
      "With 'verify': remove damaged entries, and files that belong to none; by default they are counted only."
    ) { $0.removesBad = true },
  ]

  private static let result: [CommandOption] = [
    .toggle(
      "json", [.cache], "print JSON objects",
      "Print JSON objects, one a line, instead of text. See OUTPUT for the fields."
    ) { $0.isJSON = true },
    .toggle(
      "json", [.ad], "print one JSON object a line",
      "Print one JSON object a line for each event, instead of text. See OUTPUT for the fields."
    ) { $0.isJSON = true },
    .toggle(
      "json", [.render], "print one JSON object a line",
      "Print one JSON object a line for each ad of a report and each file written, instead of text. See OUTPUT for the "
        + "fields."
    ) { $0.isJSON = true },
    .toggle(
      "json", [.serve], "print one JSON object a line",
      "Print one JSON object a line for the start, each request and the end, instead of text. See OUTPUT for the fields."
    ) { $0.isJSON = true },
    .toggle(
      "json", [.vast], "print one JSON object",
      "Print one JSON object instead of text. See OUTPUT for the fields."
    ) { $0.isJSON = true },
    .toggle(
      "json", sources, "print one JSON object a line",
      "Print one JSON object a line as each source finishes, instead of text. See OUTPUT for the fields."
    ) { $0.isJSON = true },
    .toggle(
      "ordered", sources, "keep the order in which sources were given",
      "Print results in the order in which the sources were given; as they finish by default. At most "
        + "\(OrderedWindow<Int>.capacity(concurrency: defaults.concurrency)) results, or 8 for each of "
        + "--concurrency if that is more, wait for an earlier one; then no further source is started."
    ) { $0.isOrdered = true },
    .toggle(
      "pixel-hash", [.fetch], "print the SHA-256 of the decoded pixels",
      "Print the SHA-256 of the decoded pixels: 8-bit red, green, blue, straight alpha, rows top first, no "
        + "padding."
    ) { $0.hashesPixels = true },
    .valued(
      "components", "XxY", [.hash], "waves of the BlurHash along both sides",
      "Waves of the BlurHash from left to right and from top to bottom, 1 to 9 each; "
        + "\(defaults.components.x)x\(defaults.components.y) by default. More of them show more, and make it longer: "
        + "4 + 2 * X * Y characters."
    ) { settings, text throws(InvalidValue) in settings.components = try OptionValue.components(text) },
    .choice(
      "progress", \.progress, sources + [.render], "when a progress bar is drawn",
      "When a progress bar is drawn on standard error: 'auto' (if it is a terminal), 'always' or 'never'; "
        + "\(defaults.progress.rawValue) by default."),
  ]

  private static let transfer: [CommandOption] = [
    .number(
      "concurrency", 1...256, \.concurrency, sources + [.render], "sources under way at once",
      "Sources under way at once, and most connections to one host, 1 to 256; \(defaults.concurrency) by "
        + "default."),
    .valued(
      "timeout", "S", sources + [.ad, .render], "seconds for one source, retries included",
      "Seconds for one source, waits and retries included, 0.001 to 86400, fractions allowed; "
        + "\(Text.decimal(defaults.timeout / .seconds(1))) by default."
    ) { settings, text throws(InvalidValue) in settings.timeout = try seconds(text) },
    .number(
      "retries", 0...20, \.retries, sources + [.ad, .render], "attempts after the first",
      "Attempts after the first, on connect errors, timeouts and the statuses 429 and 5xx, 0 to 20; "
        + "\(defaults.retries) by default."),
    .valued(
      "max-bytes", "N", sources + [.ad, .render], "most bytes of one file",
      "Most bytes of one file, 1 to 4G, optionally with K, M or G (powers of 1024) after the digits; "
        + "\(DecodeLimits().maximumBytes >> 20)M by default, \(NativeAdOptions().maximumMediaBytes >> 20)M of an "
        + "asset of an ad."
    ) { settings, text throws(InvalidValue) in
      settings.maximumBytes = try OptionValue.byteCount(text, in: 1...(4 << 30))
    },
    .number(
      "max-pixels", 1...268_435_456, \.maximumPixels, sources + [.ad, .render],
      "most pixels of one stored picture",
      "Most pixels of one stored picture, 1 to 268435456; \(defaults.maximumPixels) by default. Each side has "
        + "at most \(OptionValue.maximumSide)."),
    .valued(
      "user-agent", "S", network, "the User-Agent that is sent",
      "The User-Agent that is sent; '\(defaults.userAgent)' by default."
    ) { settings, text throws(InvalidValue) in
      guard OptionValue.isFieldText(text) else { throw InvalidValue(expected: "free of control characters") }
      settings.userAgent = text
    },
    .valued(
      "header", "'K: V'", short: "H", network, "a header field to send",
      "A header field to send with every request; may be given more than once."
    ) { settings, text throws(InvalidValue) in settings.headers.append(try OptionValue.headerField(text)) },
    .valued(
      "cacert", "FILE", network, "CA certificates instead of the system's",
      "A file of CA certificates (PEM) to trust instead of the system's.", completes: .files
    ) { settings, text throws(InvalidValue) in settings.caBundlePath = try path(text) },
    .valued(
      "proxy", "URL", network, "the proxy to use",
      "The proxy to use, such as http://127.0.0.1:3128; an empty value uses none. By default the variables "
        + "http_proxy, https_proxy, all_proxy and no_proxy of the environment decide."
    ) { settings, text throws(InvalidValue) in
      guard OptionValue.isFieldText(text) else { throw InvalidValue(expected: "a URL") }
      settings.proxy = text
    },
  ]

  private static let serving: [CommandOption] = [
    .number(
      "port", 0...65_535, \.port, [.serve], "the port to listen on",
      "The port of 127.0.0.1 to listen on, 0 to 65535; \(defaults.port) by default, which takes any free one."
    ),
    milliseconds(
      "latency", \.latency, [.serve], "milliseconds before each answer",
      "Milliseconds to wait before each answer; 0 by default."),
    .valued(
      "fault", "NAME=FAULT", [.serve], "what goes wrong on purpose",
      "What goes wrong on purpose: a switch and its value, such as 'ads=500/2' or 'media=slow'; may be given more than "
        + "once. See SWITCHES."
    ) { settings, text throws(InvalidValue) in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      do throws(SampleSwitches.Refusal) {
        // That has an option of its own, in other units.
        guard parts.count == 2, parts[0] != "latency" else {
          throw SampleSwitches.Refusal(description: "NAME is one of \(SampleEndpoint.names)")
        }
        try settings.faults.set(parts[0], to: parts[1])
      } catch {
        throw InvalidValue(expected: "such as 'ads=500/2': \(error)")
      }
    },
    .valued(
      "log", "FILE", [.serve], "append hits of trackers to this file",
      "Append a JSON object to FILE for each hit of a tracker, one a line, before it is answered. See LOG. The file and "
        + "its folder are created if they do not exist.",
      completes: .files
    ) { settings, text throws(InvalidValue) in settings.logPath = try path(text) },
  ]

  private static let demonstration: [CommandOption] = [
    .valued(
      "images", "DIR", [.demo], "the folder to serve",
      "The folder to serve; '\(defaults.imagesPath)' by default.", completes: .directories
    ) { settings, text throws(InvalidValue) in settings.imagesPath = try path(text) },
    .valued(
      "images", "DIR", [.ad, .vast, .render], "the folder of the samples",
      "The folder that samples are served from; '\(defaults.imagesPath)' by default.", completes: .directories
    ) { settings, text throws(InvalidValue) in settings.imagesPath = try path(text) },
    .valued(
      "output", "FILE", short: "o", [.demo], "the picture to write",
      "The picture (PNG) to write; '\(DemoCommand.defaultOutputPath)' by default. Its folder is created "
        + "if it does not exist.",
      completes: .files
    ) { settings, text throws(InvalidValue) in settings.outputPath = try path(text) },
    milliseconds(
      "latency", \.latency, [.demo], "milliseconds before each answer",
      "Milliseconds that the server waits before each answer; "
        + "\(Text.decimal(DemoCommand.defaultLatency / .milliseconds(1))) by default."),
    milliseconds(
      "latency", \.latency, [.ad, .vast, .render], "milliseconds before each answer about a sample",
      "Milliseconds that the server of samples waits before each answer; "
        + "\(Text.decimal(SampleAds.defaultLatency / .milliseconds(1))) by default."),
  ]

  private static let general: [CommandOption] = [
    .toggle("help", short: "h", everywhere, "print this help", "Print this help.") { $0.wantsHelp = true },
    .toggle("version", everywhere, "print the version", "Print the version.") { $0.wantsVersion = true },
  ]

  /// An option that takes milliseconds, at most ten seconds of them.
  private static func milliseconds(
    _ name: String, _ keyPath: any WritableKeyPath<Settings, Duration?> & Sendable,
    _ subcommands: [Subcommand?],
    _ summary: String, _ explanation: String
  ) -> CommandOption {
    .valued(name, "MS", subcommands, summary, explanation + " 0 to 10000, fractions allowed.") {
      settings, text throws(InvalidValue) in
      settings[keyPath: keyPath] = try OptionValue.duration(
        text, unit: .milliseconds(1), named: "milliseconds", in: .zero ... .seconds(10))
    }
  }

  private static func seconds(_ text: String) throws(InvalidValue) -> Duration {
    try OptionValue.duration(
      text, unit: .seconds(1), named: "seconds", in: .milliseconds(1) ... .seconds(86_400))
  }

  static func path(_ text: String) throws(InvalidValue) -> String {
    guard !text.isEmpty, !text.utf8.contains(0) else { throw InvalidValue(expected: "a path") }
    return text
  }
}
