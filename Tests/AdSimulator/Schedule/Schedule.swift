import SeededRandom

/// What happens in one run of a simulated program, step by step.
public struct Schedule: Hashable, Sendable, CustomStringConvertible {
  /// What the world is made of: its caches and its first views.
  public var setup: UInt64
  /// What happens, in order.
  public var steps: [Step]

  /// The schedule of a seed.
  public init(seed: UInt64, steps count: Int) {
    var generator = SeededGenerator(seed: seed)
    setup = generator.next()
    let wheel = Step.wheel
    steps = []
    steps.reserveCapacity(count)
    for _ in 0..<count {
      let kind = wheel[Int(generator.next() % UInt64(wheel.count))]
      let numbers = generator.next()
      steps.append(
        Step(kind, UInt32(truncatingIfNeeded: numbers), UInt32(truncatingIfNeeded: numbers >> 32)))
    }
  }

  /// A schedule of chosen steps.
  public init(setup: UInt64, steps: [Step]) {
    self.setup = setup
    self.steps = steps
  }

  /// The seed and the steps, a line each.
  public var description: String {
    "setup \(setup)\n" + steps.enumerated().map { "\($0 + 1). \($1)" }.joined(separator: "\n")
  }
}

/// Small numbers out of one large one, so that each choice of a step is a stretch of its bits.
struct Choices {
  private var bits: UInt64

  init(_ bits: UInt64) { self.bits = bits }
  init(_ bits: UInt32) { self.bits = SeededGenerator.mixed(UInt64(bits)) }

  /// A number below `count`.
  mutating func below(_ count: UInt64) -> Int {
    defer { bits /= count }
    return Int(bits % count)
  }

  /// Whether something that happens `sixteenths` times in 16 happens.
  mutating func happens(_ sixteenths: Int) -> Bool { below(16) < sixteenths }
}

extension SeededGenerator {
  static func mixed(_ bits: UInt64) -> UInt64 {
    var generator = SeededGenerator(seed: bits)
    return generator.next()
  }
}
