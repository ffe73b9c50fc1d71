import Glibc
import LazyMediaGTK
import OriginServer
import SampleFeed

/// Looks at every frame: whether each row shows its own picture, how long the main thread worked, how much memory there is.
@MainActor final class FeedCheck {
  private let window: FeedWindow
  private let origin: OriginServer
  private let meter = FrameMeter()
  private var checked = 0
  private var wrong = 0
  private var unreadable = 0
  private var shown: Set<Int> = []
  private var seen: Set<Int> = []
  private var framesToStart = 10
  private var memory: [(row: Int, megabytes: Double)] = []

  /// Whether a picture was wrong, or pixels were copied.
  var hasFailed: Bool { wrong > 0 || unreadable > 0 || TextureCount.copiedBytes > 0 }

  init(_ window: FeedWindow, _ origin: OriginServer) {
    self.window = window
    self.origin = origin
  }

  func start(onEnd: @escaping @MainActor @Sendable () -> Void) {
    Callback.onUnixSignal(SIGUSR1) { [weak self] in self?.tellState() }
    Callback.onUnixSignal(SIGTERM, onEnd)
    // From here on it can be asked.
    tellState()
    guard let clock = gtk_widget_get_frame_clock(window.widget).map({ UnsafeMutableRawPointer($0) }) else {
      return
    }
    // Not every frame has all phases: painting begins when the last before it has ended.
    for phase in ["before-paint", "update"] {
      clock.on(phase, after: true) { [weak self] in self?.meter.phaseEnded() }
    }
    clock.on("layout", after: true) { [weak self] in self?.meter.layoutEnded() }
    clock.on("paint", after: true) { [weak self] in self?.meter.paintingEnded() }
    clock.on("after-paint", after: true) { [weak self] in self?.frameEnded() }
  }

  /// Frames count from when all ads are there and shown: the program has started.
  private func frameEnded() {
    meter.frameEnded()
    if framesToStart > 0 {
      meter.forget()
      if window.list.ads.count == window.options.rows { framesToStart -= 1 }
    }
    look()
    meter.begin()
  }

  private func look() {
    let cells = window.list.visibleCells
    for (index, cell) in cells {
      seen.insert(index)
      guard let surface = cell.surface as? GTKCardSurface else { continue }
      for display in [surface.media, surface.icon] {
        guard let pixels = display.shownPixels else { continue }
        checked += 1
        switch PictureCode.number(in: pixels) {
        case index: if display === surface.media { shown.insert(index) }
        case nil: unreadable += 1
        default: wrong += 1
        }
      }
    }
    if meter.frames.count % 8 == 0, let first = cells.first {
      memory.append((first.index, Self.residentMegabytes))
    }
  }

  private func tellState() {
    let cells = window.list.visibleCells
    let loaded = cells.count { ($0.cell.surface as? GTKCardSurface)?.media.shownPixels != nil }
    let covered = cells.count { ($0.cell.surface as? GTKCardSurface)?.media.hasPlaceholder == true }
    let checked = cells.count { shown.contains($0.index) }
    // Of the pictures that are on the screen, by that which was asked for most often.
    let statistics = origin.statistics
    let requests = cells.map { statistics.requests(for: "/feed/media/\($0.index).jpg") }.max() ?? 0
    let adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(window.list.widget))
    let offset = gtk_adjustment_get_value(adjustment).rounded()
    let first = cells.first?.index ?? -1
    let last = cells.last?.index ?? -1
    print(
      #"{"first":\#(first),"last":\#(last),"cells":\#(cells.count),"loaded":\#(loaded),"covered":\#(covered),"#
        + #""checked":\#(checked),"requests":\#(requests),"offset":\#(offset),"#
        + #""width":\#(gtk_widget_get_width(window.list.widget)),"textures":\#(Self.heldTextures),"#
        + #""texturesOnScreen":\#(texturesOnScreen),"ads":\#(window.list.ads.count)}"#)
    fflush(nil)
  }

  func report() {
    func line(_ name: String, _ value: (FrameMeter.Frame) -> Double) -> String {
      let values = meter.frames.map(value)
      let parts = [("median", 0.5), ("p99", 0.99), ("max", 1)].map {
        #""\#($0.0)":\#(rounded(FrameMeter.percentile($0.1, of: values)))"#
      }
      return #""\#(name)":{\#(parts.joined(separator: ","))}"#
    }
    func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
    let rows = window.list.ads.count
    // What the process has in memory while each tenth of the rows is scrolled, in megabytes.
    let tenths = (0..<10).map { tenth in
      let values = memory.filter { $0.row * 10 / max(1, rows) == tenth }.map(\.megabytes)
      return values.isEmpty ? 0 : rounded(values.reduce(0, +) / Double(values.count))
    }
    print(
      #"{"frames":\#(meter.frames.count),"rows":\#(rows),"rowsSeen":\#(seen.count),"rowsLoaded":\#(shown.count),"#
        + #""picturesChecked":\#(checked),"wrong":\#(wrong),"unreadable":\#(unreadable),"#
        + [
          line("work", \.all.passed), line("workProcessor", \.all.processor),
          line("withoutPainting", \.withoutPainting.passed),
          line("withoutPaintingProcessor", \.withoutPainting.processor),
          line("layoutProcessor", \.layout.processor), line("paintingProcessor", \.painting.processor),
        ].joined(separator: ",")
        + #","texturesMade":\#(TextureCount.made),"texturesHeld":\#(Self.heldTextures),"#
        + #""texturesOnScreen":\#(texturesOnScreen),"#
        + #""copiedBytes":\#(TextureCount.copiedBytes),"rowsOfGTK":\#(window.list.rowCount),"#
        + #""cells":\#(window.list.cellCount),"memoryByTenths":\#(tenths),"#
        + #""memoryPeak":\#(rounded(memory.map(\.megabytes).max() ?? 0))}"#)
    fflush(nil)
  }

  /// Textures that GTK, or a display, has not let go of.
  private static var heldTextures: Int { TextureCount.made - TextureCount.released }

  /// Those of the pictures that are seen.
  private var texturesOnScreen: Int {
    window.list.visibleCells.reduce(0) { count, item in
      guard let surface = item.cell.surface as? GTKCardSurface else { return count }
      return count + [surface.media, surface.icon].count { $0.shownPixels != nil }
    }
  }

  /// Memory of the process that is in use.
  private static var residentMegabytes: Double {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var bytes = [CChar](repeating: 0, count: 128)
    guard fgets(&bytes, Int32(bytes.count), file) != nil else { return 0 }
    let text = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
  }
}
