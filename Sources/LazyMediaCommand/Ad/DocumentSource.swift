import OriginServer

/// Where the document comes from that a command is about: an ad response, a VAST document.
struct DocumentSource: Sendable {
  /// What the transport is asked for; `nil` for standard input.
  var url: String?
  /// Whether the document, and what it names, may be read from this machine.
  var isLocal: Bool
  /// Serves a sample, while it is kept.
  var origin: OriginServer?

  /// Understands a source.
  /// - Parameter fileExtension: that of the samples that the command is about.
  init(_ argument: Argument, fileExtension: String, settings: Settings) throws(UsageError) {
    if argument.text == "-", argument.rawPath == nil {
      // What a pipe brings may come from anywhere.
      isLocal = false
    } else if let name = SampleAds.name(of: argument.text) {
      let samples = SampleAds(settings: settings)
      let origin = try samples.serve()
      self.origin = origin
      url = origin.url(try samples.path(of: name, fileExtension: fileExtension))
      isLocal = true
    } else {
      let url = argument.url(workingDirectory: WorkingDirectory.path)
      self.url = url
      isLocal = !MediaSource.isRemote(url)
    }
  }

  /// Settings that reach the source: a proxy would not reach a sample.
  func adapted(_ settings: Settings) -> Settings {
    var settings = settings
    if origin != nil { settings.proxy = "" }
    return settings
  }
}

extension StandardInput {
  /// All bytes, or one more than `limit` where there are more.
  func readAll(limit: Int) async -> [UInt8] {
    var all: [UInt8] = []
    while all.count <= limit {
      let bytes = await read()
      if bytes.isEmpty { break }
      all += bytes.prefix(limit + 1 - all.count)
    }
    return all
  }
}
