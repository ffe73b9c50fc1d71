public import LazyMedia

/// The cell of the ready renderers: an ad's view, and a ``Card`` that a toolkit draws.
///
/// Over each picture that is not there yet stands a placeholder, which goes with its own asset; one that fails keeps it.
/// Callbacks may show another ad, or give the cell up, at any moment: what was called last counts.
@MainActor public final class CardCell: NativeAdListCell {
  /// Draws the card.
  public let surface: any CardSurface
  /// The view of the ad that is shown; `nil` while none is. Each ad gets a fresh one, in the place of the one before.
  public private(set) var adView: NativeAdView?
  /// What is drawn; `nil` while nothing is.
  public private(set) var card: Card?
  /// The size of the card, in points; it counts from the next ``show(_:card:)`` on.
  public var size = LayoutSize.zero
  /// Takes placeholders away in its own time, see ``NativeAdView/placeholderWillRemoveHandler``; `nil`, the default, takes
  /// them away at once. It counts from the next ad on.
  public var placeholderWillRemoveHandler: PlaceholderRemovalHandler?
  /// What the areas show until an asset is there, where the ad brings no placeholder of its own; the palette's color for
  /// placeholders by default. Those that are shown follow it.
  public var defaultPlaceholder = Placeholder.color(CardPalette.light[.placeholder]) {
    didSet {
      guard let adView, let ad = adView.nativeAd else { return }
      for type in MediaAssetType.allCases where ad.placeholder(of: type) == nil {
        adView.area(for: type)?.placeholderView?.content = defaultPlaceholder
      }
    }
  }

  /// Tells apart what is called while something else is under way.
  private var generation: UInt64 = 0

  /// Creates an empty cell.
  public init(surface: any CardSurface) { self.surface = surface }

  /// Shows an ad: its card at once, its pictures as they come. The same ad with the same card changes nothing; with
  /// another card, such as one of another size, what is loading goes on.
  public func show(_ ad: NativeAd, card: Card) {
    guard adView?.nativeAd === ad else { return replace(with: ad, card) }
    if card != self.card { ad.rebind { replace(with: ad, card) } }
  }

  /// Gives up what the cell shows. Idempotent.
  public func prepareForReuse() {
    guard adView != nil || card != nil else { return }
    let turn = begin()
    adView.take()?.giveUp()
    guard turn == generation else { return }
    card = nil
    surface.show(nil)
  }

  /// The part of the card at a point of it.
  public func role(at point: LayoutPoint) -> CardElement.Role? { card?.role(at: point) }

  private func begin() -> UInt64 {
    generation &+= 1
    return generation
  }

  private func replace(with ad: NativeAd, _ card: Card) {
    let turn = begin()
    let view = NativeAdView(card: card, on: surface, for: ad)
    view.placeholderWillRemoveHandler = placeholderWillRemoveHandler
    if let former = adView.take() {
      view.takePlace(of: former)
      former.giveUp()
      guard turn == generation else { return view.detach() }
    }
    self.card = card
    surface.show(card)
    guard turn == generation else { return view.detach() }
    adView = view
    view.bind(ad)
    // A place has none where the ad has no such asset; a view that was given up meanwhile shows none.
    for type in MediaAssetType.allCases where ad.loadingState(of: type) != .none {
      guard let area = view.area(for: type), area.slot.isAwaiting else { continue }
      let placeholder = ad.placeholder(of: type) ?? defaultPlaceholder
      area.showPlaceholder { $0.content = placeholder }
    }
  }
}

extension NativeAdView {
  /// A view for the pictures of a card. An ad that was asked for with a media view gets one, whether its card shows the
  /// main media or not.
  fileprivate convenience init(card: Card, on surface: any CardSurface, for ad: NativeAd) {
    func area(_ role: CardElement.Role, _ display: any MediaDisplay) -> MediaView {
      let element = card.elements.first { $0.role == role }
      guard case .picture(let mode)? = element?.content else {
        let area = MediaView(pipeline: ad.pipeline)
        area.isPartOfView = false
        return area
      }
      let area = MediaView(display: display, pipeline: ad.pipeline)
      area.contentMode = mode
      return area
    }
    let hasMedia = ad.options.renderingSetting.hasMediaView
    self.init(
      mediaView: hasMedia ? area(.media, surface.mediaDisplay) : nil,
      iconView: area(.icon, surface.iconDisplay))
    placeholderRemoval = .perAsset
    texts = Set(card.elements.compactMap(\.role.component))
  }

  fileprivate func giveUp() {
    unbind()
    detach()
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
