import SampleFeed

extension HelpTopics {
  static let serveDescription = """
    Answers as an ad server on 127.0.0.1, with sample ads: for trying a program without an ad server of one's own, also \
    with slow and failing answers. Prints each request as it comes, hits of trackers among them, and a summary at the \
    end, which is a signal: Ctrl-C, SIGTERM or SIGHUP.
    """

  static let serveAddresses = """
    /ads?unit=UNIT&count=N&context=TEXT
    Ads, as an OpenRTB bid response with so many bids (1 to 50; 1 by default). They are numbered from 1; none is served \
    twice. UNIT is one of

    \(SampleAdUnit.allCases.map { "  \($0.rawValue)" }.joined(separator: "\n"))

    the last two for videos (VAST behind a wrapper). Of another unit the answer is 404. Every third ad pays a reward, \
    once.

    What the ads name is served below /media/, /icons/, /video/, /vast, /landing, /privacy, /reward and, the trackers, \
    /t/.

    /log
    The hits of trackers, as with --log; at least the last 50,000, or
    32 MiB of them.

    /control?NAME=VALUE&...
    Sets switches, and answers with all of them; if one is refused (400), none is set.
    """

  static let serveSwitches = """
    A switch stays as it is until it is set again. Nothing is left to chance: with /N, every Nth request after the switch \
    was set goes wrong.

      latency   milliseconds before each answer, 0 to \(SampleSwitches.maximumLatency)
      ads       ad responses: no-fill (no bid), fewer (half as many bids
                as asked for, at least one) or duplicates (every second bid
                is the one before)
      media     pictures, videos and VAST documents
      trackers  addresses below /t/
      reward    one of the results that are no success, for instance
                tooShortToParticipate

    All but latency also take a status (204, 400 to 599), stall (no answer), truncated (half of the body), slow (10,000 \
    bytes a second) and off. An ad or a reward that does not reach the program is not used up.
    """

  static let serveLog = """
    An object for each hit of a tracker, with the members
      time      milliseconds since the start
      event     the path below /t/, such as impression, click, viewable or
                wrapper/firstQuartile
      ad        the number of the ad
      unit      the unit that it was asked for
      key       the header field Idempotency-Key, the same of all attempts
                to deliver one event
      count     which hit of this event, ad and unit it is, from 1
      status    of the answer; null where there is none
      target    path and query, as sent
    What is not known is null.
    """

  static let serveOutput = """
    With --json, the first line is an object with the members event ("listening"), url and units (their names), the last \
    one has event ("ended"), requests, ads, hits and repeatedHits (those with a count above 1). In between, each request \
    has an object with
      event     "request"
      time      milliseconds since the start
      endpoint  "ads", "media", "trackers", "reward", or null of others
      target    path and query, as sent
      status    of the answer; null where there is none
      fault     what goes wrong on purpose, or null
      ads       the numbers of the ads served
      hit       of a tracker, as in the log, or null
      remark    what was wrong with the request, or the result of a reward

    Without --json, the same in lines for people.
    """

  static let serveExitStatus = [
    ("0", "It was ended by a signal."), ("1", "The log could not be written."),
  ]
}
