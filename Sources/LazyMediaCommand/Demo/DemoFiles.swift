import Glibc

/// The files of a folder that the demonstration shows.
struct DemoFiles: Equatable, Sendable {
  /// Main images of ads; paths below the folder.
  var media: [String]
  /// Icons of ads.
  var icons: [String]
  /// Files that are expected to fail.
  var damaged: [String]

  /// One of each kind in `TestImages`: cut off, damaged, and a small file that asks for gigabytes.
  private static let damaged = [
    "truncated/jpeg-mid-scan.jpg", "corrupt/png-zlib-damaged.png", "bombs/jpeg-65500x65500.jpg",
  ]

  /// Chooses from the names in a folder: those in `media/` and `icons/`, and three that cannot load, where they are
  /// there; if there is no `media/`, the images that lie in the folder itself.
  init(folder: String) {
    let media = Self.images(in: folder, "media")
    self.media = Array((media.isEmpty ? Self.images(in: folder, "") : media).prefix(24))
    icons = Array(Self.images(in: folder, "icons").prefix(24))
    damaged = Self.damaged.filter { Folder.isRegularFile(Folder.path(folder, $0)) }
  }

  private static func images(in folder: String, _ subfolder: String) -> [String] {
    let path = subfolder.isEmpty ? folder : Folder.path(folder, subfolder)
    return Folder.names(in: path).filter { name in
      let lowercased = name.lowercased()
      return [".jpg", ".jpeg", ".png"].contains { lowercased.hasSuffix($0) }
    }.map { subfolder.isEmpty ? $0 : "\(subfolder)/\($0)" }
  }
}
