import NativeAds

/// Documents for tests.
enum VASTDocuments {
  static func vast(_ content: String, version: String = "4.2") -> [UInt8] {
    Array(#"<?xml version="1.0" encoding="UTF-8"?><VAST version="\#(version)">\#(content)</VAST>"#.utf8)
  }

  /// An ad whose linear has one file; its trackers are named after `name`.
  static func inLine(_ name: String = "inline", sequence: Int? = nil, clickThrough: String? = nil) -> String {
    """
    <Ad id="\(name)"\(sequence.map { " sequence=\"\($0)\"" } ?? "")><InLine><AdSystem>test</AdSystem>
    <Error>https://e.example/\(name)?[ERRORCODE]</Error><Impression>https://i.example/\(name)</Impression>
    <Creatives><Creative><Linear><Duration>00:00:15</Duration>
    <TrackingEvents><Tracking event="start">https://t.example/\(name)</Tracking></TrackingEvents>
    <VideoClicks>\(clickThrough.map { "<ClickThrough>\($0)</ClickThrough>" } ?? "")
    <ClickTracking>https://c.example/\(name)</ClickTracking></VideoClicks>
    <MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="1280" height="720" bitrate="2000">
    https://m.example/\(name).mp4</MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad>
    """
  }

  /// An ad that can not be shown as a video.
  static func nonLinear(_ name: String, sequence: Int? = nil) -> String {
    """
    <Ad id="\(name)"\(sequence.map { " sequence=\"\($0)\"" } ?? "")><InLine>
    <Error>https://e.example/\(name)?[ERRORCODE]</Error><Creatives><Creative><NonLinearAds>
    <NonLinear width="300" height="50"/></NonLinearAds></Creative></Creatives></InLine></Ad>
    """
  }

  static func wrapper(
    _ name: String, to url: String, attributes: String = "", sequence: Int? = nil, clickThrough: String? = nil
  ) -> String {
    """
    <Ad id="\(name)"\(sequence.map { " sequence=\"\($0)\"" } ?? "")><Wrapper \(attributes)>
    <AdSystem>test</AdSystem><VASTAdTagURI><![CDATA[ \(url) ]]></VASTAdTagURI>
    <Error>https://e.example/\(name)?[ERRORCODE]</Error><Impression>https://i.example/\(name)</Impression>
    <Creatives><Creative><Linear>
    <TrackingEvents><Tracking event="start">https://t.example/\(name)</Tracking></TrackingEvents>
    <VideoClicks>\(clickThrough.map { "<ClickThrough>\($0)</ClickThrough>" } ?? "")
    <ClickTracking>https://c.example/\(name)</ClickTracking></VideoClicks>
    </Linear></Creative></Creatives></Wrapper></Ad>
    """
  }
}
