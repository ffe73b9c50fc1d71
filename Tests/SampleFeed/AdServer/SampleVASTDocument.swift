import MediaCodecs

/// The VAST documents of an ad with a video: a wrapper in the response leads to the ad itself; each brings trackers of its
/// own.
enum SampleVASTDocument {
  /// How long the videos are, in seconds.
  static let seconds = 12

  private static let progress = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]

  /// The document that the response holds.
  static func wrapper(of ad: SampleAd) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <VAST version="4.2"><Ad id="wrapper-\(ad.number)"><Wrapper>
      <AdSystem>Sample reseller</AdSystem>
      <VASTAdTagURI>\(data("\(ad.baseURL)/vast?ad=\(ad.number)&unit=\(ad.unit.rawValue)"))</VASTAdTagURI>
      <Error>\(data(ad.tracker("wrapper/error", "&code=[ERRORCODE]")))</Error>
      <Impression>\(data(ad.tracker("wrapper/impression")))</Impression>
      <Creatives><Creative><Linear>
        <TrackingEvents>\(trackings(progress, of: ad, "wrapper"))</TrackingEvents>
        <VideoClicks><ClickTracking>\(data(ad.tracker("wrapper/click")))</ClickTracking></VideoClicks>
      </Linear></Creative></Creatives>
    </Wrapper></Ad></VAST>
    """
  }

  /// The document that the wrapper leads to.
  static func inLine(of ad: SampleAd) -> String {
    let files = ad.unit.videoSizes.map { size in
      """
      <MediaFile delivery="progressive" type="video/mp4" width="\(size.width)" height="\(size.height)" \
      bitrate="\(size.width * size.height / 500)">\
      \(data("\(ad.baseURL)/video/\(size.width)x\(size.height).mp4"))</MediaFile>
      """
    }
    let events = progress + ["mute", "unmute", "pause", "resume"]
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <VAST version="4.2"><Ad id="ad-\(ad.number)"><InLine>
        <AdSystem version="1.0">Sample ad server</AdSystem>
        <AdTitle>\(data(SampleTexts.title(ad.number)))</AdTitle>
        <Error>\(data(ad.tracker("video/error", "&code=[ERRORCODE]")))</Error>
        <Impression>\(data(ad.tracker("video/impression", "&at=[TIMESTAMP]&random=[CACHEBUSTING]")))</Impression>
        <ViewableImpression><Viewable>\(data(ad.tracker("video/viewable")))</Viewable></ViewableImpression>
        <Creatives><Creative><Linear>
          <Duration>00:00:\(seconds)</Duration>
          <TrackingEvents>\(trackings(events, of: ad, "video"))</TrackingEvents>
          <VideoClicks>
            <ClickThrough>\(data("\(ad.baseURL)/landing?ad=\(ad.number)"))</ClickThrough>
            <ClickTracking>\(data(ad.tracker("video/click")))</ClickTracking>
          </VideoClicks>
          <MediaFiles>\(files.joined())</MediaFiles>
        </Linear></Creative></Creatives>
      </InLine></Ad></VAST>
      """
  }

  private static func trackings(_ events: [String], of ad: SampleAd, _ who: String) -> String {
    events.map { "<Tracking event=\"\($0)\">\(data(ad.tracker("\(who)/\($0)")))</Tracking>" }.joined()
  }

  /// No text here has the end of such a section in it.
  private static func data(_ text: String) -> String { "<![CDATA[\(text)]]>" }
}
