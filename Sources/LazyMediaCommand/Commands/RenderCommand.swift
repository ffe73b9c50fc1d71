import LazyMedia
import MediaCanvas

/// `lazymedia render`: draws ads and feeds into pictures, and reports on many ads.
struct RenderCommand: Sendable {
  private let settings: Settings
  private let action: RenderAction
  #if Canvas
    private let inputs: CreativeInputs
    private let transport: any Transport
  #endif

  /// Checks what the options name, makes the folders of what is written, and serves samples.
  init(settings: Settings, action: RenderAction, operands: [Argument]) throws(UsageError) {
    self.action = action
    #if Canvas
      for path in [settings.outputPath, settings.reportPath].compactMap(\.self) {
        try Folder.prepare(forFile: path)
      }
      if let frames = settings.framesPath {
        do throws(SystemError) {
          try Folder.make(frames)
        } catch {
          throw UsageError(
            message: "cannot write to folder '\(Text.printable(frames))': \(error)", concernsSystem: true)
        }
      }
      let (width, height) = (
        settings.canvasWidth * settings.scale, (settings.canvasHeight ?? 1) * settings.scale
      )
      if width * height > MediaCanvas.maximumPixelCount {
        throw UsageError(message: "a picture of \(width)x\(height) pixels is too large")
      }
      inputs = try CreativeInputs(operands, areLists: action == .feed, settings: settings)
      self.settings = inputs.adapted(settings)
      // Whether an ad itself may name local files is told with each.
      transport = try MediaSetup.transport(for: self.settings, allowsLocalSources: true)
    #else
      self.settings = settings
      throw UsageError(message: "this command was built without drawing (trait Canvas)", concernsSystem: true)
    #endif
  }

  /// Runs until all is written, or the Swift task is cancelled.
  @Sendable func run() async -> ExitStatus {
    #if Canvas
      return await runOnMainActor()
    #else
      return .usage
    #endif
  }

  #if Canvas
    @MainActor private func runOnMainActor() async -> ExitStatus {
      let output = RenderOutput(settings)
      do {
        let lists = MeteredTransport(transport, headers: settings.headers)
        let sources = try await inputs.sources(over: lists, timeout: settings.timeout)
        if sources.isEmpty { throw UsageError(message: "there are no ads in it") }
        if action == .ad, settings.outputPath != nil, sources.count > 1 {
          throw UsageError(
            message: "there are \(sources.count) ads in it, and '--out' takes one; '--html' takes many")
        }
        if settings.outputPath != nil || settings.framesPath != nil {
          switch action {
          case .ad:
            try await AdPictures(settings: settings, transport: transport, output: output).draw(sources[0])
          case .feed:
            try await FeedPictures(settings: settings, transport: transport, output: output).draw(sources)
          }
        }
        if let path = settings.reportPath {
          try await CreativeReport(settings: settings, transport: transport, output: output).write(
            sources, to: path)
        }
      } catch {
        output.fail(error)
      }
      return output.status
    }
  #endif
}
