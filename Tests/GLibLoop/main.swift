// A program whose main thread runs GLib's loop, as those of GTK do, with the main actor within. It needs no display.
// LazyMediaGTKTests run it.
#if GTK
  import Glibc
  import LazyMediaGTK

  /// Ends the program with a reason unless `condition` holds.
  @MainActor func check(_ condition: Bool, _ reason: String) {
    guard !condition else { return }
    print("failed: \(reason)")
    exit(1)
  }

  /// Turns of GLib's loop until `condition` holds. Each waits for something to do; a timeout ends the last.
  @MainActor func run(milliseconds: UInt32, until condition: @MainActor () -> Bool) -> Int {
    var isOver: gboolean = 0
    let timeout = withUnsafeMutablePointer(to: &isOver) { over in
      g_timeout_add(
        milliseconds,
        { pointer in
          pointer?.assumingMemoryBound(to: gboolean.self).pointee = 1
          return 0
        }, over)
    }
    var turns = 0
    while isOver == 0, !condition() {
      g_main_context_iteration(nil, 1)
      turns += 1
    }
    if isOver == 0 { g_source_remove(timeout) }
    return turns
  }

  guard CommandLine.arguments.count > 1 else {
    print("usage: GLibLoop PICTURE")
    exit(64)
  }
  var transport = HTTPTransportConfiguration()
  transport.allowsLocalSources = true
  let pipeline = MediaPipeline(
    configuration: MediaPipelineConfiguration(transport: HTTPTransport(configuration: transport)))
  check(GLibMainLoop.attach(budget: .zero), "there is a main actor to watch")

  // A picture, a task and a timer: all of them come by GLib's turns alone.
  var pictures = 0
  @MainActor func load(_ name: String) {
    var request = MediaRequest(url: CommandLine.arguments[1])
    request.identifier = name
    pipeline.load(request) { event in
      if case .finished = event { pictures += 1 }
      if case .failed(let error) = event { check(false, error.description) }
    }
  }
  var hasRun = false
  Task { @MainActor in
    await Task.yield()
    hasRun = true
  }
  var hasFired = false
  let timer = MainQueue().schedule(after: .milliseconds(10)) { hasFired = true }
  for index in 0..<8 { load("\(index)") }
  _ = run(milliseconds: 10_000) { pictures == 8 && hasRun && hasFired }
  check(
    pictures == 8 && hasRun && hasFired && !timer.isPending,
    "all is handed over, not \(pictures) of 8 pictures")

  // Nothing to do: the loop sleeps until the timeout.
  let idleTurns = run(milliseconds: 200) { false }
  check(idleTurns <= 5, "an idle main actor does not wake the loop, \(idleTurns) turns")

  // Watched no longer, nothing comes; watched again, it does.
  GLibMainLoop.detach()
  load("detached")
  _ = run(milliseconds: 100) { false }
  check(pictures == 8, "who is not attached hands nothing over")
  GLibMainLoop.attach()
  _ = run(milliseconds: 10_000) { pictures == 9 }
  check(pictures == 9, "what came meanwhile is handed over")
  print("passed: \(pictures) pictures")
#else
  print("built without the trait GTK")
#endif
