import Glibc
import LazyMedia

/// The pipeline that options ask for.
enum MediaSetup {
  /// Checks what can be checked before anything is fetched.
  /// - Parameter stores: where files are kept between runs, nearest first.
  static func pipeline(
    for settings: Settings, stores: [any MediaStore] = []
  ) throws(UsageError) -> MediaPipeline {
    pipeline(for: settings, over: try transport(for: settings, allowsLocalSources: true), stores: stores)
  }

  /// Checks what can be checked before anything is fetched.
  static func transport(
    for settings: Settings, allowsLocalSources: Bool
  ) throws(UsageError) -> HTTPTransport {
    if let path = settings.caBundlePath, access(path, R_OK) != 0 {
      throw UsageError(
        message: "cannot read '\(Text.printable(path))': \(SystemError(errno))", concernsSystem: true)
    }
    var transport = HTTPTransportConfiguration()
    transport.limits.connectionsPerHost = settings.concurrency
    transport.limits.totalConnections = max(transport.limits.totalConnections, settings.concurrency)
    transport.userAgent = settings.userAgent
    transport.caBundlePath = settings.caBundlePath
    transport.proxy = settings.proxy
    transport.allowsLocalSources = allowsLocalSources
    return HTTPTransport(configuration: transport)
  }

  /// - Parameter adapt: changes what differs from what all commands use.
  static func pipeline(
    for settings: Settings, over transport: any Transport, stores: [any MediaStore] = [],
    adapt: (inout MediaPipelineConfiguration) -> Void = { _ in }
  ) -> MediaPipeline {
    var configuration = MediaPipelineConfiguration(transport: transport)
    if let maximumBytes = settings.maximumBytes { configuration.decodeLimits.maximumBytes = maximumBytes }
    configuration.decodeLimits.maximumPixels = settings.maximumPixels
    configuration.timeouts.total = settings.timeout
    configuration.retryPolicy.maximumRetries = settings.retries
    // Each source is wanted once: a cache would only hold memory.
    configuration.memoryCache = nil
    // No other thread of the command waits for a turn: decoding need not stand behind.
    configuration.decodeExecutor = BackgroundThreads(niceness: 0)
    configuration.stores = stores
    adapt(&configuration)
    return MediaPipeline(configuration: configuration)
  }

  /// The same for the documents of ads: header fields are sent with every request, and bytes are counted.
  static func meteredPipeline(
    for settings: Settings, of source: DocumentSource
  ) throws(UsageError) -> (MediaPipeline, MeteredTransport) {
    let transport = MeteredTransport(
      try transport(for: settings, allowsLocalSources: source.isLocal), headers: settings.headers)
    return (pipeline(for: settings, over: transport), transport)
  }

  /// What the pipeline is asked for.
  static func request(for source: SourceRequest, _ settings: Settings) -> MediaRequest {
    var request = MediaRequest(url: source.url)
    if let size = source.size ?? settings.size {
      request.target = DecodeTarget(
        size: size, fit: source.fit ?? settings.fit,
        allowsUpscaling: source.allowsUpscaling ?? settings.allowsUpscaling)
    }
    request.appliesOrientation = settings.appliesOrientation
    request.allowsPartial = settings.allowsPartial
    request.headers = settings.headers + source.headers
    request.usesMemoryCache = false
    if let name = settings.cachePolicy { request.cachePolicy = name.policy }
    return request
  }
}
