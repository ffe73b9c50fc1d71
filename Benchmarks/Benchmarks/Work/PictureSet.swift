import Glibc

/// The pictures that the benchmarks work on: made by `media-limit generate`, the same on every machine with the
/// same libjpeg and libpng, and kept in the build folder.
struct PictureSet {
  /// To be raised when `media-limit generate` makes other pictures.
  private static let version = 1

  let folder: String

  static let mediaCount = 200
  static let iconCount = 200
  static let mediaTarget = "600x314"
  static let iconTarget = "80x80"

  /// Finds the pictures, or makes them: some seconds, once.
  init() throws {
    folder = Files.programFolder + "/benchmark-pictures-\(Self.version)"
    guard !Files.exists(folder) else { return }
    let unfinished = folder + ".\(getpid())"
    try Files.makeFolder(unfinished)
    Report.note("making the pictures ...")
    try Programs.limit("generate", unfinished).finish()
    // Whole or not at all, should two runs make them at once.
    guard rename(unfinished, folder) == 0 || Files.exists(folder) else {
      throw Failure("cannot make \(folder): \(Files.systemMessage)")
    }
  }

  func path(_ name: String) -> String { folder + "/" + name }

  /// Writes the list that both sides fetch, media and icons in turn as a feed shows them.
  func writeList(origin: String, to path: String) throws {
    var lines = ""
    for index in 0..<Self.mediaCount {
      let number = String(1000 + index).dropFirst()
      lines += "\(Self.mediaTarget) \(origin)/media-\(number).jpg\n"
      lines += "\(Self.iconTarget) \(origin)/icon-\(number).png\n"
    }
    try Files.write(lines, to: path)
  }
}
