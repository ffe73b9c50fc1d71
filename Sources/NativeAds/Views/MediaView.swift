/// The area of an ad's main media or of its icon, as a model that a toolkit mirrors through a ``MediaDisplay``.
@MainActor public final class MediaView {
  /// How the picture fills the area; `contain` by default. Set it before an ad is bound.
  public var contentMode = ContentFit.contain
  /// What the area shows, and the placeholder over it.
  public let slot: MediaSlot

  weak var owner: NativeAdView?
  /// Whether the view has a place for the area; what has none counts as shown by nobody. Set it before an ad is bound.
  var isPartOfView = true

  /// Creates an area.
  /// - Parameters:
  ///   - display: what shows it.
  ///   - pipeline: by its clock placeholders time out; ads load through the pipeline that they came with.
  public init(display: (any MediaDisplay)? = nil, pipeline: MediaPipeline = .shared) {
    slot = MediaSlot(display: display, pipeline: pipeline)
  }

  /// What shows the area.
  public var display: (any MediaDisplay)? {
    get { slot.display }
    set { slot.display = newValue }
  }

  /// The placeholder that is shown, one whose removal is under way included.
  public var placeholderView: PlaceholderView? { slot.placeholderView }

  /// Shows a placeholder over the area, in place of any that is there. It is removed by the rules of
  /// ``NativeAdView/placeholderRemoval``. Before an ad is bound this does nothing.
  /// - Parameter configure: makes the fresh placeholder what it shall be; `nil`, the default, leaves it bare.
  public func showPlaceholder(_ configure: (@MainActor (PlaceholderView) -> Void)? = nil) {
    guard let owner, owner.nativeAd != nil else {
      owner?.diagnose(.placeholderBeforeBinding)
      return
    }
    if let type = owner.type(of: self), owner.nativeAd?.loadingState(of: type) == .loaded,
      !slot.isAwaiting || owner.placeholderRemoval != .perAsset
    {
      owner.diagnose(.placeholderAfterLoading)
    }
    slot.showPlaceholder(configure)
  }
}
