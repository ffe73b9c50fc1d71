import LazyMedia
import MediaTransportTesting
import MediaCodecs
import NativeAds
import SampleFeed

/// Ads whose icons are told apart by numbers, and surfaces that read them.
@MainActor final class CardFixture {
  let ads: AdFixture
  /// Called whenever a surface or one of its displays is.
  var onCall: @MainActor () -> Void = {}
  private(set) var surfaces: [NumberSurface] = []

  init() { ads = AdFixture() }

  /// Options for ads that are shown with their icon alone, and loaded when they are shown.
  static func options(_ change: (inout NativeAdOptions) -> Void = { _ in }) -> NativeAdOptions {
    AdFixture.lazyOptions {
      $0.renderingSetting.hasMediaView = false
      $0.loadsUnboundAssets = false
      // So that all that is fetched are pictures.
      $0.firesTrackers = false
      change(&$0)
    }
  }

  static func iconURL(_ number: Int) -> String { "https://cdn.example.com/\(number).png" }

  /// The response of the ad of a number, which its icon and its title tell.
  static func response(_ number: Int, members: String? = nil) -> [UInt8] {
    SampleAd.openRTB(
      icon: .init(url: iconURL(number), width: 80, height: 80, type: 1), media: nil,
      title: "\(number)", members: members)
  }

  func makeAd(
    _ number: Int, _ options: NativeAdOptions = CardFixture.options(), members: String? = nil
  ) -> NativeAd? {
    ads.ad(Self.response(number, members: members), options)
  }

  func makeAds(_ numbers: Range<Int>) -> [NativeAd] {
    defer { ads.forgetAds() }
    return numbers.compactMap { makeAd($0) }
  }

  func makeSurface() -> NumberSurface {
    let surface = NumberSurface { [weak self] in self?.onCall() }
    surfaces.append(surface)
    return surface
  }

  /// Answers a transfer with the picture of its number.
  func serve(_ url: String) {
    guard let name = url.split(separator: "/").last, let number = Int(name.dropLast(4)) else { return }
    ads.transport.transfer(for: url)?.complete(Self.picture(number))
  }

  /// Answers all transfers, and those that follow.
  func serveAll() {
    ads.settle()
    while !ads.activeURLs.isEmpty {
      for url in ads.activeURLs { serve(url) }
      ads.settle()
    }
  }

  private static var pictures: [Int: [UInt8]] = [:]

  private static func picture(_ number: Int) -> [UInt8] {
    if let known = pictures[number] { return known }
    let size = PixelSize(width: 40, height: 40)
    let picture = (try? PNGEncoder().encode(PictureCode.picture(of: number, size: size))) ?? []
    pictures[number] = picture
    return picture
  }
}

/// A surface that keeps what it was told.
@MainActor final class NumberSurface: CardSurface {
  private(set) var card: Card?
  let media: NumberDisplay
  let icon: NumberDisplay
  private let onCall: @MainActor () -> Void

  init(onCall: @escaping @MainActor () -> Void = {}) {
    self.onCall = onCall
    media = NumberDisplay(onCall: onCall)
    icon = NumberDisplay(onCall: onCall)
  }

  var mediaDisplay: any MediaDisplay { media }
  var iconDisplay: any MediaDisplay { icon }

  func show(_ card: Card?) {
    self.card = card
    media.size = card?.frame(of: .media)?.size
    icon.size = card?.frame(of: .icon)?.size
    onCall()
  }

  /// Whether it looks as before its first use.
  var isBlank: Bool { card == nil && media.isBlank && icon.isBlank }
}

/// An area that reads the number in its picture.
@MainActor final class NumberDisplay: MediaDisplay {
  /// The number in the picture that is shown; `nil` without a picture, -1 where it cannot be read.
  private(set) var number: Int?
  private(set) var placeholders: [PlaceholderView] = []
  /// What was ever shown.
  private(set) var shownCount = 0
  var size: LayoutSize?
  private let onCall: @MainActor () -> Void

  init(onCall: @escaping @MainActor () -> Void = {}) { self.onCall = onCall }

  var pixelSize: PixelSize? { size.map { PixelSize(width: Int($0.width), height: Int($0.height)) } }
  var isBlank: Bool { number == nil && placeholders.isEmpty }

  func show(_ content: MediaContent) {
    switch content {
    case .empty: number = nil
    case .image(let image):
      number = PictureCode.number(in: image.pixels) ?? -1
      shownCount += 1
    case .preview, .video: number = -1
    }
    onCall()
  }

  func install(_ placeholder: PlaceholderView) {
    placeholders.append(placeholder)
    onCall()
  }

  func update(_ placeholder: PlaceholderView) {}

  func uninstall(_ placeholder: PlaceholderView) {
    placeholders.removeAll { $0 === placeholder }
    onCall()
  }
}
