import NativeAds

/// What an ad of the simulated exchange is: read from a step's number.
struct AdSpec {
  /// What an asset's URL leads to.
  enum Asset: Equatable {
    case none
    case picture(Int)
    case badScheme
  }

  enum Source { case data, provider }

  var icon: Asset
  var media: Asset
  var isLazy: Bool
  var hasMediaView: Bool
  /// What the response says of the media's size.
  var saidSize: PixelSize?
  var probes: Bool
  var bindsExclusively: Bool
  var loadsUnbound: Bool
  var source: Source
  /// Whether taking part is paid.
  var pays: Bool
  /// Whether the program handles clicks.
  var usesCustomClick: Bool

  init(_ bits: UInt32) {
    var choices = Choices(bits)
    func asset(noneIn16: Int) -> Asset {
      switch choices.below(16) {
      case ..<noneIn16: .none
      case 15: .badScheme
      default: .picture(choices.below(UInt64(PictureSet.count)))
      }
    }
    icon = asset(noneIn16: 3)
    media = asset(noneIn16: 1)
    #if VAST
      if choices.happens(3) { media = .picture(PictureSet.video) }
    #endif
    isLazy = choices.happens(12)
    hasMediaView = choices.happens(14)
    switch choices.below(4) {
    case 0: saidSize = PixelSize(width: 3, height: 2)
    case 1: saidSize = nil
    default:
      if case .picture(let index) = media { saidSize = PictureSet.size(of: index) } else { saidSize = nil }
    }
    probes = choices.happens(6)
    bindsExclusively = choices.happens(2)
    loadsUnbound = choices.happens(13)
    source = choices.happens(13) ? .data : .provider
    pays = choices.happens(8)
    usesCustomClick = choices.happens(2)
  }

  /// The same ad, asked for as `other` is.
  func asked(as other: AdSpec) -> AdSpec {
    var spec = self
    spec.isLazy = other.isLazy
    spec.hasMediaView = other.hasMediaView
    spec.probes = other.probes
    spec.bindsExclusively = other.bindsExclusively
    spec.loadsUnbound = other.loadsUnbound
    spec.usesCustomClick = other.usesCustomClick
    return spec
  }

  /// The asset that the ad has to load, by the options.
  subscript(type: MediaAssetType) -> Asset {
    switch type {
    case .icon: icon
    case .media: hasMediaView ? media : .none
    }
  }

  /// Whether the ad has the asset; a main media that is missing although there is a view for it fails.
  func has(_ type: MediaAssetType) -> Bool {
    switch type {
    case .icon: icon != .none
    case .media: hasMediaView
    }
  }

  func picture(of type: MediaAssetType) -> Int? {
    if case .picture(let index) = self[type] { index } else { nil }
  }

  /// - Parameter engagement: who opens pages and is asked for rewards.
  @MainActor func options(_ engagement: some LinkOpener & RewardRequester) -> NativeAdOptions {
    var options = NativeAdOptions()
    options.renderingSetting.useLazyMediaLoading = isLazy
    options.renderingSetting.hasMediaView = hasMediaView
    options.probeMissingSizes = probes
    options.bindsExclusively = bindsExclusively
    options.loadsUnboundAssets = loadsUnbound
    options.usesCustomClick = usesCustomClick
    options.linkOpener = engagement
    options.rewardRequester = engagement
    options.rewardTimeLimit = EngagementModel.rewardTimeLimit
    return options
  }

  /// Whether the main media is an outstream video, which waits for a window.
  var isVideo: Bool { media == .picture(PictureSet.video) }

  /// Whether the ad is kept back for its first bytes.
  var isProbed: Bool {
    isLazy && probes && hasMediaView && saidSize == nil && media != .none && !isVideo
  }

  /// The title of the ad of a number.
  static func title(of number: Int) -> String { "t\(number)" }

  /// Where the ad of a number leads.
  static func link(of number: Int) -> String { "http://l.example/\(number)" }

  /// The number of the ad that leads there.
  static func number(in link: String) -> Int? { link.split(separator: "/").last.flatMap { Int($0) } }

  /// The response of the ad of a number, as OpenRTB Native 1.2.
  func response(_ number: Int) -> [UInt8] {
    var assets = #"{"id":1,"title":{"text":"\#(Self.title(of: number))"}}"#
    func add(_ asset: Asset, type: Int, size: PixelSize?) {
      let url: String
      switch asset {
      case .none: return
      case .picture(let index): url = PictureSet.url(of: index)
      case .badScheme: url = "gopher://origin.example/0"
      }
      let sides = size.map { #","w":\#($0.width),"h":\#($0.height)"# } ?? ""
      assets += #",{"id":\#(type + 1),"img":{"type":\#(type),"url":"\#(url)"\#(sides)}}"#
    }
    add(icon, type: 1, size: nil)
    if isVideo {
      assets += #",{"id":5,"video":{"vasttag":"\#(vastTag)"}}"#
    } else {
      add(media, type: 3, size: saidSize)
    }
    let campaign = pays ? #","ext":{"campaign":{"reward":5}}"# : ""
    let tracker = TrackerPlay.url(of: number)
    let trackers =
      #""imptrackers":["\#(tracker)impression"],"eventtrackers":[{"event":2,"method":1,"url":"\#(tracker)viewable"}]"#
    let link = #"{"url":"\#(Self.link(of: number))","clicktrackers":["\#(tracker)click"]}"#
    return Array(#"{"assets":[\#(assets)],"link":\#(link),\#(trackers)\#(campaign)}"#.utf8)
  }

  /// A VAST document (version 3) of one progressive file, as it stands in JSON.
  private var vastTag: String {
    "<VAST version='3.0'><Ad><InLine><AdSystem>s</AdSystem><AdTitle>t</AdTitle><Creatives><Creative><Linear>"
      + "<Duration>00:00:15</Duration><MediaFiles><MediaFile delivery='progressive' type='video/mp4'"
      + " width='\(saidSize?.width ?? 0)' height='\(saidSize?.height ?? 0)'>\(PictureSet.url(of: PictureSet.video))"
      + "</MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>"
  }
}
