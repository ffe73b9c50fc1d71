internal import JSON
import LazyMedia

/// A sample ad, as its server tells of it.
struct SampleAd {
  /// From 1.
  var number: Int
  var unit: SampleAdUnit
  /// What the request said of the moment; passed on.
  var contextID = ""
  var baseURL: String

  /// Every third ad pays for taking part.
  static func paysReward(_ number: Int) -> Bool { number > 0 && number.isMultiple(of: 3) }

  /// Where a tracker is; `event` must be fit for a URL. Macros of VAST may follow.
  func tracker(_ event: String, _ macros: String = "") -> String {
    "\(baseURL)/t/\(event)?ad=\(number)&unit=\(unit.rawValue)\(macros)"
  }

  var mediaURL: String { "\(baseURL)/media/\(number).jpg" }
  private var iconURL: String { "\(baseURL)/icons/\(number).png" }

  /// Adds the members of a bid (OpenRTB 2.x, section 4.2.3), the markup encoded as a string.
  func addBid(to bid: inout JSONWriter, impression: Int) {
    bid.add("id", "bid-\(impression)")
    bid.add("impid", "1")
    bid.add("price", 1)
    bid.add("crid", "creative-\(number)")
    bid.add("cid", "campaign-\(number)")
    var document = JSONWriter()
    document.addObject("native") { addMarkup(to: &$0) }
    bid.add("adm", String(decoding: document.finished(), as: UTF8.self))
  }

  private func addMarkup(to native: inout JSONWriter) {
    native.add("ver", "1.2")
    native.addObject("link") { link in
      link.add("url", "\(baseURL)/landing?ad=\(number)")
      link.add("clicktrackers", [tracker("click")])
    }
    native.addObjects("assets", assets) { $1(&$0) }
    native.add("imptrackers", [tracker("impression")])
    // The first is also among the impression trackers: it is fetched once.
    let events = [(1, "impression"), (1, "shown"), (2, "viewable")]
    native.addObjects("eventtrackers", events) { tracker, event in
      tracker.add("event", event.0)
      tracker.add("method", 1)
      tracker.add("url", self.tracker(event.1))
    }
    native.add("privacy", "\(baseURL)/privacy")
    native.addObject("ext") { addExtension(to: &$0) }
  }

  private var assets: [(inout JSONWriter) -> Void] {
    var assets: [(inout JSONWriter) -> Void] = [
      {
        $0.add("required", 1)
        $0.addObject("title") { $0.add("text", SampleTexts.title(number)) }
      }
    ]
    let texts = [
      (1, SampleTexts.advertiser(number)), (2, SampleTexts.body(number)), (12, SampleTexts.action(number)),
    ]
    for (type, value) in texts {
      assets.append { asset in
        asset.addObject("data") { data in
          data.add("type", type)
          data.add("value", value)
        }
      }
    }
    assets.append { add(image: iconURL, type: 1, size: SampleAdPicture.iconSize, to: &$0) }
    if unit.videoSizes.isEmpty {
      assets.append { add(image: mediaURL, type: 3, size: SampleAdPicture.mediaSize, to: &$0) }
    } else {
      assets.append { asset in
        asset.addObject("video") { $0.add("vasttag", SampleVASTDocument.wrapper(of: self)) }
      }
    }
    return assets.enumerated().map { index, body in
      { asset in
        asset.add("id", index + 1)
        body(&asset)
      }
    }
  }

  private func add(image url: String, type: Int, size: PixelSize, to asset: inout JSONWriter) {
    asset.addObject("img") { image in
      image.add("type", type)
      image.add("url", url)
      image.add("w", size.width)
      image.add("h", size.height)
      // Of a reduced form: nothing more is seen in the hash.
      let reduced = PixelSize(width: 32, height: max(1, 32 * size.height / size.width))
      let pixels =
        type == 1
        ? try? SampleAdPicture.icon(number, size: reduced) : try? SampleAdPicture.media(number, size: reduced)
      let hash = pixels.flatMap { try? BlurHash(encoding: $0, componentsX: 4, componentsY: 3).text }
      image.addObject("ext") { $0.add("blurhash", hash) }
    }
  }

  private func addExtension(to ext: inout JSONWriter) {
    let size = unit.videoSizes.last ?? SampleAdPicture.mediaSize
    ext.addObject("profile") { profile in
      profile.add("displayLogo", iconURL)
      profile.add("displayName", SampleTexts.advertiser(number))
      profile.add("link", "\(baseURL)/landing")
    }
    ext.addObject("extra") { extra in
      extra.add("label", "Sample \(number)")
      extra.add("context", contextID)
    }
    ext.add(
      "creative",
      "<a href=\"\(baseURL)/landing?ad=\(number)\"><img src=\"\(mediaURL)\" alt=\"Sample \(number)\"></a>")
    ext.addObject("creativeSize") { pixels in
      pixels.add("w", size.width)
      pixels.add("h", size.height)
    }
    ext.addObject("accountTag") { $0.add("tier", "sample") }
    ext.addObject("creativeTag") { tag in
      tag.add("language", "en")
      tag.add("number", number)
    }
    ext.add("txId", "tx-\(number)")
    ext.add("advertiserURL", "\(baseURL)/landing")
    ext.add("asset", mediaURL)
    ext.add("browserTarget", number.isMultiple(of: 2) ? "inApp" : "external")
    guard Self.paysReward(number) else { return }
    ext.addObject("campaign") { campaign in
      campaign.add("reward", 10)
      campaign.add("currency", "coins")
      campaign.add("promoRatio", numeral: "1.5")
      campaign.add("rewardURL", "\(baseURL)/reward?ad=\(number)")
    }
  }
}
