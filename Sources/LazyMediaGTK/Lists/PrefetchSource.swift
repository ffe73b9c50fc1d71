#if GTK
  import NativeAds

  /// The pictures of the ads of a list, as its cells will ask for them: as those that were configured last did.
  @MainActor final class PrefetchSource {
    private struct Area: Hashable {
      let size: PixelSize
      let contentMode: ContentFit
    }

    var ads: [NativeAd] = []
    private var areas: [MediaAssetType: Area] = [:]

    func learn(from view: NativeAdView) {
      for (type, area) in [(MediaAssetType.media, view.mediaView), (.icon, view.iconView)] {
        if let area, let size = area.display?.pixelSize {
          areas[type] = Area(size: size, contentMode: area.contentMode)
        }
      }
    }

    func requests(of index: Int) -> [MediaRequest] {
      guard ads.indices.contains(index) else { return [] }
      return MediaAssetType.allCases.compactMap { type in
        areas[type].flatMap { ads[index].request(for: type, area: $0.size, contentMode: $0.contentMode) }
      }
    }
  }

  extension CardCell {
    /// Placeholders leave by a fade; those that are a mere color have that of the theme.
    func follow(_ fade: PlaceholderFade) {
      placeholderWillRemoveHandler = fade.handler
      let color = CardTheme.shared.palette[.placeholder]
      if case .color(let former) = defaultPlaceholder, former != color { defaultPlaceholder = .color(color) }
    }
  }
#endif
