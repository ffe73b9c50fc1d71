import Glibc

/// The files of a folder that the demonstration shows.
struct DemoFiles: Equatable, Sendable {
  /// Main images of ads; paths below the folder.
  var media: [String]
  /// Icons of ads.
  var icons: [String]
  /// Files that are expected to fail.
  var damaged: [String]

  /// Chooses from the names in a folder: those in `media/`, `icons/` and `hostile/`; where there is no `media/`, the
  /// images that lie in the folder itself.
  init(folder: String) {
    let media = Self.images(in: folder, "media")
    self.media = Array((media.isEmpty ? Self.images(in: folder, "") : media).prefix(24))
    icons = Array(Self.images(in: folder, "icons").prefix(24))
    damaged = Array(Self.images(in: folder, "hostile").prefix(3))
  }

  private static func images(in folder: String, _ subfolder: String) -> [String] {
    let path = subfolder.isEmpty ? folder : Folder.path(folder, subfolder)
    return Folder.names(in: path).filter { name in
      let lowercased = name.lowercased()
      return [".jpg", ".jpeg", ".png"].contains { lowercased.hasSuffix($0) }
    }.map { subfolder.isEmpty ? $0 : "\(subfolder)/\($0)" }
  }
}
