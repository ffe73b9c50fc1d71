/// Which place of a program an ad is asked for.
public struct NativeAdRequest: Hashable, Sendable {
  /// The unit, as the ad server names the place; empty, the default, where there is none.
  public var unitID: String
  /// What the program says of the moment, such as a page; empty by default. Passed on, without behaviour.
  public var contextID: String
  /// How many ads are wanted; 1 by default.
  public var count: Int

  /// Creates a request.
  public init(unitID: String = "", contextID: String = "", count: Int = 1) {
    self.unitID = unitID
    self.contextID = contextID
    self.count = count
  }
}
