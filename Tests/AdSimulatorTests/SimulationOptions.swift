import Glibc

/// How much is simulated, by the environment.
struct SimulationOptions {
  var seed: UInt64
  var schedules: Int
  var steps = 50

  /// `LAZYMEDIA_SIMULATE_SEED` (a random one by default) and `LAZYMEDIA_SIMULATE_SCHEDULES` (500).
  static var fromEnvironment: SimulationOptions {
    SimulationOptions(
      seed: number("LAZYMEDIA_SIMULATE_SEED") ?? .random(in: 0 ... .max),
      schedules: number("LAZYMEDIA_SIMULATE_SCHEDULES") ?? 500)
  }

  private static func number<Number: FixedWidthInteger>(_ name: String) -> Number? {
    getenv(name).flatMap { Number(String(cString: $0)) }
  }
}
