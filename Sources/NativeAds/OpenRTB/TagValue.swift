import JSON

/// A value that a network attaches to an ad, of any kind that JSON has.
public indirect enum TagValue: Hashable, Sendable {
  /// Nothing.
  case null
  /// Yes or no.
  case bool(Bool)
  /// A number.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([TagValue])
  /// Values by name.
  case object([String: TagValue])
}

extension TagValue {
  init(_ value: JSONValue) {
    self =
      switch value {
      case .null: .null
      case .bool(let value): .bool(value)
      case .number(let number): .number(number)
      case .string(let text): .string(text)
      case .array(let elements): .array(elements.map { TagValue($0) })
      case .object: .object(Self.members(of: value))
      }
  }

  /// The members of an object; none of anything else.
  static func members(of value: JSONValue) -> [String: TagValue] {
    var members: [String: TagValue] = [:]
    for member in value.tagMembers { members[member.name] = TagValue(member.value) }
    return members
  }
}

extension JSONValue {
  /// The members of an object that can be looked up by name; none of anything else. A name of more than 256 bytes is left
  /// out: see ``url`` for what hashing a long one can cost.
  var tagMembers: [Member] {
    guard case .object(let members) = self else { return [] }
    return members.filter { $0.name.utf8.count <= 256 }
  }
}
