// A window with a feed of native ads, from an origin in this same program:
//
//     make gtk-packages
//     swift run -c release --package-path Examples/GTKFeed
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
  let origin = try OriginServer()
  let feed = SampleFeed(on: origin, count: options.rows, latency: options.latency)
  var configuration = MediaPipelineConfiguration()
  configuration.memoryCache = MemoryCache(byteLimit: 48 << 20)
  let pipeline = MediaPipeline(configuration: configuration)
  CardTheme.shared.isDark = options.isDark
  let window = FeedWindow(options, pipeline: pipeline)
  let check = options.isCheck ? FeedCheck(window) : nil
  window.load(feed)
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
