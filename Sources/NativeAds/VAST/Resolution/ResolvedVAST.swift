/// A video ad with everything that its wrappers add.
public struct ResolvedVAST: Hashable, Sendable {
  /// A document on the way to the ad.
  public struct Hop: Hashable, Sendable {
    /// Where a document came from.
    public enum Source: Hashable, Sendable {
      /// It was in the ad response.
      case response
      /// It was fetched.
      case url(String)
    }

    /// What the document's ad was.
    public enum Kind: String, Hashable, Sendable {
      /// The ad itself.
      case inLine
      /// The way to another document.
      case wrapper
    }

    /// Where the document came from.
    public var source: Source
    /// The version that it gives; `nil` where it could not be read.
    public var version: String?
    /// The id of the ad that was taken.
    public var adID: String?
    /// The server of the ad that was taken.
    public var adSystem: String?
    /// What the ad was; `nil` where none was taken.
    public var kind: Kind?
    /// What was wrong; `nil` where the ad was shown or its wrapper followed.
    public var error: VASTError?

    init(source: Source, version: String? = nil, ad: VAST.Ad? = nil, error: VASTError? = nil) {
      self.source = source
      self.version = version
      adID = ad?.id
      adSystem = ad?.adSystem
      kind = ad.map { $0.wrapper == nil ? .inLine : .wrapper }
      self.error = error
    }
  }

  /// The ad, as its own document has it.
  public var ad: VAST.Ad
  /// The linear creative, with the trackers of all wrappers, the outermost first, before its own. Where it has no
  /// click-through, that of the closest wrapper stands in.
  public var linear: VAST.Linear
  /// Pinged on an impression: of all wrappers, then of the ad.
  public var impressions: [String]
  /// Pinged on an error: of all wrappers, then of the ad.
  public var errors: [String]
  /// Pinged on viewability: of all wrappers, then of the ad.
  public var viewable: [VAST.Tracking]
  /// The documents, from the first to that of the ad.
  public var chain: [Hop]
  /// Wrappers that led nowhere and in whose place another ad stood in; their errors are to be told as well.
  public var abandoned: [VASTFailure]

  /// The ad `ad`, and the wrappers that led to it, the outermost first.
  init(ad: VAST.Ad, linear: VAST.Linear, wrappers: [VAST.Ad], chain: [Hop], abandoned: [VASTFailure]) {
    let around = wrappers.flatMap(\.linears)
    self.ad = ad
    self.linear = linear
    self.linear.trackings = around.flatMap(\.trackings) + linear.trackings
    self.linear.clickTrackings = around.flatMap(\.clickTrackings) + linear.clickTrackings
    self.linear.clickThrough = linear.clickThrough ?? around.compactMap(\.clickThrough).last
    let ads = wrappers + [ad]
    impressions = ads.flatMap(\.impressions)
    errors = ads.flatMap(\.errors)
    viewable = ads.flatMap(\.viewable)
    self.chain = chain
    self.abandoned = abandoned
  }
}
