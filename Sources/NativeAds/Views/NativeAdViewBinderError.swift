/// Why there is no binder.
public enum NativeAdViewBinderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// These parts are required, and nothing shows them.
  case missingComponents([NativeAdComponent])

  /// Text that a person can act on.
  public var description: String {
    switch self {
    case .missingComponents(let components):
      "nothing shows \(components.map(\.rawValue).joined(separator: ", ")): add them to the builder or to the view, or "
        + "require less"
    }
  }
}
