import LazyMedia

/// A rule of slots broken on purpose, to see that the simulation notices.
@MainActor public enum SlotMutation {
  /// Plays while slots show what was meant for an earlier occupant; `nil` in a build for release, which breaks no rule.
  public static func ignoringGenerations(seed: UInt64, reuses: Int) -> SlotSimulation.Outcome? {
    #if MUTANTS
      Mutant.current = .ignoresGenerations
      defer { Mutant.current = nil }
      return SlotSimulation.play(seed: seed, reuses: reuses)
    #else
      return nil
    #endif
  }
}
