import JSON

extension JSONWriter {
  /// Adds a number, with at most six digits after the point; `null` for what JSON cannot tell.
  mutating func add(_ key: String, _ value: Double) {
    add(key, numeral: abs(value) < 1e12 ? Text.decimal(value) : nil)
  }

  /// Adds a time in milliseconds, or `null`.
  mutating func add(_ key: String, milliseconds value: Duration?) {
    add(key, numeral: value.map(Text.milliseconds))
  }
}
