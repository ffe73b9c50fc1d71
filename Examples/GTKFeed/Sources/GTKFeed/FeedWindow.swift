import LazyMediaGTK
import OriginServer
import SampleFeed

/// The window: a bar with a title and a button for light and dark, and the feed below.
@MainActor final class FeedWindow {
  let list: NativeAdListView<FeedRenderer>
  let widget: UnsafeMutablePointer<GtkWidget>
  let options: FeedOptions
  var onClose: (@MainActor () -> Void)?

  private let pipeline: MediaPipeline
  private let title = gtk_label_new("Lakeside Feed")
  private let subtitle = gtk_label_new("")

  init(_ options: FeedOptions, pipeline: MediaPipeline) {
    self.options = options
    self.pipeline = pipeline
    list = NativeAdListView(
      renderer: FeedRenderer(look: options.look, hasStrips: options.hasStrips),
      arrangement: options.look == .circular
        ? .horizontal : options.columns > 1 ? .grid(columns: options.columns) : .vertical,
      pipeline: pipeline)
    widget = gtk_window_new()
    let window = widget.as(GtkWindow.self)
    gtk_window_set_title(window, "GTKFeed")
    gtk_window_set_default_size(window, options.width, options.height)
    gtk_window_set_titlebar(window, makeBar())
    gtk_window_set_child(window, list.widget)
    list.onClick = { [weak self] ad, index, _ in
      ad.performClick()
      self?.tell("Clicked \(index): \(ad.link.url)")
    }
    list.onAdChoices = { [weak self] ad in
      ad.openPrivacyPage()
      self?.tell("AdChoices: \(ad.response.privacyURL ?? "")")
    }
    CardTheme.shared.onChange = { [weak self] in self?.list.reconfigure() }
    addKeys()
    addStyle()
    UnsafeMutableRawPointer(widget).on("close-request") { [weak self] in self?.onClose?() }
    gtk_window_present(window)
  }

  /// Makes the ads, which takes a moment, in turns of the loop; their pictures load as rows are seen.
  func load(_ feed: SampleFeed, on origin: OriginServer) {
    var adOptions = NativeAdOptions()
    adOptions.loadsUnboundAssets = false
    adOptions.renderingSetting.useLazyMediaLoading = true
    adOptions.renderingSetting.pixelFormat = .bgra8
    adOptions.renderingSetting.alphaMode = .premultiplied
    if options.isCheck || options.hasStrips { adOptions.linkOpener = NoLinkOpener() }
    Task { @MainActor [self, adOptions] in
      var pictures: FeedPictures?
      if let folder = options.pictures { pictures = await FeedPictures(folder: folder) }
      pictures?.serve(on: origin, count: feed.count, latency: options.latency)
      var ads: [NativeAd] = []
      for index in 0..<feed.count {
        let source = pictures?.source(of: index, in: feed) ?? feed.source(of: index)
        let loader = NativeAdLoader(source: source, options: adOptions, pipeline: pipeline)
        do { ads.append(try await loader.ad()) } catch { print("ad \(index): \(error)") }
        // A first screen at once, the rest when it is whole.
        if index == 12 { list.ads = ads }
      }
      list.ads = ads
      tell("\(ads.count) ads")
      gtk_widget_grab_focus(gtk_widget_get_first_child(list.widget))
    }
  }

  func tell(_ text: String) { gtk_label_set_text(OpaquePointer(subtitle), text) }

  private func makeBar() -> UnsafeMutablePointer<GtkWidget>? {
    let bar = gtk_header_bar_new()
    let texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
    for (label, style) in [(title, "title"), (subtitle, "subtitle")] {
      gtk_widget_add_css_class(label, style)
      gtk_label_set_ellipsize(OpaquePointer(label), PANGO_ELLIPSIZE_END)
      gtk_box_append(texts?.as(GtkBox.self), label)
    }
    gtk_header_bar_set_title_widget(OpaquePointer(bar), texts)
    let button = gtk_button_new_from_icon_name("weather-clear-night-symbolic")
    gtk_widget_set_tooltip_text(button, "Light or dark (D)")
    if let button { UnsafeMutableRawPointer(button).on("clicked") { CardTheme.shared.isDark.toggle() } }
    gtk_header_bar_pack_end(OpaquePointer(bar), button)
    return bar
  }

  /// The bar is of one piece with the feed.
  private func addStyle() {
    let sheet = """
      headerbar, window { background: @lazymedia_background; color: @lazymedia_text; }
      headerbar { border: none; box-shadow: none; min-height: 52px; }
      headerbar button { background: none; border: none; box-shadow: none; color: @lazymedia_text; }
      headerbar button:hover { background: @lazymedia_placeholder; }
      headerbar .title { font-size: 17px; font-weight: 700; }
      headerbar .subtitle { font-size: 12px; color: @lazymedia_secondaryText; }
      """
    let provider = gtk_css_provider_new()
    gtk_css_provider_load_from_data(provider, sheet, gssize(sheet.utf8.count))
    gtk_style_context_add_provider_for_display(
      gtk_widget_get_display(widget), OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
  }

  private func addKeys() {
    let controller = gtk_shortcut_controller_new()
    gtk_shortcut_controller_set_scope(controller, GTK_SHORTCUT_SCOPE_MANAGED)
    for (trigger, action) in [
      ("d|<Control>d", { @MainActor @Sendable in CardTheme.shared.isDark.toggle() }),
      ("<Control>q", { @MainActor @Sendable [weak self] in self?.onClose?() ?? () }),
    ] {
      let shortcut = gtk_shortcut_new(gtk_shortcut_trigger_parse_string(trigger), Callback.action(action))
      gtk_shortcut_controller_add_shortcut(controller, shortcut)
    }
    gtk_widget_add_controller(widget, controller)
  }
}
