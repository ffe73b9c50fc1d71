#if GTK
  import CGTK
  public import NativeAds

  /// The colors of all cards of a program, as style sheet of GTK: ``CardPalette/light``, or ``CardPalette/dark`` while the
  /// program prefers a dark theme (`gtk-application-prefer-dark-theme`). Each color has a name, such as
  /// `lazymedia_secondaryText`, that the program's own style sheet can define anew.
  @MainActor public final class CardTheme {
    /// The theme.
    public static let shared = CardTheme()

    /// The colors of bright surroundings.
    public var light = CardPalette.light { didSet { load() } }
    /// The colors of dark ones.
    public var dark = CardPalette.dark { didSet { load() } }
    /// The colors now.
    public var palette: CardPalette { isDark ? dark : light }
    /// Whether the program prefers a dark theme. Setting it makes it do so.
    public var isDark: Bool {
      get { settings.map { $0.flag("gtk-application-prefer-dark-theme") } ?? false }
      set { settings?.setFlag("gtk-application-prefer-dark-theme", newValue) }
    }
    /// Called when ``palette`` has changed: what shows its colors by other means than the style sheet follows it.
    public var onChange: (@MainActor () -> Void)?

    private let provider = gtk_css_provider_new()
    private let settings = gtk_settings_get_default().map { UnsafeMutableRawPointer($0) }

    private init() {
      if let display = gdk_display_get_default() {
        gtk_style_context_add_provider_for_display(
          display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION - 1))
      }
      settings?.onObjectSignal("notify::gtk-application-prefer-dark-theme") { [weak self] _ in self?.load() }
      load()
    }

    private func load() {
      let sheet = Self.sheet(palette)
      gtk_css_provider_load_from_data(provider, sheet, gssize(sheet.utf8.count))
      onChange?()
    }

    static func name(of color: CardColor) -> String { "lazymedia_\(color.rawValue)" }

    private static func sheet(_ palette: CardPalette) -> String {
      var lines = CardColor.allCases.map { color in
        let value = palette[color]
        let alpha = Double(value.alpha) / 255
        return "@define-color \(name(of: color)) rgba(\(value.red),\(value.green),\(value.blue),\(alpha));"
      }
      lines += CardColor.allCases.map { ".lazymedia-\($0.rawValue) { color: @\(name(of: $0)); }" }
      lines.append(rules)
      return lines.joined(separator: "\n")
    }

    /// A card takes the color of texts, though it has none itself: GTK redraws what has changed its color.
    private static let rules = """
      .lazymedia-card { color: @lazymedia_text; }
      .lazymedia-button {
        min-width: 0; min-height: 0; padding: 0 2px; margin: 0; border: none; border-radius: 8px; box-shadow: none;
        background-image: none; background-color: @lazymedia_accent; color: @lazymedia_onAccent; text-shadow: none;
      }
      .lazymedia-button:hover { background-color: mix(@lazymedia_accent, @lazymedia_text, 0.12); }
      .lazymedia-button:active { background-color: mix(@lazymedia_accent, @lazymedia_text, 0.25); }
      .lazymedia-button:focus-visible { outline: 2px solid @lazymedia_text; outline-offset: 1px; }
      .lazymedia-list, .lazymedia-list > row, .lazymedia-list > child {
        background: @lazymedia_background; padding: 0; margin: 0; border: none; box-shadow: none;
      }
      .lazymedia-list > row:focus-visible, .lazymedia-list > child:focus-visible { outline: none; }
      """
  }

  extension UnsafeMutableRawPointer {
    /// A property of an object that is true or false.
    func flag(_ name: String) -> Bool {
      var value = GValue()
      g_value_init(&value, GType(5 << 2))
      g_object_get_property(assumingMemoryBound(to: GObject.self), name, &value)
      defer { g_value_unset(&value) }
      return g_value_get_boolean(&value) != 0
    }

    func setFlag(_ name: String, _ flag: Bool) {
      var value = GValue()
      g_value_init(&value, GType(5 << 2))
      g_value_set_boolean(&value, flag ? 1 : 0)
      g_object_set_property(assumingMemoryBound(to: GObject.self), name, &value)
      g_value_unset(&value)
    }
  }
#endif
