/// The stable numbers of all errors of ads. Those from 100 to 999 are the numbers that the IAB gives to failures of VAST
/// documents and videos (VAST 4.3, section 2.3.6.3). A number is never used for anything else later.
public enum AdErrorCode: Int, Hashable, Sendable, CaseIterable {
  // MARK: VAST

  /// The VAST document cannot be read.
  case vastUnreadable = 100
  /// The document is no VAST.
  case vastSchema = 101
  /// The version of the VAST document is not supported.
  case vastVersion = 102
  /// No ad of the VAST document has a linear creative.
  case vastLinearity = 201
  /// The next document of a VAST wrapper could not be had.
  case vastWrapperFailed = 300
  /// The next document of a VAST wrapper did not come in time.
  case vastWrapperTimedOut = 301
  /// There are too many VAST wrappers, or they lead in a circle.
  case vastWrapperLimit = 302
  /// There is no ad behind the VAST wrappers.
  case vastNoAd = 303
  /// The video could not be had.
  case videoFailed = 400
  /// The video is not there.
  case videoNotFound = 401
  /// The video did not come in time.
  case videoTimedOut = 402
  /// No video file can be played here.
  case videoNotSupported = 403
  /// The video cannot be decoded.
  case videoUndecodable = 405
  /// The VAST document has no ad, or VAST cannot be read here.
  case vastUndefined = 900

  // MARK: Requests

  /// There is no ad at present.
  case noFill = 1000
  /// No network of a chain gave an ad, the backfills included.
  case backfillNoFill = 1001
  /// No ad came in time.
  case requestTimedOut = 1002
  /// A load is under way already, and goes on.
  case alreadyLoading = 1003
  /// Fewer than one ad was asked for.
  case invalidCount = 1004
  /// The program's own source of ads failed.
  case sourceFailed = 1005

  // MARK: Responses

  /// The response is larger than is read.
  case responseTooLarge = 2000
  /// The response is empty.
  case responseEmpty = 2001
  /// The response is no JSON text.
  case responseMalformed = 2002
  /// The response holds no native ad.
  case responseNotNative = 2003
  /// The ad of the response lacks what it must have.
  case responseIncomplete = 2004

  // MARK: Transfers

  /// The URL, a header or the scheme of a request cannot be asked for.
  case invalidAddress = 3000
  /// The host has no address.
  case unresolvedHost = 3001
  /// The host could not be connected to.
  case connectionFailed = 3002
  /// The connection could not be secured.
  case tlsFailed = 3003
  /// A transfer took too long.
  case transferTimedOut = 3004
  /// There were too many redirects.
  case tooManyRedirects = 3005
  /// The server answered with a status other than success.
  case badStatus = 3006
  /// The body is larger than is allowed.
  case bodyTooLarge = 3007
  /// The transfer ended early, or broke the protocol.
  case transferBroken = 3008
  /// A local file cannot be read.
  case unreadableFile = 3009
  /// Only the cache was to be asked, and does not have it.
  case notCached = 3010
  /// The transfer failed in another way.
  case transferFailed = 3099

  // MARK: Assets

  /// The ad has no main media although a view for it is shown.
  case missingAsset = 4000
  /// The picture cannot be decoded.
  case pictureUndecodable = 4001
  /// The bytes of the media are no video file.
  case videoFileUnreadable = 4002

  // MARK: Views

  /// The view lacks a media view that the ad was asked for with.
  case mediaViewMissing = 5000
  /// The view has a media view that the ad was asked for without.
  case unexpectedMediaView = 5001
  /// The view lacks parts that an ad must be shown with.
  case missingComponents = 5002

  // MARK: Links

  /// The scheme of a landing page is not opened.
  case linkSchemeNotAllowed = 6000
  /// The landing page could not be opened.
  case linkNotOpened = 6001

  // MARK: Rewards

  /// The reward was paid before.
  case rewardAlreadyPaid = 7000
  /// There is no reward to pay any more.
  case rewardMissing = 7001
  /// The person was not long enough at the landing page.
  case rewardTooShort = 7002
  /// The server of the reward did not answer in time.
  case rewardTimedOut = 7003
  /// The landing page that the reward is paid for could not be opened.
  case rewardBrowserNotLaunched = 7004
  /// The server of the reward could not be reached.
  case rewardNetwork = 7005
  /// The server of the reward failed.
  case rewardServer = 7006
  /// The server of the reward refused what it was asked.
  case rewardRefused = 7007
  /// The reward was not paid for another reason.
  case rewardUnknown = 7008

  // MARK: Trackers

  /// More hits of trackers wait than are kept; this was the oldest.
  case trackerDropped = 8000
  /// A hit of a tracker was not delivered within its time.
  case trackerExpired = 8001
  /// Another program has the queue of trackers.
  case trackerQueueInUse = 8100
  /// The folder of the queue of trackers cannot be used.
  case trackerQueueUnavailable = 8101
  /// The queue of trackers was made by a newer version.
  case trackerQueueNewer = 8102
  /// There is no space left for the queue of trackers.
  case trackerQueueFull = 8103
  /// The queue of trackers is damaged.
  case trackerQueueDamaged = 8104
  /// The queue of trackers could not be read or written.
  case trackerQueueFailed = 8105
}
