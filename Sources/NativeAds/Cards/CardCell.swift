public import LazyMedia

/// The cell of the ready renderers: an ad's view, and a ``Card`` that a toolkit draws.
@MainActor public final class CardCell: NativeAdListCell {
  /// Draws the card.
  public let surface: any CardSurface
  /// The view of the ad that is shown; `nil` while none is.
  public private(set) var adView: NativeAdView?
  /// What is drawn; `nil` while nothing is.
  public private(set) var card: Card?
  /// The size of the card, in points; it counts from the next ``show(_:card:)`` on.
  public var size = LayoutSize.zero
  /// Takes placeholders away in its own time, see ``NativeAdView/placeholderWillRemoveHandler``; `nil`, the default, takes
  /// them away at once. It counts from the next ad on.
  public var placeholderWillRemoveHandler: PlaceholderRemovalHandler?
  /// What the areas show until an asset is there, where the ad brings no placeholder of its own; the palette's color for
  /// placeholders by default.
  public var defaultPlaceholder = Placeholder.color(CardPalette.light[.placeholder])

  /// Creates an empty cell.
  public init(surface: any CardSurface) { self.surface = surface }

  /// Shows an ad: its card at once, its pictures as they come.
  public func show(_ ad: NativeAd, card: Card) {
    prepareForReuse()
    self.card = card
    surface.show(card)
    let view = makeView(for: ad, card)
    adView = view
    view.bind(ad)
    // A callback may have given the cell to another ad.
    guard adView === view else { return }
    for type in MediaAssetType.allCases where ad.loadingState(of: type) == .loading {
      let placeholder = ad.placeholder(of: type) ?? defaultPlaceholder
      view.area(for: type)?.showPlaceholder { $0.content = placeholder }
    }
  }

  /// Gives up what the cell shows. Idempotent.
  public func prepareForReuse() {
    guard let view = adView.take() else { return }
    view.unbind()
    view.detach()
    card = nil
    surface.show(nil)
  }

  /// An ad that was asked for with a media view gets one, wherever its card shows the main media.
  private func makeView(for ad: NativeAd, _ card: Card) -> NativeAdView {
    let media = ad.options.renderingSetting.hasMediaView ? area(.media, surface.mediaDisplay, card) : nil
    let view = NativeAdView(mediaView: media, iconView: area(.icon, surface.iconDisplay, card))
    view.placeholderWillRemoveHandler = placeholderWillRemoveHandler
    view.placeholderRemoval = .perAsset
    view.texts = Set(card.elements.compactMap(\.role.component))
    return view
  }

  private func area(_ role: CardElement.Role, _ display: any MediaDisplay, _ card: Card) -> MediaView {
    let element = card.elements.first { $0.role == role }
    let area = MediaView(display: element == nil ? nil : display)
    if case .picture(let mode)? = element?.content { area.contentMode = mode }
    return area
  }
}

extension CardElement.Role {
  /// The part of an ad that it shows; `nil` where it shows none.
  var component: NativeAdComponent? {
    switch self {
    case .title: .title
    case .body: .body
    case .advertiser: .advertiser
    case .callToAction: .callToAction
    case .icon: .icon
    case .media: .media
    case .background, .promoBadge, .progressBadge, .reward, .adChoices: nil
    }
  }
}
