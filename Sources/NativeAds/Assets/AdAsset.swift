import LazyMedia

/// One asset of an ad: loads it once, for all the views that show it, and shows it in each of them.
///
/// It loads while somebody wants it. Given up by all, it stops, stays `.loading`, and begins anew when a view comes.
@MainActor final class AdAsset {
  /// Where the asset comes from.
  enum Source {
    /// A picture.
    case image(url: String)
    /// A video, loaded whole once a view that shows it hangs in a window.
    case video(url: String)
    /// It cannot be loaded.
    case unavailable(MediaAssetError.Reason, url: String?)
  }

  /// What has been loaded.
  enum Content {
    case image(MediaImage)
    case video(MediaFile)

    /// The size of the file, in pixels, as displayed.
    var size: PixelSize {
      switch self {
      case .image(let image): image.info.displaySize
      case .video(let file): file.info.size
      }
    }
  }

  /// What has become of the asset, for the ad.
  enum Event {
    /// The head of the file tells its size, in pixels, as displayed.
    case size(PixelSize)
    /// It is there; what its file is.
    case loaded(Content)
    case failed(MediaAssetError.Reason, url: String?)
  }

  /// A slot that shows the asset.
  private struct Stay {
    weak var slot: MediaSlot?
    let occupancy: MediaSlot.Occupancy
    let target: DecodeTarget?
    /// Loads a larger picture for this slot alone.
    var task: MediaTask?

    func isSame(as other: Stay) -> Bool { slot === other.slot && occupancy == other.occupancy }
  }

  /// A load under way.
  private enum Loading {
    case image(MediaTask)
    case video(MediaFileTask)

    func cancel() {
      switch self {
      case .image(let task): task.cancel()
      case .video(let task): task.cancel()
      }
    }
  }

  let type: MediaAssetType
  let source: Source
  /// What has been loaded, while it is kept.
  private(set) var content: Content?
  /// What the picture was decoded for.
  private var contentTarget: DecodeTarget?
  /// Whether the ad has been handed over, so that loading may begin.
  private(set) var isActive = false

  private let pipeline: MediaPipeline
  private let maximumBytes: Int
  private let setting: NativeAdRenderingSetting
  private let preferredTarget: DecodeTarget
  /// Whose asset it is; told of what becomes of it.
  weak var ad: NativeAd?
  private var stays: [Stay] = []
  private var task: Loading?
  private var preview: MediaPreview?
  private var isLatched = false
  private var isLoaded = false
  private var isStarting = false

  /// Pictures that no view has claimed are decoded at most so wide and high, in pixels.
  private static let unboundLimit = 1_280
  /// Pictures are decoded for areas of at most so many pixels a side: squared, the default limit of a decode.
  private static let areaLimit = 8_000

  /// - Parameter preferredSize: what the response says, in pixels; `nil` where it says nothing.
  init(
    _ type: MediaAssetType, source: Source, preferredSize: PixelSize?, pipeline: MediaPipeline,
    options: NativeAdOptions
  ) {
    self.type = type
    self.source = source
    self.pipeline = pipeline
    maximumBytes = options.maximumMediaBytes
    setting = options.renderingSetting
    let box = preferredSize ?? PixelSize(width: Self.unboundLimit, height: Self.unboundLimit)
    preferredTarget = DecodeTarget(
      size: PixelSize(
        width: max(1, min(box.width, Self.unboundLimit)), height: max(1, min(box.height, Self.unboundLimit))))
  }

  deinit {
    task?.cancel()
    for stay in stays { stay.task?.cancel() }
  }

  // MARK: Loading

  /// Looks whether the memory cache has the picture as it would be loaded.
  func lookUp() {
    guard !isLoaded, case .image(let url) = source, let image = pipeline.cachedImage(for: request(url, nil))
    else { return }
    finish(.image(image), for: preferredTarget)
  }

  /// The ad has been handed over.
  func activate() {
    isActive = true
    startIfWanted()
  }

  /// A failed asset is to be loaded once more: in a later turn, so that a program that retries whenever it is told of a
  /// failure does not go round for ever in this one.
  func retry() { startSoon() }

  /// A view has come, which does not show the asset: it may be wanted all the same.
  func resume() { startSoon() }

