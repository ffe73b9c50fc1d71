import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@testable import NativeAds

/// A view with labels, and units whose answers the test gives.
@MainActor final class BinderFixture {
  let ads = AdFixture()
  let title = Label()
  let body = Label()
  let button = Label()
  let advertiser = Label()
  let profileName = Label()
  let logoDisplay: RecordingDisplay
  let logo: MediaSlot
  /// What the units are answered, in order; an empty answer is none.
  var responses: [[UInt8]] = []

  init() {
    logoDisplay = RecordingDisplay("logo", log: ads.log)
    logo = MediaSlot(display: logoDisplay, pipeline: ads.pipeline)
  }

  /// A label of a toolkit.
  @MainActor final class Label: TextDisplay {
    private(set) var text = ""
    /// Texts that were shown, in order.
    private(set) var texts: [String] = []
    var onShow: @MainActor (String) -> Void = { _ in }

    nonisolated init() {}

    func show(_ text: String) {
      self.text = text
      texts.append(text)
      onShow(text)
    }
  }

  func builder(_ view: NativeAdView? = nil) -> NativeAdViewBinder.Builder {
    NativeAdViewBinder.Builder(view ?? ads.view()).title(title).body(body).callToAction(button)
  }

  /// The texts that are shown.
  var texts: [String] { [title, body, button, advertiser, profileName].map(\.text) }

  static let first = SampleAd.openRTB(title: "first", sponsored: "A", description: "one", callToAction: "go")
  static let second = SampleAd.openRTB(
    icon: .init(url: "https://cdn.example.com/icon2.png", type: 1),
    media: .init(url: "https://cdn.example.com/main2.jpg", width: 640, height: 320, type: 3),
    title: "second", sponsored: nil, description: nil, callToAction: "come")

  func unit(_ change: (inout NativeAdOptions) -> Void = { _ in }) -> NativeAdUnit {
    let network = NativeAdNetwork { [weak self] _ in
      guard let self, !self.responses.isEmpty else { return .data([]) }
      return .data(self.responses.removeFirst())
    }
    return NativeAdUnit(
      unitID: "unit", chain: NativeAdSourceChain(direct: network),
      options: AdFixture.lazyOptions {
        $0.linkOpener = ads.opener
        change(&$0)
      }, pipeline: ads.pipeline)
  }

  /// The person clicks and comes back, which refreshes a unit.
  func visit(_ ad: NativeAd?) {
    ad?.performClick()
    ad?.didReturnFromLanding()
  }
}
