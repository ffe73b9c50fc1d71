/// How far a person is with taking part in what an ad pays for.
public enum ParticipationState: String, Hashable, Sendable {
  /// The ad pays for nothing.
  case none
  /// It pays, and was not asked for yet, or in vain.
  case available
  /// Somebody finds out whether it is to be paid: the call to action says so, and nothing takes the ad's place.
  case checking
  /// It is paid.
  case participated
}
