/// Where an ad response comes from.
public enum NativeAdSource: Sendable {
  /// An HTTP endpoint, asked through the pipeline's transport.
  case url(String)
  /// A file of the program, by its path.
  case file(String)
  /// A response that the program has.
  case data([UInt8])
  /// A function that gets the response in its own way: called once, on the main actor. It calls what it is given once,
  /// from any thread; further calls do nothing. A failure's description is told as the reason.
  case provider(@MainActor @Sendable (@escaping Completion) -> Void)

  /// Takes what a provider has got.
  public typealias Completion = @Sendable (Result<[UInt8], any Error>) -> Void
}
