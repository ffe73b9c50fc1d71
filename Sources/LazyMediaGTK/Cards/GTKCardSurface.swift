#if GTK
  public import CGTK
  public import NativeAds

  /// A card of GTK widgets: labels, a button, two areas for pictures. They are made when a card first needs them, and stay:
  /// the next card changes what they show and where they stand.
  ///
  /// Screen readers find the title as a heading, the pictures under the title's name, and the AdChoices mark as
  /// "Advertisement"; what is decoration they do not find.
  @MainActor public final class GTKCardSurface: CardSurface {
    /// Shows the main media.
    public let media = GTKMediaDisplay()
    /// Shows the icon.
    public let icon = GTKMediaDisplay()
    /// See ``CardSurface/mediaDisplay``.
    public var mediaDisplay: any MediaDisplay { media }
    /// See ``CardSurface/iconDisplay``.
    public var iconDisplay: any MediaDisplay { icon }
    /// Called when the button was clicked.
    public var clickHandler: (@MainActor () -> Void)?
    /// Widgets made so far: as many as one card ever needed.
    public private(set) var widgetCount = 3

    /// An element of the card: a filled shape, a widget, or a widget that stands on one.
    private struct Part {
      let frame: LayoutRect
      var fill: CardColor?
      var cornerRadius = 0.0
      var widget: UnsafeMutablePointer<GtkWidget>?
      /// That of the widget, where it is one.
      var label: CardLabel?
    }

    private let area = AreaWidget(role: GTK_ACCESSIBLE_ROLE_GROUP)
    private var labels: [CardElement.Role: [CardLabel]] = [:]
    private var button: CardButton?
    private var mark: AdChoicesMark?
    private var card: Card?
    /// The hindmost first.
    private var parts: [Part] = []

    /// Creates an empty surface.
    public init() {
      _ = CardTheme.shared
      gtk_widget_add_css_class(area.widget, "lazymedia-card")
      for display in [media, icon] {
        display.ground = .placeholder
        add(display.widget)
      }
      area.onAllocate = { [weak self] _ in self?.placeAll() }
      area.drawsChildren = true
      area.onSnapshot = { [weak self] snapshot, _ in self?.draw(on: snapshot) }
    }

    isolated deinit {
      while let child = gtk_widget_get_first_child(area.widget) { gtk_widget_unparent(child) }
    }

    /// The widget, to be put into the program's own. It asks for the size of the card.
    public var widget: UnsafeMutablePointer<GtkWidget> { area.widget }

    // MARK: CardSurface

    /// See ``CardSurface/show(_:)``.
    public func show(_ card: Card?) {
      guard card != self.card else { return }
      self.card = card
      guard let card else {
        // What it showed stays measured: a cell that is given up is used again soon.
        gtk_widget_set_child_visible(area.widget, 0)
        return
      }
      gtk_widget_set_child_visible(area.widget, 1)
      let former = parts.compactMap(\.widget)
      parts = []
      var used: [CardElement.Role: Int] = [:]
      for element in card.elements { place(element, card, &used) }
      hide(former)
      area.size = card.size
      gtk_widget_queue_allocate(area.widget)
      area.redraw()
    }

    private func place(_ element: CardElement, _ card: Card, _ used: inout [CardElement.Role: Int]) {
      var part = Part(frame: element.frame, cornerRadius: element.cornerRadius)
      switch element.content {
      case .fill(let color): part.fill = color
      case .picture(let mode):
        guard let display = display(for: element.role) else { return }
        display.contentMode = mode
        display.cornerRadius = element.cornerRadius
        display.size = element.frame.size
        let title = card.title
        display.accessibleName = element.role == .icon ? title.map { "Icon: \($0)" } : title
        part.widget = display.widget
      case .text(let text, _) where element.role == .callToAction:
        let button = button ?? makeButton()
        button.show(text, in: element.frame, card.direction)
        part.widget = button.widget
      case .text(let text, let ground):
        let index = used[element.role, default: 0]
        used[element.role] = index + 1
        let label = label(element.role, index)
        label.show(text, isOnGround: ground != nil, card.direction)
        part.fill = ground
        part.widget = label.widget
        part.label = label
      case .adChoicesMark: part.widget = (mark ?? makeMark()).widget
      }
      parts.append(part)
    }

    private func hide(_ former: [UnsafeMutablePointer<GtkWidget>]) {
      let shown = Set(parts.compactMap(\.widget))
      for widget in former where !shown.contains(widget) { gtk_widget_set_child_visible(widget, 0) }
      for widget in shown where gtk_widget_get_child_visible(widget) == 0 {
        gtk_widget_set_child_visible(widget, 1)
      }
    }

    private func display(for role: CardElement.Role) -> GTKMediaDisplay? {
      switch role {
      case .media: media
      case .icon: icon
      default: nil
      }
    }

    private func label(_ role: CardElement.Role, _ index: Int) -> CardLabel {
      if let labels = labels[role], index < labels.count { return labels[index] }
      let label = CardLabel(role: role == .title ? GTK_ACCESSIBLE_ROLE_HEADING : GTK_ACCESSIBLE_ROLE_LABEL)
      labels[role, default: []].append(label)
      add(label.widget)
      widgetCount += 1
      return label
    }

    private func makeButton() -> CardButton {
      let made = CardButton { [weak self] in self?.clickHandler?() }
      button = made
      add(made.widget)
      widgetCount += 2
      return made
    }

    private func makeMark() -> AdChoicesMark {
      let made = AdChoicesMark()
      mark = made
      add(made.widget)
      widgetCount += 1
      return made
    }

    private func add(_ child: UnsafeMutablePointer<GtkWidget>) {
      gtk_widget_set_child_visible(child, 0)
      gtk_widget_set_parent(child, area.widget)
    }

    // MARK: Drawing

    private func placeAll() {
      for part in parts {
        guard let widget = part.widget else { continue }
        area.place(widget, in: part.label?.place(in: part.frame) ?? part.frame)
      }
    }

    private func draw(on snapshot: OpaquePointer) {
      for part in parts {
        if let color = part.fill {
          snapshot.fill(part.frame, radius: part.cornerRadius, with: area.color(color))
        }
        if let widget = part.widget { gtk_widget_snapshot_child(area.widget, widget, snapshot) }
      }
    }
  }

  extension AreaWidget {
    /// A color of the theme, or of the program's own style sheet.
    func color(_ color: CardColor) -> GdkRGBA {
      var value = GdkRGBA()
      let context = gtk_widget_get_style_context(widget)
      if gtk_style_context_lookup_color(context, CardTheme.name(of: color), &value) != 0 { return value }
      return GdkRGBA(CardTheme.shared.palette[color])
    }
  }

  extension Card {
    /// What the title says.
    fileprivate var title: String? {
      for element in elements where element.role == .title {
        if case .text(let text, _) = element.content { return text.string }
      }
      return nil
    }
  }
#endif
