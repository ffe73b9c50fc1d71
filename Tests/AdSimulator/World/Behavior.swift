import NativeAds

/// What the simulated program does inside of callbacks.
struct Behavior {
  enum AtReceive: Int { case bind, bindAndCover, nothing, bindTwice }
  enum AtEvent: Int {
    case nothing, coverOnChange, coverOnFailure, coverOnLoad, uncover, unbindOnChange, rebindOnChange,
      retryOnChange
    case retryOnFailure, dropOnEnd, warnOnChange, coverOnRender
  }

  var atReceive = AtReceive.bindAndCover
  var atEvent = AtEvent.nothing
  /// Which view.
  var view = 0

  init() {}

  init(_ bits: UInt32) {
    var choices = Choices(bits)
    atReceive = [.bind, .bindAndCover, .bindAndCover, .nothing, .bindTwice][choices.below(5)]
    atEvent = AtEvent(rawValue: choices.below(12)) ?? .nothing
    view = choices.below(UInt64(World.viewCount))
  }
}

extension World {
  func received(_ host: AdHost) {
    actions += 1
    let view = views[(behavior.view + host.number) % views.count]
    switch behavior.atReceive {
    case .nothing: break
    case .bind: view.bind(host)
    case .bindTwice:
      view.bind(host)
      views[(behavior.view + host.number + 1) % views.count].bind(host)
    case .bindAndCover:
      view.bind(host)
      cover(view, host)
    }
  }

  private func cover(_ view: ViewHost, _ host: AdHost) {
    for type in MediaAssetType.allCases where host.ad?.loadingState(of: type) == .loading {
      view.showPlaceholder(type)
    }
  }

  func told(_ host: AdHost, _ type: MediaAssetType, _ state: MediaLoadingState) {
    switch behavior.atEvent {
    case .coverOnChange: act { for view in host.views { view.showPlaceholder(type) } }
    case .unbindOnChange: act { host.views.first?.unbind() }
    case .rebindOnChange: act { rebind(host) }
    case .retryOnChange where state == .failed: act { host.retryAutomatically() }
    case .warnOnChange: act { pipeline.handleMemoryWarning() }
    default: break
    }
  }

  func loaded(_ host: AdHost) {
    switch behavior.atEvent {
    case .coverOnLoad: act { for view in host.views { view.showPlaceholder(.media) } }
    case .uncover: act { for view in host.views { view.removePlaceholders() } }
    case .dropOnEnd: act { host.dropAd() }
    default: break
    }
  }

  func failed(_ host: AdHost, _ type: MediaAssetType) {
    switch behavior.atEvent {
    case .coverOnFailure: act { for view in host.views { view.showPlaceholder(type) } }
    case .uncover: act { for view in host.views { view.removePlaceholders() } }
    case .retryOnFailure: act { host.retryAutomatically() }
    case .dropOnEnd: act { host.dropAd() }
    default: break
    }
  }

  func rendered(_ host: AdHost) {
    if case .coverOnRender = behavior.atEvent { act { for view in host.views { cover(view, host) } } }
  }

  private func rebind(_ host: AdHost) {
    guard let other = ads.last(where: { $0 !== host && $0.ad != nil }), let view = host.views.first else {
      return
    }
    view.bind(other)
  }

  private func act(_ body: () -> Void) {
    actions += 1
    body()
  }
}
