extension HelpTopics {
  static let adDescription = """
    Loads the native ad that SOURCE is, a response in OpenRTB Native 1.2 or a bid response around one, shows it in a \
    view without pixels, and prints each event with its time. It ends when icon and main media are settled: loaded, \
    failed, or not part of the ad. Nothing is told of impressions or clicks.
    """

  static let vastDescription = """
    Reads the VAST document that SOURCE is, follows its wrappers, and prints each hop of the chain, every media file \
    with what became of it, and the one that would be played, with its size. The video itself is not fetched, and \
    nothing is told of impressions.
    """

  static let adSource = """
    SOURCE is an http: or https: URL, a path, a file: URL, a data: URL, or '-' for standard input. The assets of an ad \
    that was read from a path, a file: URL or a data: URL may be local, too; those of others must be at http: or \
    https: URLs.

    'sample:NAME' is a sample of the test images (see --images): image, no-size, embedded, broken-icon, \
    broken-media and video. \
    The command serves them itself, on a free port of 127.0.0.1, each answer after --latency.
    """

  static let vastSource = """
    SOURCE is an http: or https: URL, a path, a file: URL, a data: URL, or '-' for standard input.

    'sample:NAME' is a sample of the test images (see --images): video and wrapper. The command serves them itself, on \
    a free port of 127.0.0.1, each answer after --latency.
    """

  static let adOutput = """
    With --json, every event has one object on a line of its own, with the members t (milliseconds since the ad was \
    asked for), event, and those that apply. The events are
      didReceive                       title, iconLoadingState,
                                       mediaLoadingState, preferredMediaWidth
                                       and preferredMediaHeight (pixels, 0
                                       while unknown), mediaType ("image",
                                       "video" or null)
      didFailWithError                 error; there is no ad
      didChangeMediaAssetLoadingState  asset ("icon" or "media"), state
                                       ("loading", "loaded" or "failed"),
                                       and error of a failed one
      placeholderRemoved               asset
      probedSize                       asset, preferredMediaWidth,
                                       preferredMediaHeight, mediaType: the
                                       first bytes told what the response
                                       had not
      didLoadMediaData                 all assets are there
      didFailToLoadMediaData           asset, error: the first that failed
    An error is an object: phase, code, message.

    Without --json, the title comes first, then a line for each event, then one for each asset: its state, the size of \
    the picture made, the bytes received, and when the first byte came and the asset was settled. Failures are among \
    the events, not on standard error.
    """

  static let vastOutput = """
    With --json, one object on one line, with the members
      chain        the documents, from SOURCE on: source, kind ("wrapper" or
                   "inLine"), version, adID, adSystem, duration (milliseconds
                   of the transfer), error
      abandoned    wrappers in whose place another ad stood in: error of each
      candidates   the media files, in document order: url, type, delivery,
                   width, height, bitrate (kbit/s), verdict ("chosen",
                   "outranked" or "dropped"), reason
      choice       the file that would be played: url, type, delivery, width,
                   height, bitrate, preferredMediaWidth, preferredMediaHeight
                   (pixels; 0 where unknown), isEstimated (the size is that
                   of another file), reason
      targetWidth  the width that it is chosen for
      duration     of the video, in milliseconds
      trackers     how many there are: impressions, events, clicks, viewable,
                   errors
      error        why there is no choice
    What is not known is null. An error is an object: phase, code (the number in the list of the IAB), message.

    Without --json, the same in lines for people, and the error on standard error.
    """

  static let adExitStatus = [
    ("0", "The ad came, and no asset failed."),
    ("1", "There is no ad, an asset failed, or standard output could not be written."),
  ]

  static let vastExitStatus = [
    ("0", "A video file was chosen."), ("1", "None was, or standard output could not be written."),
  ]
}
