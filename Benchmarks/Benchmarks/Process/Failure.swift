/// Why a benchmark could not be carried out, in words for the person who runs it.
struct Failure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
