/// What an ad is asked for with.
public struct NativeAdOptions: Sendable {
  /// How the ad is going to be shown.
  public var renderingSetting = NativeAdRenderingSetting()
  /// The time from the request to the ad, VAST included; 60 s by default.
  public var requestTimeoutInterval: Duration = .seconds(60)
  /// The time for each document that a VAST wrapper leads to; 5 s by default.
  public var vastHopTimeout: Duration = .seconds(5)
  /// Wrappers that are followed before a VAST document is given up; 5 by default, which is also the most.
  public var vastMaxRedirect = 5
  /// Whether a main image of unknown size is asked for its first bytes before the ad is handed over; `false` by
  /// default.
  public var probeMissingSizes = false
  /// The time by which that delays the ad at most; 300 ms by default.
  public var probeTimeLimit: Duration = .milliseconds(300)
  /// Whether an asset is loaded that no bound view shows, and kept when none does any more; `true` by default. Long
  /// lists set it to `false`: their ads then hold the pictures that are seen, and the memory cache the others.
  public var loadsUnboundAssets = true
  /// Whether binding the ad to a view unbinds it from the view before; `false` by default.
  public var bindsExclusively = false
  /// Most bytes of an asset, compressed; 10 MiB by default. A transfer that others began keeps their limit.
  public var maximumMediaBytes = 10 << 20
  /// Whether assets may have `file:` and `data:` URLs, for ads that the program itself makes; `false` by default. The
  /// pipeline's transport must allow local sources too.
  public var allowsLocalMedia = false
  /// The width at which the main media is going to be shown, in pixels (points times the scale factor), for the choice
  /// among the files of a video; `nil`, the default, is 1,280.
  public var videoTargetWidth: Int?
  /// Whether a picture of at least 242,500 pixels counts as seen when 30% of it are in view, not 50%; `false` by
  /// default. Who uses this rule must disclose it.
  public var usesLargeDisplayViewability = false
  /// Plays videos; by default a ``ClockVideoPlayer``, which shows nothing.
  public var videoPlayer: (@MainActor (MediaFile) -> any VideoPlayer)?

  /// Whether the program handles clicks: they are told as ``NativeAdEvent/didReceiveCustomClick(_:)`` and nothing more
  /// happens until it calls ``NativeAd/performClick(on:)-(NativeAdComponent)``; `false` by default.
  public var usesCustomClick = false
  /// Opens landing pages; `nil`, the default, is ``DesktopLinkOpener/shared``.
  public var linkOpener: (any LinkOpener)?
  /// The schemes of URLs that are opened, in lower case; `http` and `https` by default.
  public var allowedLinkSchemes: Set<String> = ["http", "https"]
  /// Asks for rewards; `nil`, the default, asks the URL that the ad brings (``OpenRTBNative/Campaign/rewardURL``).
  public var rewardRequester: (any RewardRequester)?
  /// The time that a request for a reward has, from the moment the landing page is open; 30 s by default. `nil` leaves it to
  /// whoever is asked: a requester of the program may take forever, ``TransportRewardRequester`` takes up to 60 s, as any
  /// transfer does.
  public var rewardTimeLimit: Duration? = .seconds(30)

  /// Whether the ad's trackers are told what happens to it: impressions, views, clicks, the progress of its video;
  /// `true` by default. Programs that show ads to nobody set it to `false`: trackers are what somebody pays by.
  public var firesTrackers = true
  /// Sends them; `nil`, the default, is one without a queue that all ads of the pipeline share.
  public var trackerSender: TrackerSender?

  /// Creates the default options.
  public init() {}
}
