/// Why a VAST document led to no ad.
public struct VASTFailure: Error, Hashable, Sendable {
  /// What was wrong.
  public var error: VASTError
  /// What is to be told, with ``VASTError/code`` in place of `[ERRORCODE]`: the errors of all wrappers of the chain,
  /// and those of the document that holds no ad.
  public var errorURLs: [String]
  /// The documents, from the first to the one where it ended.
  public var chain: [ResolvedVAST.Hop]
  /// Wrappers that failed before, and in whose place another ad was tried.
  public var abandoned: [VASTFailure] = []
}

extension VASTFailure: CustomStringConvertible {
  /// That of the error.
  public var description: String { error.description }
}
