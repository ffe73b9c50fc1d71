/// What the program is asked for, such as `--frames 600 --screenshot feed.png`.
struct Options {
  /// Ads of the feed.
  var count = 200
  /// Most textures that a frame uploads.
  var uploads = 2
  /// The time from a request to its answer.
  var latency = Duration.milliseconds(60)
  /// Frames after which the program ends, scrolling by itself; `nil` runs until the window is closed.
  var frames: Int?
  /// Where a picture of the last frame is written.
  var screenshot: String?
  /// Whether the colors are the dark ones.
  var isDark = false

  private static let usage =
    "usage: SDLFeed [--count N] [--uploads N] [--latency MS] [--dark] [--frames N] [--screenshot FILE]"

  struct Problem: Error, CustomStringConvertible {
    var description: String
  }

  init(_ arguments: [String]) throws(Problem) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      switch name {
      case "--dark": isDark = true
      case "--screenshot": screenshot = try Self.value(of: name, &rest)
      case "--count": count = try Self.number(of: name, in: 1...65_536, &rest)
      case "--uploads": uploads = try Self.number(of: name, in: 1...100, &rest)
      case "--latency": latency = .milliseconds(try Self.number(of: name, in: 0...60_000, &rest))
      case "--frames": frames = try Self.number(of: name, in: 1...1_000_000, &rest)
      default: throw Problem(description: "unknown option '\(name)'\n\(Self.usage)")
      }
    }
  }

  private static func value(of name: String, _ rest: inout ArraySlice<String>) throws(Problem) -> String {
    guard let value = rest.popFirst() else { throw Problem(description: "\(name) needs a value") }
    return value
  }

  private static func number(
    of name: String, in range: ClosedRange<Int>, _ rest: inout ArraySlice<String>
  ) throws(Problem) -> Int {
    guard let number = Int(try value(of: name, &rest)), range.contains(number) else {
      throw Problem(
        description: "\(name) needs a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
