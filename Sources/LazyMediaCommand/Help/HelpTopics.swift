/// The parts of the help that are not about options.
enum HelpTopics {
  static func description(of subcommand: Subcommand?) -> String {
    switch subcommand {
    case nil:
      """
      lazymedia loads JPEG and PNG images over HTTP(S), or from files, and decodes them while their bytes arrive, \
      alone or as the media of native ads. It is the command of the LazyMedia library.
      """
    case .fetch:
      """
      Fetches every SOURCE and decodes it while its bytes arrive. Prints one line for each source that loaded, as it \
      finishes; with --json, one JSON object for each source. Failures are reported on standard error, one line each.
      """
    case .probe:
      """
      Fetches just enough of every SOURCE to know its format, size and orientation, then stops the transfer. Prints \
      one line for each source as it finishes.
      """
    case .hash:
      """
      Fetches every SOURCE and prints the BlurHash and the ThumbHash of its picture, one line for each source as it \
      finishes. Both are short texts that tell a blurred form of the picture, to be shown while the picture loads. \
      They are made of the picture as displayed, reduced to at most 100 pixels a side.
      """
    case .ad: adDescription
    case .vast: vastDescription
    case .render: renderDescription
    case .cache: cacheDescription
    case .serve: serveDescription
    case .demo:
      """
      Serves a folder on a free port of 127.0.0.1, slowly, loads native ads made of its files through the real \
      pipeline, prints when each picture was there, writes a report on the ads (see 'lazymedia help render') beside the \
      picture, and draws them as a feed. The last line printed is the path of the picture.

      The folder has main images in media/ and icons in icons/. If there is no media/, the images in the folder itself \
      are taken. At most 24 ads are made, and after them some that cannot load: of a file that is not there, and of one \
      each of truncated/, corrupt/ and bombs/ as they are in TestImages.
      """
    case .completions:
      """
      Prints a script that makes the shell complete lazymedia's commands, options and values.
      """
    case .help:
      """
      Prints the help of a command, or of lazymedia itself.
      """
    }
  }

  static func sections(of subcommand: Subcommand?) -> [(title: String, text: String)] {
    switch subcommand {
    case .fetch:
      [
        ("SOURCES", sources(isFetch: true)), ("OUTPUT", fetchOutput), ("FILES", fetchFiles),
        ("CACHES", fetchCaches), ("MANY PROCESSES", fetchProcesses), environment,
      ]
    case .probe:
      [("SOURCES", sources(isFetch: false)), ("OUTPUT", probeOutput), environment]
    case .hash:
      [("SOURCES", sources(isFetch: false)), ("OUTPUT", hashOutput), environment]
    case .ad:
      [("SOURCE", adSource), ("OUTPUT", adOutput), environment]
    case .vast:
      [("SOURCE", vastSource), ("OUTPUT", vastOutput), environment]
    case .render:
      [
        ("SOURCE", renderSource), ("MOMENTS", renderMoments), ("FILES", renderFiles),
        ("REPORT", renderReport),
        ("OUTPUT", renderOutput), environment,
      ]
    case .cache:
      [("OUTPUT", cacheOutput)]
    case .serve:
      [
        ("ADDRESSES", serveAddresses), ("SWITCHES", serveSwitches), ("LOG", serveLog),
        ("OUTPUT", serveOutput),
      ]
    case .demo:
      [
        (
          "PICTURE",
          """
          The first screen of the feed, three times: when it is opened, with placeholders; while it loads; and loaded. The \
          cards have the same place in all three. A build without the trait Canvas writes the report alone.
          """
        )
      ]
    case nil, .completions, .help:
      []
    }
  }

  private static func sources(isFetch: Bool) -> String {
    let members =
      isFetch
      ? "The optional members 'size' (\"WxH\"), 'fit', 'upscale' (true or false) and 'headers' (an object of "
        + "strings) apply to this source alone."
      : "The optional member 'headers' (an object of strings) applies to this source alone; 'size', 'fit' and "
        + "'upscale' are accepted and ignored, so that all commands read the same lists."
    return """
      A source is an http: or https: URL, a path, a file: URL, or a data: URL.

      The source '-' stands for a list on standard input, one source a line; blank lines are skipped. A line that \
      starts with '{' is a JSON object, whose member 'source' is required. \(members) Lines are read only as fast as \
      sources are finished, so the list may be of any length. Input with zero bytes is no list: it fails once, and is \
      not read further. Write a path that starts with '-' or '{' as './-...' or './{...'.

      Everything printed for people leaves out the user name and password of a URL, and the bytes of a data: URL. \
      The member 'source' of --json repeats the source exactly as given, with any password in it.
      """
  }

  static let unreadableFiles = """
    With --json, failures are in the objects only, except for local files that cannot be read: they have a line on \
    standard error as well as their object.
    """

