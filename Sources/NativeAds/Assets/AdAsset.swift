import LazyMedia

/// One asset of an ad: loads it once, for all the views that show it, and shows it in each of them.
///
/// It loads while somebody wants it. Given up by all, it stops, stays `.loading`, and begins anew when a view comes.
@MainActor final class AdAsset {
  /// Where the asset comes from.
  enum Source {
    /// A picture.
    case image(url: String)
    /// It cannot be loaded.
    case unavailable(MediaAssetError.Reason, url: String?)
  }

  /// What has become of the asset, for the ad.
  enum Event {
    /// The head of the file tells its size, in pixels, as displayed.
    case size(PixelSize)
    /// It is there; the size of its file, in pixels, as displayed.
    case loaded(PixelSize)
    case failed(MediaAssetError.Reason, url: String?)
  }

  /// A slot that shows the asset.
  private struct Stay {
    weak var slot: MediaSlot?
    let occupancy: MediaSlot.Occupancy
    let target: DecodeTarget?
    /// Loads a larger picture for this slot alone.
    var task: MediaTask?
  }

  let type: MediaAssetType
  let source: Source
  /// The picture, while it is kept.
  private(set) var image: MediaImage?
  /// Whether the ad has been handed over, so that loading may begin.
  private(set) var isActive = false

  private let pipeline: MediaPipeline
  private let maximumBytes: Int
  private let preferredTarget: DecodeTarget
  /// Whose asset it is; told of what becomes of it.
  weak var ad: NativeAd?
  private var stays: [Stay] = []
  private var task: MediaTask?
  private var preview: MediaPreview?
  private var isLoaded = false
  private var isStarting = false

  /// Pictures that no view has claimed are decoded at most so wide and high, in pixels.
  private static let unboundLimit = 1_280

  /// - Parameter preferredSize: what the response says, in pixels; `nil` where it says nothing.
  init(
    _ type: MediaAssetType, source: Source, preferredSize: PixelSize?, pipeline: MediaPipeline, maximumBytes: Int
  ) {
    self.type = type
    self.source = source
    self.pipeline = pipeline
    self.maximumBytes = maximumBytes
    let box = preferredSize ?? PixelSize(width: Self.unboundLimit, height: Self.unboundLimit)
    preferredTarget = DecodeTarget(
      size: PixelSize(
        width: max(1, min(box.width, Self.unboundLimit)), height: max(1, min(box.height, Self.unboundLimit))))
  }

  deinit {
    task?.cancel()
    for stay in stays { stay.task?.cancel() }
  }

  /// Whether a transfer or a decode is under way for it.
  var isRunning: Bool { task != nil }

  // MARK: Loading

  /// Looks whether the memory cache has the picture as it would be loaded.
  func lookUp() {
    guard !isLoaded, case .image(let url) = source, let image = pipeline.cachedImage(for: request(url, nil))
    else { return }
    self.image = image
    end(.loaded(image.info.displaySize))
  }

  /// The ad has been handed over.
  func activate() {
    isActive = true
    startIfWanted()
  }

  /// A failed asset is to be loaded once more: in a later turn, so that a program that retries whenever it is told of a
  /// failure does not go round for ever in this one.
  func retry() { startSoon() }

  /// Nobody wants it any more, for now. That is no failure: it begins anew when a view comes.
  func pause() {
    guard let task = task.take() else { return }
    task.cancel()
    preview = nil
    #if MUTANTS
      if Mutant.failsWhenCancelled.isOn { end(.failed(.missingAsset, url: nil)) }
    #endif
  }

  /// Starts in a later turn, so that all the program says of its view in this one counts.
  private func startSoon() {
    guard isActive, !isStarting, task == nil else { return }
    isStarting = true
    pipeline.mainScheduler.enqueue { [weak self] in
      guard let self else { return }
      isStarting = false
      startIfWanted()
    }
  }

