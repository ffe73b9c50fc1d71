import LazyMedia
import OriginServer

/// `lazymedia demo`: serves a folder on the loopback, loads it through the pipeline, prints what happens and draws
/// a contact sheet.
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
  @Sendable func run() async -> ExitStatus {
    do {
      return try await show()
    } catch {
      var console = Console(progress: .never)
      if !Task.isCancelled { console.complain("demo: \(error)") }
      return .someFailed
    }
  }

  private func show() async throws -> ExitStatus {
    let latency = settings.latency ?? Self.defaultLatency
    var link = OriginConfiguration()
    link.linkBytesPerSecond = Self.linkBytesPerSecond
    let origin = try OriginServer(link)
    defer { origin.stop() }
    try origin.mount(
      "/", folder: settings.imagesPath, template: OriginResponse(latency: latency))
    var missing = OriginResponse.status(404)
    missing.latency = latency
    origin.route("/" + DemoShow.missingFile, missing)

    // The origin is on this machine: a proxy would not reach it.
    var local = settings
    local.proxy = ""
    local.concurrency = 6
    let show = DemoShow(pipeline: try MediaSetup.pipeline(for: local), origin: origin, log: DemoLog())
    await show.log.print(
      "Serving \(settings.imagesPath) at \(origin.baseURL): each answer after \(Text.time(latency)), "
        + "\(Text.bytes(Self.linkBytesPerSecond))/s in all.")
    let result = await show.load(files)
    try Task.checkCancellation()

    let canvas = ContactSheet.draw(result.cards.map(\.card))
    try AtomicFile.write(try PNGEncoder().encode(try canvas.pixels()), to: outputPath)
    let hasFailures = result.cards.contains { $0.mustLoad && $0.hasFailed }
    await show.conclude(result, outputPath: outputPath)
    return await show.log.status(after: hasFailures ? .someFailed : .success)
  }
}
