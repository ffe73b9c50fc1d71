import Glibc

/// Makes and checks folders.
enum Folder {
  /// Makes a folder and those above it, where they are not there.
  static func make(_ path: String) throws(SystemError) {
    var prefix = path.hasPrefix("/") ? "/" : ""
    for name in path.split(separator: "/") {
      prefix += name
      if mkdir(prefix, 0o777) != 0, errno != EEXIST, !isFolder(prefix) { throw SystemError(errno) }
      prefix += "/"
    }
    guard isFolder(path) else { throw SystemError(ENOTDIR) }
    guard access(path, W_OK | X_OK) == 0 else { throw SystemError(errno) }
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The path of something in a folder.
  static func path(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// The part of a path before its last component; empty if there is none.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

extension Folder {
  /// Makes the folder that a file is going to be written to.
  static func prepare(forFile path: String) throws(UsageError) {
    if isFolder(path) || path.hasSuffix("/") {
      throw UsageError(message: "'\(Text.printable(path))' is a folder, not a file", concernsSystem: true)
    }
    // A file is put in its place: nobody wants that of a device.
    let parent = parent(of: path)
    if parent == "/dev" || access(path, F_OK) == 0 && !isRegularFile(path) {
      throw UsageError(message: "'\(Text.printable(path))' is no regular file", concernsSystem: true)
    }
    do throws(SystemError) {
      if !parent.isEmpty { try make(parent) }
    } catch {
      throw UsageError(
        message: "cannot write to folder '\(Text.printable(parent))': \(error)", concernsSystem: true)
    }
  }

  /// The names in a folder, sorted, without hidden ones; none where it cannot be read.
  static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
