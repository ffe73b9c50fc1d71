#if Canvas
  import Glibc
  import MediaCanvas

  /// The pictures that the tests compare with, `Tests/MediaCanvasTests/Goldens`.
  enum GoldenFolder {
    /// Set LAZYMEDIA_RECORD_GOLDENS=1 to draw the pictures anew; then look at each of them.
    static let isRecording = getenv("LAZYMEDIA_RECORD_GOLDENS").map { String(cString: $0) == "1" } ?? false

    static let path = "\(#filePath)".split(separator: "/").dropLast(2).map { "/\($0)" }.joined() + "/Goldens"

    static func read(_ name: String) -> [UInt8]? { readFile("\(path)/\(name).png") }

    static func write(_ bytes: [UInt8], _ name: String) { writeFile(bytes, "\(path)/\(name).png") }

    /// The names of all pictures.
    static var names: Set<String> {
      guard let folder = opendir(path) else { return [] }
      defer { closedir(folder) }
      var names: Set<String> = []
      while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name.hasSuffix(".png") { names.insert(String(name.dropLast(4))) }
      }
      return names
    }

    private static func readFile(_ path: String) -> [UInt8]? {
      guard let file = fopen(path, "rb") else { return nil }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 1 << 20)
      let count = fread(&bytes, 1, bytes.count, file)
      return Array(bytes[..<count])
    }

    private static func writeFile(_ bytes: [UInt8], _ path: String) {
      guard let file = fopen(path, "wb") else { return }
      defer { fclose(file) }
      fwrite(bytes, 1, bytes.count, file)
    }

    /// RGBA8 with straight alpha, and the size, of a PNG file.
    static func decode(_ file: [UInt8]) throws -> PixelBuffer {
      var result: PixelBuffer?
      let decoder = PushDecoder()
      try decoder.feed(file.span.bytes) { if case .finished(let image) = $0 { result = image.pixels } }
      try decoder.finish { if case .finished(let image) = $0 { result = image.pixels } }
      guard let result else { throw CodecError.empty }
      return result
    }
  }
#endif