  private func startIfWanted() {
    guard isActive, task == nil, image == nil, let ad, ad.loadingState(of: type) != .failed, ad.wants(self) else {
      return
    }
    switch source {
    case .unavailable(let reason, let url): end(.failed(reason, url: url))
    case .image(let url):
      let target = stays.lazy.compactMap(\.target).first
      var hasEnded = false
      let task = pipeline.load(request(url, target)) { [weak self] event in
        switch event {
        case .finished, .failed: hasEnded = true
        default: break
        }
        self?.take(event)
      }
      if !hasEnded { self.task = task }
    }
  }

  private func request(_ url: String, _ target: DecodeTarget?) -> MediaRequest {
    var request = MediaRequest(url: url, target: target ?? preferredTarget)
    request.priority = stays.isEmpty ? .normal : .high
    request.makesPreviews = stays.contains { stay in
      if case .preview? = stay.slot?.placeholderView?.content { true } else { false }
    }
    return request
  }

  private func take(_ event: MediaEvent) {
    switch event {
    case .progress: break
    case .size(let info): ad?.asset(self, .size(info.displaySize))
    case .preview(let preview):
      self.preview = preview
      for stay in stays { stay.slot?.show(preview, for: stay.occupancy) }
    case .finished(let image):
      task = nil
      preview = nil
      self.image = image
      for index in stays.indices { show(image, at: index) }
      end(.loaded(image.info.displaySize))
    case .failed(let error):
      task = nil
      // A picture that was there once and has been dropped is that view's loss alone.
      end(.failed(.media(error), url: error.url))
    }
  }

  private func end(_ event: Event) {
    guard !isLoaded else { return }
    if case .loaded = event { isLoaded = true }
    ad?.asset(self, event)
  }

  // MARK: Views

  /// A slot begins to show the asset: at once what is there, all else as it comes.
  func bind(_ slot: MediaSlot, contentMode: ContentFit) {
    let occupancy = slot.occupy()
    let target = slot.display?.pixelSize.flatMap { $0.isValid ? DecodeTarget(size: $0, fit: contentMode) : nil }
    stays.append(Stay(slot: slot, occupancy: occupancy, target: target))
    if image == nil, case .image(let url) = source, let cached = pipeline.cachedImage(for: request(url, target)) {
      // In this turn, without a flash; a transfer that runs for it is not needed any more.
      task.take()?.cancel()
      image = cached
      show(cached, at: stays.count - 1)
      end(.loaded(cached.info.displaySize))
    } else if let image {
      show(image, at: stays.count - 1)
    } else {
      slot.show(.empty, for: occupancy)
      if let preview { slot.show(preview, for: occupancy) }
      startSoon()
    }
  }

  /// A slot shows the asset no more.
  func unbind(_ slot: MediaSlot) {
    for stay in stays where stay.slot === slot { stay.task?.cancel() }
    stays.removeAll { $0.slot == nil || $0.slot === slot }
  }

  /// Whether a slot shows it.
  var isShown: Bool { stays.contains { $0.slot != nil } }

  /// Lets go of the picture where no slot shows it; it comes back when one does.
  func dropUnshown() {
    if isLoaded, !isShown { image = nil }
  }

  private func show(_ image: MediaImage, at index: Int) {
    let stay = stays[index]
    guard let slot = stay.slot else { return }
    slot.show(.image(image), for: stay.occupancy)
    // Decoded for another view, or for none: where this one has more pixels than that, and the file too, it gets its own.
    guard case .image(let url) = source, let target = stay.target, stay.task == nil,
      Self.needsMore(than: image, for: target)
    else { return }
    stays[index].task = pipeline.load(request(url, target)) { [weak slot] event in
      if case .finished(let larger) = event { slot?.show(.image(larger), for: stay.occupancy) }
    }
  }

  private static func needsMore(than image: MediaImage, for target: DecodeTarget) -> Bool {
    let full = image.info.displaySize
    let shown = image.size
    let lacksPixels =
      target.fit == .contain
      ? shown.width < target.size.width && shown.height < target.size.height
      : shown.width < target.size.width || shown.height < target.size.height
    return lacksPixels && shown.width < full.width && shown.height < full.height
  }
}
