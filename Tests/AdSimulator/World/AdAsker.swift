/// Whoever asks for ads on behalf of the program: a unit, a group.
@MainActor protocol AdAsker: AnyObject {
  /// Whether the request for that ad is under way.
  func isWaiting(for host: AdHost) -> Bool
  /// Something was told of the ad, to its delegate.
  func heard(_ line: String, of host: AdHost)
}
