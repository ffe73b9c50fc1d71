extension HelpTopics {
  static let renderDescription = """
    Draws the native ad that SOURCE is, as it is seen at given moments ('render ad'), or a feed of such ads ('render \
    feed'), into PNG files; and writes a page about any number of ads for those who check them (--html).
    """

  static let renderSource = """
    With 'render ad', SOURCE is an http: or https: URL, a path, a file: URL, a data: URL, 'sample:NAME' (a sample of the \
    test images, see 'lazymedia help ad'), or '-' for a list on standard input. With 'render feed' it is one list: at a \
    URL or path, '-', or 'sample:feed' (\(CreativeInputs.sampleCount) ads that the command serves itself, on a free port \
    of 127.0.0.1, each answer after --latency; their pictures show the number of the ad as white and black blocks). \
    Where a sample is among the sources no proxy is used.

    A list is a JSON array, one response, or lines. Elements, and lines, that start with '{' are responses in OpenRTB \
    Native 1.2, or bid responses around one; others are URLs or paths of responses. A list at an http: or https: URL \
    can only name such URLs, and responses in it only such media; responses on standard input as well. A list has at \
    most \(CreativeList.maximumByteCount >> 20) MiB.
    """

  static let renderMoments = """
    Time begins when the ad is shown: when its response was there. At 0 nothing has loaded but what came with the \
    response; at 'loaded' both icon and main media are loaded, have failed, or --timeout is over. When they are settled \
    nothing changes any more, so later moments are drawn at once. The areas for pictures have the same place at all \
    moments.
    """

  static let renderFiles = """
    --out FILE is the picture. Of several moments each has a file of its own, with the moment before the extension: \
    '--out ad.png --at 0,100ms,loaded' writes ad-0.png, ad-100ms.png and ad-loaded.png.

    --frames DIR has the pictures 0000.png, 0001.png and so on, 30 for each second of the fling, whose last shows the \
    feed at rest and loaded. Between frames ads load in real time, for a 30th of a second and while a frame is drawn, \
    so on a slow machine more is loaded. What an earlier strip left in DIR, and this one has no frame for, stays there. \
    Beside them, frames.json is an object with the members
      framesPerSecond  30
      width            the size of a frame in pixels
      height
      scale            pixels a point
      orientation      "vertical" or "horizontal"
      frames           an array of objects: index, offset (points that the
                       feed is scrolled), items
      items            what is seen: index (of the ad), media and icon, each
                       an object or null: x, y, width, height (points, from
                       the start of the feed: they do not change as it
                       scrolls), state
    """

  static let renderReport = """
    --html FILE is one page without anything beside it: no network is needed to read it. It has a row for each ad, failures \
    first: thumbnail, title, states, the sizes that the response says and the file has, bytes, errors, and when \
    response, main media and icon were asked for, came and were decoded, on one scale. It can be filtered, and sorted by \
    each column. Each ad is loaded by itself, nothing is taken from another's files, and what is not there when \
    --timeout is over has failed. Texts of ads are shown, never run. 'Check' marks ads that loaded with something to look \
    at, such as a size that differs from the one that was said.
    """

  static let renderOutput = """
    Each file that was written is a line: its path. Failures are told on standard error. All that people read, the page \
    too, leaves out the user name and password of a URL; the objects of --json have them.

    With --json, objects, one a line. Every one has the member kind. Files, as they are written, have file, and
      picture    at (the moment, or null), width, height (pixels); of an ad
                 mediaFrame (x, y, width, height of the main media, in
                 points), mediaState, iconState
      frames     frames (how many there are)
      report     creatives, failed, warned, loaded (how many there are),
                 bytes (of the page)
    Ads of a report, as they are settled, are of the kind creative, with the members
      index        the place among the sources, from 0
      source       as given, or the list and the place in it
      state        "failed", "warned" or "loaded"
      title        null where there is none
      advertiser
      mediaType    "image", "video" or null
      response     bytes, began, firstByte, ended, received (milliseconds
                   since it was asked for)
      media        state, url, saidWidth, saidHeight (as the response says),
                   width, height (as the file says), bytes, began, firstByte,
                   ended, settled (when it was decoded), error
      icon         the same
      warnings     texts
      error        the first: phase, code, message
    What is not known is null.
    """

  static let renderExitStatus = [
    ("0", "All was written, and no asset failed."),
    ("1", "An ad or an asset failed, a list could not be read, or a file could not be written."),
  ]
}
