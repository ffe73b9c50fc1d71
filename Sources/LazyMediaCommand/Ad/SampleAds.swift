import OriginServer

/// The ads in the folder `ads` of the test images. Their URLs name a host that cannot exist; the command serves the
/// folder on the loopback and puts that address in its place.
struct SampleAds: Sendable {
  /// The host that stands for the command's own origin (RFC 2606, section 2).
  static let placeholder = "http://origin.invalid"
  static let defaultLatency: Duration = .milliseconds(200)
  /// What `broken-icon` asks for.
  private static let missingPath = "/ads/none.png"
  private static let scheme = "sample:"

  let settings: Settings

  private var folder: String { Folder.path(settings.imagesPath, "ads") }

  /// The name in a source such as `sample:image`; `nil` of other sources.
  static func name(of source: String) -> String? {
    source.hasPrefix(scheme) ? String(source.dropFirst(scheme.count)) : nil
  }

  /// Where the origin has a sample.
  func path(of name: String, fileExtension: String) throws(UsageError) -> String {
    let suffix = ".\(fileExtension)"
    let names = Folder.names(in: folder).filter { $0.hasSuffix(suffix) }.map {
      String($0.dropLast(suffix.count))
    }
    guard names.contains(name) else {
      let offer =
        names.isEmpty
        ? "folder '\(Text.printable(folder))' has no samples; --images names the folder"
        : "there are \(names.joined(separator: ", "))"
      throw UsageError(message: "no sample '\(Text.source(name))': \(offer)", concernsSystem: true)
    }
    return "/ads/\(name)\(suffix)"
  }

  /// Serves the folder, each answer after the latency, until the origin is let go.
  func serve() throws(UsageError) -> OriginServer {
    let latency = settings.latency ?? Self.defaultLatency
    do {
      let origin = try OriginServer()
      if Folder.isFolder(settings.imagesPath) {
        try origin.mount("/", folder: settings.imagesPath, template: OriginResponse(latency: latency))
      }
      origin.route(Self.missingPath, OriginResponse.status(404).with { $0.latency = latency })
      for name in Folder.names(in: folder) where name.hasSuffix(".json") || name.hasSuffix(".xml") {
        let text = try WholeFile.text(Folder.path(folder, name))
          .split(separator: Self.placeholder, omittingEmptySubsequences: false).joined(
            separator: origin.baseURL)
        let type = name.hasSuffix(".xml") ? "application/xml" : "application/json"
        origin.route(
          "/ads/\(name)", OriginResponse(text: text, contentType: type).with { $0.latency = latency })
      }
      return origin
    } catch {
      throw UsageError(message: "cannot serve '\(Text.printable(folder))': \(error)", concernsSystem: true)
    }
  }
}