  private static let probeOutput = """
    With --json, every source has one object on a line of its own, with the members
      source           the source exactly as given
      state            "loaded" or "failed"
      format           found from the bytes
      width            the size as stored, in pixels
      height
      orientation      the EXIF orientation, 1 to 8
      preferredWidth   the size as displayed, the orientation applied
      preferredHeight
      bytesRead        bytes of the file that were needed
    What is not known is null. A source that failed has the member error: phase, code, message.

    Without --json, every source that failed has one line on standard error. \(unreadableFiles)
    """

  private static let hashOutput = """
    With --json, every source has one object on a line of its own, with the members
      source     the source exactly as given
      state      "loaded" or "failed"
      blurhash   the BlurHash; alpha is blended over white
      thumbhash  the ThumbHash in Base64; it tells alpha and aspect ratio too
      width      the size as displayed, the orientation applied, in pixels
      height
      error      what failed: phase, code, message
    What is not known, or does not apply, is null.

    Without --json, a line has the BlurHash, the ThumbHash, the size and the source; every source that failed has one \
    line on standard error. \(unreadableFiles)
    """

  private static let environment = (
    title: "ENVIRONMENT",
    text: """
    http_proxy, https_proxy, all_proxy and no_proxy choose the proxy when --proxy is not given. NO_COLOR, if not \
    empty, turns color off.
    """
  )

  static func exitStatus(of subcommand: Subcommand?) -> [(String, String)] {
    let usage = ("64", "The arguments were wrong, or a file or folder that they name cannot be used.")
    let pipe = ("141", "The reader of standard output went away.")
    return switch subcommand {
    case nil, .fetch, .probe, .hash:
      [
        ("0", "All sources loaded."),
        ("1", "At least one source failed, or standard output could not be written."), usage,
        (
          "130",
          "Interrupted by Ctrl-C: transfers were stopped, and no partial file was left. 129 and 143 after SIGHUP "
            + "and SIGTERM. A second signal ends the command at once."
        ),
        pipe,
      ]
    case .ad, .vast:
      (subcommand == .ad ? adExitStatus : vastExitStatus) + [usage, ("130", "Interrupted by Ctrl-C."), pipe]
    case .render: renderExitStatus + [usage, ("130", "Interrupted by Ctrl-C."), pipe]
    case .cache: cacheExitStatus + [usage, ("130", "Interrupted by Ctrl-C."), pipe]
    case .serve: serveExitStatus + [usage, pipe]
    case .demo:
      [
        ("0", "All ads loaded that can, and all was written."), ("1", "Another ad failed, or a file."), usage,
        ("130", "Interrupted by Ctrl-C."), pipe,
      ]
    case .completions, .help:
      [("0", "The text was printed."), usage]
    }
  }

  static func examples(of subcommand: Subcommand?) -> [String] {
    switch subcommand {
    case nil:
      ["lazymedia fetch https://example.com/poster.jpg", "lazymedia help fetch"]
    case .fetch:
      [
        "lazymedia fetch --size 600x314 --fit cover --output ads poster.jpg",
        "lazymedia fetch --json --ordered --pixel-hash - < urls.txt",
        "echo '{\"source\": \"a.png\", \"size\": \"80x80\"}' | lazymedia fetch --json -",
        "lazymedia fetch --cache ~/.cache/pictures --stats - < urls.txt",
        "xargs -d '\\n' -n 50 -P 4 lazymedia fetch --json --cache DIR < urls.txt",
      ]
    case .probe:
      ["lazymedia probe --json https://example.com/poster.jpg"]
    case .hash:
      ["lazymedia hash poster.jpg", "lazymedia hash --json --components 3x3 - < urls.txt"]
    case .ad:
      [
        "lazymedia ad sample:image --placeholder preview",
        "lazymedia ad --json --bind-delay 500 https://ads.example.com/native",
        "curl -s https://ads.example.com/native | lazymedia ad -",
      ]
    case .vast:
      ["lazymedia vast sample:wrapper", "lazymedia vast --json --width 640 tag.xml"]
    case .render:
      [
        "lazymedia render ad sample:image --out ad.png --at 0,100ms,loaded",
        "lazymedia render feed sample:feed --renderer cover --out feed.png",
        "lazymedia render feed ads.json --frames fling --html report.html",
        "lazymedia render ad --html report.html --timeout 10 - < urls.txt",
      ]
    case .cache:
      [
        "lazymedia cache info ~/.cache/pictures", "lazymedia cache ls --json ~/.cache/pictures",
        "lazymedia cache trim --to 100M ~/.cache/pictures",
      ]
    case .serve:
      [
        "lazymedia serve --port 8080 --log hits.jsonl",
        "lazymedia serve --latency 200 --fault ads=500/2 --fault media=slow",
        "curl 'http://127.0.0.1:8080/control?ads=no-fill'",
        "lazymedia ad 'http://127.0.0.1:8080/ads?unit=PUBLIC_TEST_UNIT_ID_NATIVE'",
      ]
    case .demo:
      ["lazymedia demo --latency 200 --output feed.png"]
    case .completions:
      [
        "eval \"$(lazymedia completions bash)\"      # for instance in ~/.bashrc",
        "lazymedia completions zsh > ~/.zfunc/_lazymedia",
      ]
    case .help:
      ["lazymedia help fetch"]
    }
  }
}
