import LazyMedia
import OriginServer
import SampleFeed

/// The ads that the operands of `render` name: single ones, and lists of them.
struct CreativeInputs: Sendable {
  /// Ads of `sample:feed`.
  static let sampleCount = 60
  private static let sampleFeed = "sample:feed"

  private enum Input: Sendable {
    case source(CreativeSource)
    /// `nil` for standard input.
    case list(url: String?, name: String)
  }

  private var inputs: [Input] = []
  /// Serves samples, while it is kept.
  private var origin: OriginServer?

  /// Understands the operands, and serves samples.
  /// - Parameter areLists: whether a document holds several ads, not one.
  init(_ operands: [Argument], areLists: Bool, settings: Settings) throws(UsageError) {
    for operand in operands {
      if operand.text == "-", operand.rawPath == nil {
        inputs.append(.list(url: nil, name: "standard input"))
      } else if areLists, operand.text == Self.sampleFeed {
        try serveFeed(settings)
      } else if let name = SampleAds.name(of: operand.text), !areLists {
        let samples = SampleAds(settings: settings)
        if origin == nil { origin = try samples.serve() }
        let path = try samples.path(of: name, fileExtension: "json")
        inputs.append(
          .source(
            CreativeSource(text: operand.text, response: .url(origin?.url(path) ?? path), isLocal: true)))
      } else if SampleAds.name(of: operand.text) != nil {
        throw UsageError(
          message: "no sample '\(Text.source(operand.text))': there is \(Self.sampleFeed)",
          concernsSystem: true)
      } else {
        let url = operand.url(workingDirectory: WorkingDirectory.path)
        let isLocal = !MediaSource.isRemote(url)
        inputs.append(
          areLists
            ? .list(url: url, name: operand.text)
            : .source(CreativeSource(text: operand.text, response: .url(url), isLocal: isLocal)))
      }
    }
  }

  private mutating func serveFeed(_ settings: Settings) throws(UsageError) {
    do {
      let origin = try OriginServer()
      self.origin = origin
      let latency = settings.latency ?? SampleAds.defaultLatency
      let feed = SampleFeed(on: origin, count: Self.sampleCount, latency: latency)
      for index in 0..<feed.count {
        inputs.append(
          .source(
            CreativeSource(
              text: "\(Self.sampleFeed) #\(index + 1)", response: .url(feed.url(of: index)), isLocal: false)))
      }
    } catch {
      throw UsageError(message: "cannot serve '\(Self.sampleFeed)': \(error)", concernsSystem: true)
    }
  }

  /// Settings that reach the sources: a proxy would not reach a sample.
  func adapted(_ settings: Settings) -> Settings {
    var settings = settings
    if origin != nil { settings.proxy = "" }
    return settings
  }

  /// Reads the lists. Throws what is wrong with one as a whole, or that the Swift task was cancelled.
  func sources(over transport: any Transport, timeout: Duration) async throws -> [CreativeSource] {
    var sources: [CreativeSource] = []
    for input in inputs {
      switch input {
      case .source(let source): sources.append(source)
      case .list(let url, let name):
        let bytes =
          if let url {
            try await WholeDocument.bytes(
              at: url, limit: CreativeList.maximumByteCount, timeout: timeout, over: transport)
          } else {
            await StandardInput().readAll(limit: CreativeList.maximumByteCount)
          }
        try Task.checkCancellation()
        let isRemote = url.map(MediaSource.isRemote) ?? false
        // What a pipe brings may come from anywhere, but for the paths that somebody has listed.
        let list = CreativeList(name: name, namesLocalSources: !isRemote, isLocal: url != nil && !isRemote)
        sources += try list.sources(in: bytes)
      }
    }
    return sources
  }
}
