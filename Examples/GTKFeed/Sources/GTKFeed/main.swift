// A window with a feed of native ads, from an origin in this same program:
//
//     make setup-gtk
//     swift run -c release --package-path Examples/GTKFeed GTKFeed --pictures TestImages/media
//
// Its main thread runs GLib's loop, and the main actor within.
import Glibc
import LazyMediaGTK
import OriginServer
import SampleFeed

guard let options = FeedOptions(CommandLine.arguments.dropFirst()) else {
  print(FeedOptions.usage)
  exit(64)
}
guard gtk_init_check() != 0 else {
  print("GTKFeed needs a display: run it in a desktop session, or by xvfb-run")
  exit(69)
}
do {
  var serving = OriginConfiguration()
  serving.recordsRequests = false
  let origin = try OriginServer(serving)
  let feed = SampleFeed(on: origin, count: options.rows, latency: options.latency)
  var configuration = MediaPipelineConfiguration()
  // A feed that is scrolled for hours: some screens back are kept as pixels, some more as files.
  configuration.memoryCache = MemoryCache(byteLimit: 24 << 20)
  configuration.dataCache = DataCache(byteLimit: 4 << 20)
  configuration.pixelBufferPool = PixelBufferPool(byteLimit: 8 << 20)
  let pipeline = MediaPipeline(configuration: configuration)
  CardTheme.shared.isDark = options.isDark
  let window = FeedWindow(options, pipeline: pipeline)
  let check = options.isCheck ? FeedCheck(window, origin) : nil
  window.load(feed, on: origin)
  GLibMainLoop.attach()
  let loop = g_main_loop_new(nil, 0)
  window.onClose = { g_main_loop_quit(loop) }
  check?.start { g_main_loop_quit(loop) }
  g_main_loop_run(loop)
  check?.report()
  origin.stop()
  exit(check?.hasFailed == true ? 1 : 0)
} catch {
  print("GTKFeed: no origin: \(error)")
  exit(1)
}
