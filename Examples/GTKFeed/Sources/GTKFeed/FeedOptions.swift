/// What the program was asked for.
struct FeedOptions {
  enum Look: String, CaseIterable {
    case cover, small, circular
  }

  var rows = 2_000
  var latency = Duration.milliseconds(120)
  var look = Look.cover
  var columns = 1
  var isDark = false
  /// A folder of JPEG files to be shown in place of numbers.
  var pictures: String?
  /// Whether frames are measured and pictures checked, see ``FeedCheck``.
  var isCheck = false
  /// Whether each row draws its own number as blocks, for a check of screenshots.
  var hasStrips = false
  var width: Int32 = 440
  var height: Int32 = 900

  static let usage = """
    usage: GTKFeed [--rows N] [--latency MS] [--look cover|small|circular] [--columns N] [--dark] [--size WxH]
                   [--pictures FOLDER] [--check] [--strips]

    Arrow and page keys move, Enter clicks, D or Ctrl+D changes between light and dark, Ctrl+Q quits.
    --check measures every frame and compares every picture with its row; SIGUSR1 tells the state, SIGTERM ends.
    """

  init?(_ arguments: ArraySlice<String>) {
    var rest = arguments
    while let name = rest.popFirst() {
      switch name {
      case "--dark": isDark = true
      case "--check": isCheck = true
      case "--strips": hasStrips = true
      default: guard let value = rest.popFirst(), set(name, value) else { return nil }
      }
    }
  }

  private mutating func set(_ name: String, _ value: String) -> Bool {
    switch name {
    case "--rows":
      guard let number = Int(value), (0...60_000).contains(number) else { return false }
      rows = number
    case "--latency":
      guard let number = Int(value), (0...60_000).contains(number) else { return false }
      latency = .milliseconds(number)
    case "--columns":
      guard let number = Int(value), (1...8).contains(number) else { return false }
      columns = number
    case "--look":
      guard let look = Look(rawValue: value) else { return false }
      self.look = look
    case "--pictures": pictures = value
    case "--size":
      let sides = value.split(separator: "x").compactMap { Int32($0) }
      guard sides.count == 2, sides.allSatisfy({ (200...8_000).contains($0) }) else { return false }
      (width, height) = (sides[0], sides[1])
    default: return false
    }
    return true
  }
}
