/// Makes a ``VAST`` of the elements of a document, as they come. Elements are known by their local names and their
/// place; those that are not known are passed over.
struct VASTBuilder {
  private var vast: VAST?
  /// The local names from the root to the current element.
  private var path: [String] = []
  /// The text of the current element so far; `nil` where nobody wants it.
  private var text: String?
  private var ad: VAST.Ad?
  private var hasContent = false
  private var linear: VAST.Linear?
  private var file: VAST.MediaFile?
  private var tracking: VAST.Tracking?

  /// Elements whose text is kept.
  private static let texts: Set<String> = [
    "Error", "AdSystem", "AdTitle", "Advertiser", "Impression", "VASTAdTagURI", "Duration", "MediaFile",
    "Tracking", "ClickThrough", "ClickTracking", "Viewable", "NotViewable", "ViewUndetermined",
  ]

  /// Elements whose attributes are looked at; those of others need not be made into text.
  static let withAttributes: Set<String> = ["VAST", "Ad", "Wrapper", "Linear", "MediaFile", "Tracking"]

  /// What was read, once the root has ended.
  func finished() throws(VASTError) -> VAST {
    guard let vast, path.isEmpty else { throw .malformed("it has no root") }
    return vast
  }

  /// An element begins.
  mutating func begin(_ name: String, attributes: [String: String]) throws(VASTError) {
    let parent = path.last
    if parent == nil { try beginRoot(name, attributes) }
    path.append(name)
    text = Self.texts.contains(name) ? "" : nil
    switch name {
    case "Ad" where path.count == 2:
      ad = VAST.Ad()
      ad?.id = VASTValues.text(attributes["id"])
      ad?.sequence = VASTValues.number(attributes["sequence"], upTo: 1_000_000)
      hasContent = false
    case "InLine" where isAdContent(parent):
      hasContent = true
    case "Wrapper" where isAdContent(parent):
      hasContent = true
      var wrapper = VAST.Wrapper(adTagURL: "")
      wrapper.followsAdditionalWrappers = VASTValues.bool(attributes["followAdditionalWrappers"]) ?? true
      wrapper.allowsMultipleAds = VASTValues.bool(attributes["allowMultipleAds"]) ?? false
      wrapper.fallsBackOnNoAd = VASTValues.bool(attributes["fallbackOnNoAd"]) ?? false
      ad?.wrapper = wrapper
    case "Linear" where parent == "Creative":
      linear = VAST.Linear()
      linear?.skipOffset = VASTValues.text(attributes["skipoffset"])
    case "NonLinear" where parent == "NonLinearAds":
      ad?.nonLinearCount += 1
    case "MediaFile" where parent == "MediaFiles":
      file = Self.mediaFile(attributes)
    case "Tracking":
      tracking = VAST.Tracking(
        event: VASTValues.text(attributes["event"]) ?? "", url: "",
        offset: VASTValues.text(attributes["offset"]))
    default: break
    }
  }

  /// Text, or a CDATA section, of the current element.
  mutating func append(_ more: String) { text?.append(more) }

  /// The current element ends.
  mutating func end() {
    guard let name = path.popLast() else { return }
    let parent = path.last
    let value = VASTValues.text(text)
    text = nil
    switch name {
    case "Ad" where path.count == 1:
      if hasContent, let ad { vast?.ads.append(ad) }
      ad = nil
    case "Linear" where parent == "Creative":
      if let linear { ad?.linears.append(linear) }
      linear = nil
    case "MediaFile" where parent == "MediaFiles":
      if var file {
        file.url = value ?? ""
        linear?.mediaFiles.append(file)
      }
      file = nil
    case "Tracking":
      if var tracking, let value {
        tracking.url = value
        if linear != nil { linear?.trackings.append(tracking) } else { ad?.otherTrackings.append(tracking) }
      }
      tracking = nil
    default:
      if let value { take(value, of: name, in: parent) }
    }
  }

  private mutating func beginRoot(_ name: String, _ attributes: [String: String]) throws(VASTError) {
    // The root of version 1.
    if name == "VideoAdServingTemplate" { throw .unsupportedVersion("1") }
    guard name == "VAST" else { throw .notVAST(root: String(name.prefix(64))) }
    let version = VASTValues.text(attributes["version"]) ?? ""
    guard VASTValues.isSupported(version: version) else {
      throw .unsupportedVersion(String(version.prefix(16)))
    }
    vast = VAST(version: version)
  }

  private mutating func take(_ value: String, of name: String, in parent: String?) {
    if parent == "InLine" || parent == "Wrapper", path.count == 3 {
      switch name {
      case "AdSystem": ad?.adSystem = value
      case "AdTitle": ad?.title = value
      case "Advertiser": ad?.advertiser = value
      case "Impression": ad?.impressions.append(value)
      case "Error": ad?.errors.append(value)
      case "VASTAdTagURI": ad?.wrapper?.adTagURL = value
      default: break
      }
      return
    }
    switch (parent, name) {
    case ("VAST", "Error"): vast?.errors.append(value)
    case ("Linear", "Duration"): linear?.duration = VASTValues.duration(value)
    case ("VideoClicks", "ClickThrough"): linear?.clickThrough = value
    case ("VideoClicks", "ClickTracking"): linear?.clickTrackings.append(value)
    case ("ViewableImpression", "Viewable"): addViewable("viewable", value)
    case ("ViewableImpression", "NotViewable"): addViewable("notViewable", value)
    case ("ViewableImpression", "ViewUndetermined"): addViewable("viewUndetermined", value)
    default: break
    }
  }

  private mutating func addViewable(_ event: String, _ url: String) {
    // Verification vendors have their own (4.0): not the ad's.
    guard path.count == 4 else { return }
    ad?.viewable.append(VAST.Tracking(event: event, url: url))
  }

  /// Whether the new element says what the ad is; the first that does wins.
  private func isAdContent(_ parent: String?) -> Bool {
    path.count == 3 && parent == "Ad" && ad != nil && !hasContent
  }

  private static func mediaFile(_ attributes: [String: String]) -> VAST.MediaFile {
    let bitrateLimit = 10_000_000
    var file = VAST.MediaFile()
    file.delivery = VASTValues.text(attributes["delivery"]).flatMap(VAST.MediaFile.Delivery.init(rawValue:))
    file.type = VASTValues.text(attributes["type"]) ?? ""
    file.width = VASTValues.dimension(attributes["width"])
    file.height = VASTValues.dimension(attributes["height"])
    file.bitrate = VASTValues.number(attributes["bitrate"], upTo: bitrateLimit)
    file.minBitrate = VASTValues.number(attributes["minBitrate"], upTo: bitrateLimit)
    file.maxBitrate = VASTValues.number(attributes["maxBitrate"], upTo: bitrateLimit)
    file.apiFramework = VASTValues.text(attributes["apiFramework"])
    file.codec = VASTValues.text(attributes["codec"])
    file.fileSize = VASTValues.number(attributes["fileSize"], upTo: 1 << 40)
    if let mediaType = VASTValues.text(attributes["mediaType"]) { file.mediaType = mediaType }
    return file
  }
}
