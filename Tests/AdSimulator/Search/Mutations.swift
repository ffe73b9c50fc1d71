import LazyMedia

/// Rules that are broken on purpose, to see that the simulator notices. Builds for release have none.
public enum Mutations {
  /// One of them.
  public struct Mutation: Sendable {
    /// Its name.
    public var name: String
    fileprivate var number: UInt8

    /// Plays schedules until the broken rule is noticed.
    @MainActor public func find(seed: UInt64, within count: Int, steps: Int) -> Search.Finding? {
      #if MUTANTS
        Mutant.current = Mutant(rawValue: number)
        defer { Mutant.current = nil }
      #endif
      return Search.run(seed: seed, count: count, steps: steps)
    }

    /// Breaks the rule while `body` runs.
    @MainActor public func breaking<Result>(_ body: () -> Result) -> Result {
      #if MUTANTS
        Mutant.current = Mutant(rawValue: number)
        defer { Mutant.current = nil }
      #endif
      return body()
    }
  }

  /// All of them; `nil` in a build for release.
  public static var all: [Mutation]? {
    #if MUTANTS
      Mutant.allCases.map { Mutation(name: "\($0)", number: $0.rawValue) }
    #else
      nil
    #endif
  }
}