  /// Nobody wants it any more, for now. That is no failure: it begins anew when a view comes.
  func pause() {
    guard let task = task.take() else { return }
    task.cancel()
    preview = nil
    #if MUTANTS
      if Mutant.failsWhenCancelled.isOn { fail(.missingAsset, url: nil) }
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
    guard isActive, task == nil, content == nil, let ad, ad.loadingState(of: type) != .failed, ad.wants(self)
    else {
      return
    }
    switch source {
    case .unavailable(let reason, let url): fail(reason, url: url)
    case .image(let url):
      let target = stays.lazy.compactMap(\.target).first
      var hasEnded = false
      let task = pipeline.load(request(url, target)) { [weak self] event in
        switch event {
        case .finished, .failed: hasEnded = true
        case .size, .progress, .preview: break
        }
        self?.take(event, target ?? self?.preferredTarget)
      }
      if !hasEnded { self.task = .image(task) }
    case .video(let url):
      guard isLatched else { return }
      var hasEnded = false
      let task = pipeline.loadFile(fileRequest(url)) { [weak self] event in
        if case .progress = event { return }
        hasEnded = true
        self?.take(event)
      }
      if !hasEnded { self.task = .video(task) }
    }
  }

  /// A video may load from now on: a view that shows it has come into a window, or nobody waits for that. Idempotent.
  func latch() {
    isLatched = true
    startSoon()
  }

  private func fileRequest(_ url: String) -> MediaRequest {
    var request = MediaRequest(url: url)
    request.maximumBytes = maximumBytes
    request.keepsData = true
    return request
  }

  /// What is asked for when a view shows the asset in an area of so many pixels; `nil` where it is no picture.
  func request(area: PixelSize, contentMode: ContentFit) -> MediaRequest? {
    guard case .image(let url) = source else { return nil }
    return request(url, Self.target(for: area, contentMode))
  }

  private func request(_ url: String, _ target: DecodeTarget?) -> MediaRequest {
    var request = MediaRequest(url: url, target: target ?? preferredTarget)
    request.pixelFormat = setting.pixelFormat
    request.alphaMode = setting.alphaMode
    request.maximumBytes = maximumBytes
    request.keepsData = true
    request.priority = stays.isEmpty ? .normal : .high
    request.makesPreviews = stays.contains { stay in
      if case .preview? = stay.slot?.placeholderView?.content { true } else { false }
    }
    return request
  }

  private func take(_ event: MediaEvent, _ target: DecodeTarget?) {
    switch event {
    case .progress: break
    case .size(let info): ad?.asset(self, .size(info.displaySize))
    case .preview(let preview):
      self.preview = preview
      for stay in stays { stay.slot?.show(preview, for: stay.occupancy) }
    case .finished(let image): finish(.image(image), for: target)
    case .failed(let error): fail(error)
    }
  }

  private func take(_ event: MediaFileEvent) {
    switch event {
    case .progress: break
    case .finished(let file): finish(.video(file), for: nil)
    case .failed(let error): fail(error)
    }
  }

  private func finish(_ content: Content, for target: DecodeTarget?) {
    task = nil
    preview = nil
    self.content = content
    contentTarget = target
    let waiting = isLoaded ? stays.filter { $0.slot?.isAwaiting ?? false } : []
    // What a display does may change which slots show the asset.
    for stay in stays { show(content, in: stay) }
    // The ad tells of an asset once. Where it was dropped and is back, views hear that from here.
    for stay in waiting {
      if let slot = stay.slot, slot.owns(stay.occupancy) { ad?.assetReturned(type, in: slot) }
    }
    guard !isLoaded else { return }
    isLoaded = true
    ad?.asset(self, .loaded(content))
  }

  private func fail(_ error: MediaError) {
    task = nil
    fail(.media(error), url: error.url)
  }

  private func fail(_ reason: MediaAssetError.Reason, url: String?) {
    // A picture that was there once, and was dropped, is the view's loss alone that wants it back.
    if !isLoaded { ad?.asset(self, .failed(reason, url: url)) }
  }

  // MARK: Views

