/// Why a text or bytes are no ``BlurHash`` or ``ThumbHash``.
public enum PlaceholderHashError: Error, Hashable, Sendable {
  /// It has another length than its head asks for; both in characters or bytes. What is too short to have a head is
  /// compared with the least length.
  case wrongLength(actual: Int, expected: Int)
  /// A character at this offset, counted in bytes of UTF-8, is not in the alphabet, or is not where it may stand.
  case invalidCharacter(offset: Int)
  /// The value at this offset, counted as the length is, is one that no encoder writes.
  case invalidValue(offset: Int)
  /// Numbers of components that are not 1 to 9 each.
  case invalidComponents(x: Int, y: Int)
}

extension PlaceholderHashError: CustomStringConvertible {
  /// A sentence for people.
  public var description: String {
    switch self {
    case .wrongLength(let actual, let expected): "wrong length: \(actual), it must be \(expected)"
    case .invalidCharacter(let offset): "invalid character at offset \(offset)"
    case .invalidValue(let offset): "value out of range at offset \(offset)"
    case .invalidComponents(let x, let y): "\(x) by \(y) components: each must be 1 to 9"
    }
  }
}
