import Glibc

/// A folder whose files are served under a prefix. Nothing outside it can be reached: `..`, hidden names and
/// symbolic links are refused.
struct FolderMount: Sendable {
  /// The path before the file's, ending with a slash.
  let prefix: String
  /// The script that each file's response starts from.
  let template: OriginResponse
  private let folder: Folder

  private final class Folder: Sendable {
    let descriptor: Int32

    init?(_ path: String) {
      descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }
  }

  init?(prefix: String, folder path: String, template: OriginResponse) {
    guard let folder = Folder(path) else { return nil }
    self.folder = folder
    self.prefix = prefix.hasSuffix("/") ? prefix : prefix + "/"
    self.template = template
  }

  /// Opens the file at a percent-encoded path below the folder; `nil` where there is none or it may not be served.
  func open(_ path: String) -> OpenFile? {
    guard let names = Self.names(of: path) else { return nil }
    var parent = folder.descriptor
    defer { if parent != folder.descriptor { close(parent) } }
    for (index, name) in names.enumerated() {
      let isLast = index == names.count - 1
      // Without O_NONBLOCK a named pipe would hold the thread.
      let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | (isLast ? O_NONBLOCK : O_DIRECTORY)
      let descriptor = openat(parent, name, flags)
      guard descriptor >= 0 else { return nil }
      if isLast { return OpenFile(descriptor: descriptor) }
      if parent != folder.descriptor { close(parent) }
      parent = descriptor
    }
    return nil
  }

  /// The script for a file: the template, with type and validator of the file where it gives none.
  func response(for file: OpenFile, at path: String) -> OriginResponse {
    var response = template
    if response.entityTag == nil { response.entityTag = file.entityTag }
    if response.fields.value(of: "Content-Type") == nil {
      response.fields.append(OriginField("Content-Type", Self.contentType(of: path)))
    }
    return response
  }

  /// The decoded names of a path, or `nil` where one of them is empty, hidden, `.` or `..`, or has a slash or a
  /// NUL in it.
  static func names(of path: String) -> [String]? {
    var names: [String] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      guard let name = percentDecoded(part), let first = name.first, first != ".", !name.utf8.contains(0),
        !name.utf8.contains(0x2F)
      else { return nil }
      names.append(name)
    }
    return names.isEmpty ? nil : names
  }

  private static func percentDecoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hexadecimalValue),
        let low = rest.popFirst().flatMap(hexadecimalValue)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  private static func contentType(of path: String) -> String {
    switch path.split(separator: ".").last?.lowercased() {
    case "jpg", "jpeg": "image/jpeg"
    case "png": "image/png"
    case "webp": "image/webp"
    case "gif": "image/gif"
    case "avif": "image/avif"
    case "svg": "image/svg+xml"
    case "html": "text/html; charset=utf-8"
    case "xml": "application/xml"
    case "json": "application/json"
    case "txt", "tsv", "md": "text/plain; charset=utf-8"
    default: "application/octet-stream"
    }
  }
}
