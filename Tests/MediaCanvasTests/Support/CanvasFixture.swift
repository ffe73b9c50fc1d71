#if Canvas
  import LazyMediaTesting
  import MediaCanvas
  import MediaTransportTesting
  import Testing

  @testable import LazyMedia

  /// Ads that come through the real loader and pipeline, whose network, decoding and turns the test plays by hand.
  @MainActor final class CanvasFixture {
    nonisolated static let mediaURL = "https://cdn.example.com/media"
    nonisolated static let iconURL = "https://cdn.example.com/icon"

    let scheduler = ManualMainScheduler()
    let transport = ScriptedTransport()
    let executor = ManualExecutor()
    let pipeline: MediaPipeline
    private var receivers: [Receiver] = []
    private var loaders: [NativeAdLoader] = []

    init() {
      var configuration = MediaPipelineConfiguration(transport: transport)
      configuration.decodeExecutor = executor
      configuration.memoryCache = MemoryCache(byteLimit: 8 << 20)
      configuration.mainScheduler = scheduler
      configuration.now = { [scheduler] in scheduler.now }
      pipeline = MediaPipeline(configuration: configuration)
    }

    /// A lazy ad, just handed over.
    func ad(
      _ sample: SampleAd = SampleAd(), _ change: (inout NativeAdRenderingSetting) -> Void = { _ in },
      options changeOptions: (inout NativeAdOptions) -> Void = { _ in }
    ) throws -> NativeAd {
      var options = NativeAdOptions()
      options.renderingSetting.useLazyMediaLoading = true
      options.renderingSetting.pixelFormat = .bgra8
      options.renderingSetting.alphaMode = .premultiplied
      change(&options.renderingSetting)
      changeOptions(&options)
      let receiver = Receiver()
      let loader = NativeAdLoader(source: .data(sample.response), options: options, pipeline: pipeline)
      loader.delegate = receiver
      receivers.append(receiver)
      loaders.append(loader)
      loader.loadAd()
      while receiver.ad == nil, scheduler.runTurn() {}
      return try #require(receiver.ad)
    }

    /// Serves what is asked for, decodes it, and runs the turns that follow.
    func serveAll() {
      settle()
      for transfer in transport.activeTransfers {
        transfer.complete(
          transfer.request.url.hasPrefix(Self.iconURL) ? TestPicture.iconFile : TestPicture.mediaFile)
      }
      settle()
    }

    func settle() {
      repeat { executor.runAll() } while scheduler.runTurn() || executor.runNext()
    }

    /// A video, as a pipeline loads it.
    func video() throws -> MediaFile {
      var video: MediaFile?
      let task = pipeline.loadFile(MediaRequest(url: Self.mediaURL)) { event in
        if case .finished(let file) = event { video = file }
      }
      transport.activeTransfers.last?.complete(SampleVideo.mp4())
      settle()
      _ = task
      return try #require(video)
    }

    /// A file's beginning is there, as much as gives a preview.
    func servePart(_ bytes: ArraySlice<UInt8>, of url: String) {
      settle()
      let transfer = transport.transfer(for: url)
      transfer?.respond()
      transfer?.send(Array(bytes))
      settle()
    }
  }

  private final class Receiver: NativeAdLoaderDelegate {
    var ad: NativeAd?

    func adLoader(_ adLoader: NativeAdLoader, didReceive nativeAd: NativeAd) { ad = nativeAd }
    func adLoader(
      _ adLoader: NativeAdLoader, didFailWithError error: NativeAdLoaderError,
      responseInfo: NativeAdResponseInfo
    ) {}
  }

  extension MediaImage {
    /// A picture of a test.
    init(_ pixels: PixelBuffer) {
      self.init(
        pixels: pixels,
        info: ImageInfo(format: .png, storedSize: pixels.size, hasAlpha: !pixels.isOpaque))
    }
  }
#endif
