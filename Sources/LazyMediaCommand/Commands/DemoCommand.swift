import LazyMedia
import OriginServer

/// `lazymedia demo`: serves a folder on the loopback, loads native ads made of its files through the pipeline, prints what
/// happens, draws the feed and writes a report.
struct DemoCommand: Sendable {
  static let defaultOutputPath = "Output/demo.png"
  /// What the server sends in a second, so that a picture takes a moment to arrive.
  static let linkBytesPerSecond = 10_000_000

  static let defaultLatency: Duration = .milliseconds(40)

  private let settings: Settings
  private let files: DemoFiles
  private let outputPath: String

  /// Checks the folder and makes that of the picture.
  init(settings: Settings) throws(UsageError) {
    self.settings = settings
    outputPath = settings.outputPath ?? Self.defaultOutputPath
    files = DemoFiles(folder: settings.imagesPath)
    let shown = Text.printable(settings.imagesPath)
    guard Folder.isFolder(settings.imagesPath) else {
      throw UsageError(message: "'\(shown)' is no folder", concernsSystem: true)
    }
    if files.media.isEmpty {
      throw UsageError(message: "folder '\(shown)' has no JPEG or PNG files", concernsSystem: true)
    }
    try Folder.prepare(forFile: outputPath)
  }

  /// Runs until the picture is written, or the Swift task is cancelled.
  @MainActor @Sendable func run() async -> ExitStatus {
    let output = RenderOutput(settings)
    do {
      if try await !show(output) { return output.status(after: .someFailed) }
    } catch {
      output.fail(error)
    }
    return output.status
  }

  /// Returns whether all ads loaded.
  @MainActor private func show(_ output: RenderOutput) async throws -> Bool {
    let latency = settings.latency ?? Self.defaultLatency
    var link = OriginConfiguration()
    link.linkBytesPerSecond = Self.linkBytesPerSecond
    let origin = try OriginServer(link)
    defer { origin.stop() }
    try origin.mount(
      "/", folder: settings.imagesPath, template: OriginResponse(latency: latency))
    var missing = OriginResponse.status(404)
    missing.latency = latency
    origin.route("/" + DemoAds.missingFile, missing)

    // The origin is on this machine: a proxy would not reach it.
    var local = settings
    local.proxy = ""
    local.concurrency = 6
    let ads = await DemoAds(
      files, folder: settings.imagesPath, origin: origin, pipeline: try MediaSetup.pipeline(for: local))
    output.print(
      "Serving \(Text.printable(settings.imagesPath)) at \(origin.baseURL): each answer after \(Text.time(latency)), "
        + "\(Text.bytes(Self.linkBytesPerSecond))/s in all.")
    let transport = try MediaSetup.transport(for: local, allowsLocalSources: false)
    return try await DemoShow(settings: local, origin: origin, transport: transport, output: output).run(
      ads, picture: outputPath)
  }
}
