import NativeAds

/// A view of the simulated program, and which ad it must be bound to.
@MainActor final class ViewHost {
  /// What the program's removal handler does.
  enum Handler: Int { case none, immediate, late, never, twice }

  unowned let world: World
  let name: String
  private(set) var view: NativeAdView?
  private(set) weak var weakView: NativeAdView?
  private(set) var areas = PerAsset<Area?>(nil)
  let removesPerAsset: Bool
  let hasFailurePlaceholder: Bool
  let handler: Handler
  private(set) var bound: AdHost?
  /// Whose ads are shown, one after another; the binder keeps the unit.
  private(set) var followed: UnitHost?
  private var binder: NativeAdViewBinder?
  private var title = ""

  init(world: World, name: String, bits: UInt32) {
    self.world = world
    self.name = name
    var choices = Choices(bits)
    let hasMedia = choices.happens(14)
    let hasIcon = choices.happens(13)
    removesPerAsset = choices.happens(6)
    hasFailurePlaceholder = choices.happens(5)
    handler =
      [.none, .none, .immediate, .late, .late, .late, .late, .never, .twice, .late][choices.below(10)]
    let timeout: Duration? = choices.happens(5) ? .milliseconds(500) : nil
    func area(_ type: MediaAssetType, _ exists: Bool) -> (Area, MediaView)? {
      let sizes = [
        nil, PixelSize(width: 3, height: 3), PixelSize(width: 8, height: 4), PixelSize(width: 64, height: 64),
        PixelSize(width: 0, height: 0),
      ]
      let size = sizes[choices.below(5)]
      guard exists else { return nil }
      let area = Area(world: world, name: "\(name)'s \(type)", pixelSize: size)
      area.removalTimeout = timeout
      let mediaView = MediaView(display: area, pipeline: world.pipeline)
      area.slot = mediaView.slot
      mediaView.contentMode = ContentFit.allCases[choices.below(4)]
      return (area, mediaView)
    }
    let media = area(.media, hasMedia)
    let icon = area(.icon, hasIcon)
    areas.media = media?.0
    areas.icon = icon?.0
    for area in allAreas { area.removesPerAsset = removesPerAsset }
    let view = NativeAdView(mediaView: media?.1, iconView: icon?.1)
    view.placeholderRemoval = removesPerAsset ? .perAsset : .whenAllAreLoaded
    view.placeholderRemovalTimeout = timeout
    if handler != .none {
      view.placeholderWillRemoveHandler = { [unowned self] in remove($0, $1) }
    }
    if hasFailurePlaceholder {
      view.failurePlaceholder = { [unowned self] in fail($0, $1) }
    }
    self.view = view
    weakView = view
    binder = try? NativeAdViewBinder.Builder(view, required: [.title]).title { [weak self] in self?.title = $0
    }
    .build()
  }

  var allAreas: [Area] { [areas.media, areas.icon].compactMap(\.self) }

  // MARK: What the program does

  func bind(_ host: AdHost) {
    guard let view, let ad = host.ad ?? host.weakAd else { return }
    // Binding what is bound changes nothing, not even that a unit is followed.
    if bound !== host || !isFit(host) { stopFollowing() }
    expect(host)
    let report = view.bind(ad)
    if isFit(host) != (report.error == nil) {
      world.report(.rendering, "\(name) and ad \(host.number): \(report.error.map { "\($0)" } ?? "no error")")
    }
    for type in MediaAssetType.allCases where bound === host { checkFlash(type) }
  }

  /// Shows a unit's ad, and those that take its place.
  func follow(_ unitHost: UnitHost) {
    guard let binder, let unit = unitHost.unit else { return }
    world.log.note(29, 0, "  \(name) follows \(unitHost.name)")
    if followed === unitHost { return binder.bind(unit) }
    // An ad for one view at a time is for one that follows.
    if unitHost.form.bindsExclusively { for other in unitHost.followers { other.unbind() } }
    stopFollowing()
    followed = unitHost
    unitHost.followers.append(self)
    if let host = unitHost.current { expect(host) } else { vacate() }
    binder.bind(unit)
  }

  private func isFit(_ host: AdHost) -> Bool { host.spec.hasMediaView == (areas.media != nil) }

  /// The ad is about to be bound.
  func expect(_ host: AdHost) {
    guard let view else { return }
    let isFit = isFit(host)
    if bound !== host {
      vacate()
      if isFit {
        host.expectBinding(to: self)
        bound = host
        if view.isInWindow { host.latch() }
        for type in MediaAssetType.allCases {
          guard let area = areas[type], host.spec.has(type) else { continue }
          area.occupant = .ad(host, type)
          area.failuresBefore = host.spec.picture(of: type).map { world.foundFailures($0) } ?? 0
        }
      }
    }
    world.log.note(4, host.number, "  \(name) is bound to ad \(host.number)")
    if !isFit { host.refusals += 1 }
  }

  func attach() {
    bound?.latch()
    view?.attach(to: world.window)
  }