  /// A slot begins to show the asset: at once what is there, all else as it comes.
  func bind(_ slot: MediaSlot, contentMode: ContentFit) {
    let occupancy = slot.occupy()
    guard slot.owns(occupancy) else { return }
    let target = slot.display?.pixelSize.flatMap { Self.target(for: $0, contentMode) }
    let stay = Stay(slot: slot, occupancy: occupancy, target: target)
    stays.append(stay)
    if let content {
      show(content, in: stay)
    } else if ad?.loadingState(of: type) != .failed, case .image(let url) = source,
      let cached = pipeline.cachedImage(for: request(url, target))
    {
      // In this turn, without a flash; a transfer that runs for it is not needed any more.
      task.take()?.cancel()
      finish(.image(cached), for: target ?? preferredTarget)
    } else {
      // It may have been begun before anybody saw it.
      if case .image(let task)? = task, task.priority < .high { task.priority = .high }
      slot.show(.empty, for: occupancy)
      if let preview { slot.show(preview, for: occupancy) }
      startSoon()
    }
  }

  /// What to decode for an area; `nil` for one without pixels. An area beyond what may be decoded gets the largest of its
  /// aspect that may.
  private static func target(for area: PixelSize, _ contentMode: ContentFit) -> DecodeTarget? {
    guard area.isValid else { return nil }
    let scale = min(1, Double(areaLimit) / Double(max(area.width, area.height)))
    let size = PixelSize(
      width: max(1, Int(Double(area.width) * scale)), height: max(1, Int(Double(area.height) * scale)))
    return DecodeTarget(size: size, fit: contentMode)
  }

  /// A slot shows the asset no more.
  func unbind(_ slot: MediaSlot) {
    for stay in stays where stay.slot === slot { stay.task?.cancel() }
    stays.removeAll { $0.slot == nil || $0.slot === slot }
  }

  /// Whether a slot shows it.
  var isShown: Bool { stays.contains { $0.slot != nil } }

  /// Lets go of the pixels where no slot shows them; they come back when one does. A video is kept, as it is encoded.
  func dropUnshown() {
    if case .image? = content, !isShown { content = nil }
  }

  private func show(_ content: Content, in stay: Stay) {
    guard let slot = stay.slot else { return }
    switch content {
    case .image(let image): show(image, in: slot, stay)
    case .video(let file): slot.show(.video(file), for: stay.occupancy)
    }
  }

  private func show(_ image: MediaImage, in slot: MediaSlot, _ stay: Stay) {
    guard case .image(let url) = source, let target = stay.target, !serves(image, target) else {
      return slot.show(.image(image), for: stay.occupancy)
    }
    // Decoded for another view, or for none: this one gets its own.
    if let own = pipeline.cachedImage(for: request(url, target)) {
      return slot.show(.image(own), for: stay.occupancy)
    }
    slot.show(.image(image), for: stay.occupancy)
    guard stays.contains(where: { $0.isSame(as: stay) && $0.task == nil }) else { return }
    let task = pipeline.load(request(url, target)) { [weak slot] event in
      if case .finished(let own) = event { slot?.show(.image(own), for: stay.occupancy) }
    }
    guard let index = stays.firstIndex(where: { $0.isSame(as: stay) }) else { return task.cancel() }
    stays[index].task = task
  }

  /// Whether the picture, decoded for whatever it was, is good enough for an area: the same part of the file, and as many
  /// pixels as the area shows, or as the file has.
  private func serves(_ image: MediaImage, _ target: DecodeTarget) -> Bool {
    if target == contentTarget { return true }
    let full = image.info.displaySize
    let shown = image.size
    if shown == full { return true }
    let isSamePart: Bool
    switch (contentTarget?.fit, target.fit) {
    case (_, .center), (.center, _): isSamePart = false
    case (.cover, .cover):
      isSamePart = contentTarget.map { Self.haveSameAspect($0.size, target.size) } ?? false
    // Of what was cut or stretched nothing may be missing.
    default: isSamePart = Self.haveSameAspect(shown, full)
    }
    guard isSamePart else { return false }
    let lacksPixels =
      target.fit == .contain
      ? shown.width < target.size.width && shown.height < target.size.height
      : shown.width < target.size.width || shown.height < target.size.height
    return !(lacksPixels && shown.width < full.width && shown.height < full.height)
  }

  /// Whether two sizes are the same but for scale, and for the rounding of the smaller one's sides to whole pixels.
  private static func haveSameAspect(_ first: PixelSize, _ second: PixelSize) -> Bool {
    let (small, large) = first.width < second.width ? (first, second) : (second, first)
    let height = Double(large.height) * Double(small.width) / Double(large.width)
    let width = Double(large.width) * Double(small.height) / Double(large.height)
    return abs(height - Double(small.height)) <= 1 || abs(width - Double(small.width)) <= 1
  }
}
