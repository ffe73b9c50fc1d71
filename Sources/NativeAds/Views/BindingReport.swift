/// A part of an ad that a view shows.
public enum NativeAdComponent: String, Hashable, Sendable, CaseIterable {
  /// The title.
  case title
  /// The descriptive text.
  case body
  /// The text of the call to action.
  case callToAction
  /// The advertiser.
  case advertiser
  /// The icon.
  case icon
  /// The main media.
  case media
  /// The logo of whoever shows the ad, see ``NativeAdProperties/Profile``.
  case profileLogo
  /// The name of whoever shows the ad.
  case profileName
}

/// Why a view could not show an ad.
public enum BindingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The ad was asked for with a media view, the view has none.
  case mediaViewMissing
  /// The ad was asked for without a media view, the view has one.
  case unexpectedMediaView

  /// Text that a person can act on.
  public var description: String {
    switch self {
    case .mediaViewMissing:
      "the view has no media view: add one, or ask for the ad with hasMediaView = false"
    case .unexpectedMediaView:
      "the view has a media view: remove it, or ask for the ad with hasMediaView = true"
    }
  }
}

/// How well a view and an ad fit, found when they are bound.
public struct BindingReport: Hashable, Sendable {
  /// Why the view does not show the ad; `nil` where it does.
  public var error: BindingError?
  /// Parts that the ad has and the view does not show.
  public var unshown: Set<NativeAdComponent>
  /// Parts that the view shows and the ad does not have.
  public var missing: Set<NativeAdComponent>
}