  func unbind() {
    stopFollowing()
    vacate()
    world.log.note(5, 0, "  \(name) is unbound")
    view?.unbind()
  }

  func drop() {
    let wasBound = bound != nil
    vacate()
    world.log.note(6, 0, "  \(name) is dropped")
    stopFollowing()
    binder = nil
    view = nil
    if wasBound { for area in allAreas { area.check() } }
    areas = PerAsset(nil)
  }

  /// Another view takes the ad.
  func leave() {
    stopFollowing()
    vacate()
  }

  private func stopFollowing() {
    followed?.followers.removeAll { $0 === self }
    followed = nil
  }

  /// What must be so once the view has given up its ad. What the program shows in a view that has none stays.
  func vacate() {
    guard let bound else { return }
    bound.forget(self)
    self.bound = nil
    for area in allAreas { area.vacate() }
  }

  func showPlaceholder(_ type: MediaAssetType) {
    guard let view else { return }
    let area = areas[type]
    if bound != nil { area?.put(nil) }
    world.log.note(7, 0, "  \(name) puts a placeholder over its \(type)")
    let configure: @MainActor (PlaceholderView) -> Void = { [weak area] in
      $0.content = .color(PixelColor(red: 1, green: 2, blue: 3, alpha: 4))
      area?.put($0)
    }
    switch type {
    case .media: view.mediaView?.showPlaceholder(configure)
    case .icon: view.showIconPlaceholder(configure)
    }
  }

  func removePlaceholders() {
    expectRemoval()
    world.log.note(8, 0, "  \(name) removes its placeholders")
    view?.removePlaceholders()
  }

  /// Something else is shown in an area of the view.
  func take(_ type: MediaAssetType, for picture: Int?) {
    guard let view, let area = areas[type],
      let slot = type == .media ? view.mediaView?.slot : view.iconView?.slot
    else { return }
    world.load(picture, in: slot, area)
  }

  /// The toolkit makes the area anew.
  func replaceDisplay(_ type: MediaAssetType) {
    guard let area = areas[type], let mediaView = type == .media ? view?.mediaView : view?.iconView else {
      return
    }
    mediaView.display = nil
    area.forget()
    mediaView.display = area
  }

  // MARK: What must happen

  func expectRemoval() {
    for area in allAreas { area.remove(hasHandler: handler != .none) }
  }

  func expectLoaded(_ type: MediaAssetType) {
    if removesPerAsset { areas[type]?.remove(hasHandler: handler != .none) }
  }

  func expectFailed(_ type: MediaAssetType) {
    guard hasFailurePlaceholder, let area = areas[type] else { return }
    area.put(nil)
    area.isFailureDue = true
  }

  // MARK: What the view calls

  private func remove(_ placeholder: PlaceholderView, _ remove: @escaping @MainActor () -> Void) {
    guard let area = allAreas.first(where: { $0.placeholder === placeholder }) else {
      return world.report(.placeholders, "\(name) has a handler called for a placeholder that is not there")
    }
    if !area.isHandlerDue { bound?.expectRemovalAtStart() }
    guard area.isHandlerDue else {
      return world.report(.placeholders, "\(area.name): a handler was asked to remove it without a cause")
    }
    if area === areas.icon, areas.media?.isHandlerDue == true, !removesPerAsset {
      world.report(.placeholders, "\(name) removes its icon's placeholder first")
    }
    area.isHandlerDue = false
    world.log.note(9, handler.rawValue, "    \(area.name): its handler is called, \(handler)")
    let end: @MainActor () -> Void = { [weak area] in
      area?.finishRemoval(of: placeholder)
      remove()
    }
    switch handler {
    case .none, .never: break
    case .immediate: end()
    case .late: world.lateRemovals.append(end)
    case .twice:
      end()
      end()
    }
  }

  private func fail(_ placeholder: PlaceholderView, _ type: MediaAssetType) {
    guard let area = areas[type], area.isFailureDue else {
      return world.report(.placeholders, "\(name) has a placeholder for a failure without a cause")
    }
    area.put(placeholder)
  }

  // MARK: Checks

  func check() {
    for area in allAreas { area.check() }
    guard let view else { return }
    if view.nativeAd !== bound?.weakAd || (bound == nil) != (view.nativeAd == nil) {
      world.report(.rendering, "\(name) must \(bound == nil ? "not " : "")show an ad")
    }
    for type in MediaAssetType.allCases { checkFlash(type) }
    let expected = bound.map { AdSpec.title(of: $0.linkNumber) } ?? ""
    if title != expected { world.report(.rendering, "\(name) has the title \(title), not \(expected)") }
    if binder?.unit !== followed?.unit { world.report(.rendering, "\(name) follows another unit") }
  }

  private func checkFlash(_ type: MediaAssetType) {
    guard let area = areas[type], case .ad(let host, _) = area.occupant, host.weakAd?.image(of: type) != nil
    else { return }
    if area.shown == .nothing {
      world.report(.noFlash, "\(area.name) of ad \(host.number) is there and not shown")
    }
  }
}
