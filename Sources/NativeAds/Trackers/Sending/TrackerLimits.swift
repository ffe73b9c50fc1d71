/// How much is sent at once, how often, and how long.
struct TrackerLimits {
  /// Hits that may be at the server, or be delivered without the queue knowing yet. A program that is killed sends at
  /// most so many twice.
  var inFlight = 8
  /// Hits that are not delivered yet, those in flight included.
  var pending = 10_000
  /// Attempts in one run of the program.
  var attemptsPerRun = 5
  /// Attempts in all runs.
  var attempts = 20
  /// What has waited longer is not sent any more.
  var age: Duration = .seconds(7 * 86_400)
  /// The wait after the first attempt; four times as long after each further one.
  var firstDelay: Duration = .seconds(1)

  /// The wait after so many attempts, from 1.
  func delay(after attempts: Int) -> Duration {
    firstDelay * (0..<min(max(0, attempts - 1), 16)).reduce(1) { delay, _ in delay * 4 }
  }
}
