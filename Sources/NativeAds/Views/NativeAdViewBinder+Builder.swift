public import LazyMedia

extension NativeAdViewBinder {
  /// Says where the parts of ads are shown, and makes the binder. Each part may have a function that handles clicks on it
  /// wholly; without one a click is performed.
  ///
  /// Displays are held weakly, functions are kept: let them capture weakly what holds the binder.
  @MainActor public struct Builder {
    /// What an ad must be shown with, unless ``build()`` is told otherwise: icon, main media, title, text and call to
    /// action.
    public nonisolated static var requiredByDefault: Set<NativeAdComponent> {
      [.media, .icon, .title, .body, .callToAction]
    }

    private let view: NativeAdView
    private let required: Set<NativeAdComponent>
    private var places = Places()

    /// Begins with a view, whose areas are those of icon and main media.
    /// - Parameter required: the parts without which there is no binder; an empty set requires none.
    public init(_ view: NativeAdView, required: Set<NativeAdComponent> = requiredByDefault) {
      self.view = view
      self.required = required
    }

    /// Shows the title.
    public func title(_ display: any TextDisplay, onClick: ClickHandler? = nil) -> Builder {
      adding(.title, .display(.init(display: display)), onClick)
    }

    /// Hands the title to a function.
    public func title(onClick: ClickHandler? = nil, show: @escaping @MainActor (String) -> Void) -> Builder {
      adding(.title, .function(show), onClick)
    }

    /// Shows the descriptive text.
    public func body(_ display: any TextDisplay, onClick: ClickHandler? = nil) -> Builder {
      adding(.body, .display(.init(display: display)), onClick)
    }

    /// Hands the descriptive text to a function.
    public func body(onClick: ClickHandler? = nil, show: @escaping @MainActor (String) -> Void) -> Builder {
      adding(.body, .function(show), onClick)
    }

    /// Shows the call to action.
    public func callToAction(_ display: any TextDisplay, onClick: ClickHandler? = nil) -> Builder {
      adding(.callToAction, .display(.init(display: display)), onClick)
    }

    /// Hands the call to action to a function.
    public func callToAction(
      onClick: ClickHandler? = nil, show: @escaping @MainActor (String) -> Void
    ) -> Builder {
      adding(.callToAction, .function(show), onClick)
    }

    /// Shows the advertiser.
    public func advertiser(_ display: any TextDisplay, onClick: ClickHandler? = nil) -> Builder {
      adding(.advertiser, .display(.init(display: display)), onClick)
    }

    /// Hands the advertiser to a function.
    public func advertiser(
      onClick: ClickHandler? = nil, show: @escaping @MainActor (String) -> Void
    ) -> Builder {
      adding(.advertiser, .function(show), onClick)
    }

    /// Shows the name of the profile.
    public func profileName(_ display: any TextDisplay, onClick: ClickHandler? = nil) -> Builder {
      adding(.profileName, .display(.init(display: display)), onClick)
    }

    /// Hands the name of the profile to a function.
    public func profileName(
      onClick: ClickHandler? = nil, show: @escaping @MainActor (String) -> Void
    ) -> Builder {
      adding(.profileName, .function(show), onClick)
    }

    /// Shows the logo of the profile in a slot, loaded by the slot's pipeline.
    /// - Parameter contentMode: how it fills the slot's display; `contain` by default.
    public func profileLogo(
      _ slot: MediaSlot, contentMode: ContentFit = .contain, onClick: ClickHandler? = nil
    ) -> Builder {
      var builder = handling(.profileLogo, onClick)
      builder.places.logo = (slot, contentMode)
      return builder
    }

    /// Handles clicks on the area of the main media.
    public func media(onClick: @escaping ClickHandler) -> Builder { handling(.media, onClick) }

    /// Handles clicks on the area of the icon.
    public func icon(onClick: @escaping ClickHandler) -> Builder { handling(.icon, onClick) }

    /// Makes the binder. What another binder of the view shows is given up.
    /// - Throws: ``NativeAdViewBinderError``, which names all parts that are required and not there.
    public func build() throws(NativeAdViewBinderError) -> NativeAdViewBinder {
      var present = places.components
      if view.area(for: .media) != nil { present.insert(.media) }
      if view.area(for: .icon) != nil { present.insert(.icon) }
      let missing = NativeAdComponent.allCases.filter { required.contains($0) && !present.contains($0) }
      guard missing.isEmpty else { throw .missingComponents(missing) }
      return NativeAdViewBinder(view, places)
    }

    private func adding(
      _ component: NativeAdComponent, _ place: TextPlace, _ onClick: ClickHandler?
    ) -> Builder {
      var builder = handling(component, onClick)
      builder.places.texts[component] = place
      return builder
    }

    private func handling(_ component: NativeAdComponent, _ onClick: ClickHandler?) -> Builder {
      var builder = self
      builder.places.clickHandlers[component] = onClick
      return builder
    }
  }
}
