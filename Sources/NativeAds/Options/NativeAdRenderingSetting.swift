public import LazyMedia

/// How an ad is going to be shown.
public struct NativeAdRenderingSetting: Hashable, Sendable {
  /// Whether the ad is handed over before its icon and main media are loaded; `false` by default.
  public var useLazyMediaLoading = false
  /// Whether the ad is shown with a ``MediaView``; `true` by default. A view that is bound must agree, see
  /// ``BindingError``. An ad shown without one loads no main media.
  public var hasMediaView = true
  /// The channel order of its pictures, as the renderer takes it; `rgba8` by default.
  public var pixelFormat = PixelFormat.rgba8
  /// The alpha mode of its pictures; `straight` by default.
  public var alphaMode = AlphaMode.straight
  /// The corner of the AdChoices mark; top right by default.
  public var preferredAdChoicesViewPosition = AdChoicesViewPosition.topRight

  /// Creates the default setting.
  public init() {}
}
