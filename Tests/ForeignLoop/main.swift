// A program whose main thread runs a loop of its own, as GTK, SDL and games do: what MainLoop is for.
// It loads pictures, polls MainLoop's descriptor, drains, and checks what it sees. LazyMediaTests run it.
import Glibc
import LazyMedia
import MediaTransport

/// Ends the program with a reason unless `condition` holds.
@MainActor func check(_ condition: Bool, _ reason: String) {
  guard !condition else { return }
  print("failed: \(reason)")
  exit(1)
}

/// Waits until the descriptor is readable. Returns `false` after `milliseconds` without it.
@MainActor func wait(milliseconds: Int32) -> Bool {
  var descriptor = pollfd(fd: MainLoop.fileDescriptor, events: Int16(POLLIN), revents: 0)
  return poll(&descriptor, 1, milliseconds) > 0
}

guard CommandLine.arguments.count > 1 else {
  print("usage: ForeignLoop PICTURE")
  exit(64)
}
var transport = HTTPTransportConfiguration()
transport.allowsLocalSources = true
let pipeline = MediaPipeline(
  configuration: MediaPipelineConfiguration(transport: HTTPTransport(configuration: transport)))
let picture = CommandLine.arguments[1]

// One picture: it arrives by polling and draining alone.
var ends = 0
var widths: Set<Int> = []
@MainActor func count(_ event: MediaEvent) {
  if case .finished(let image) = event {
    ends += 1
    widths.insert(image.size.width)
  }
  if case .failed(let error) = event { check(false, error.description) }
}
pipeline.load(MediaRequest(url: picture), onEvent: count)
check(ends == 0, "a picture that is not in memory comes in a later turn")
while ends == 0 {
  check(wait(milliseconds: 10_000), "the descriptor becomes readable")
  MainLoop.drain()
}

// A memory hit needs no loop.
pipeline.load(MediaRequest(url: picture), onEvent: count)
check(ends == 2, "a memory hit comes in the same turn")

// Nothing to do: the descriptor is quiet, so the loop sleeps.
while wait(milliseconds: 0) { MainLoop.drain() }
check(!wait(milliseconds: 200), "an idle main loop is not woken")

/// Loads the picture under another name, and waits until it is ready to be handed over.
@MainActor func prepare(_ name: String, onEvent: @escaping @MainActor (MediaEvent) -> Void) {
  var request = MediaRequest(url: picture)
  request.identifier = name
  pipeline.load(request, onEvent: onEvent)
  var tries = 0
  while pipeline.cachedImage(for: request) == nil && tries < 10_000 {
    usleep(1_000)
    tries += 1
  }
  usleep(50_000)
}

// Ten pictures, drained without a budget of time: one handler a drain, and the descriptor stays readable.
for index in 0..<10 { prepare("\(index)", onEvent: count) }
var drains = 0
var largest = 0
while ends < 12 {
  check(wait(milliseconds: 10_000), "the descriptor stays readable while handlers wait")
  let before = ends
  MainLoop.drain(budget: .zero)
  largest = max(largest, ends - before)
  drains += 1
}
check(largest == 1, "a drain without time hands over one task, not \(largest)")
check(drains >= 10, "ten tasks take ten drains, not \(drains)")

// A handler that runs the loop itself, as a modal dialog does, gets what waits behind it.
var endsInside = 0
prepare("modal") { event in
  count(event)
  guard case .finished = event else { return }
  while wait(milliseconds: 0) { MainLoop.drain() }
  MainLoop.drain()
  endsInside = ends
}
prepare("behind", onEvent: count)
MainLoop.drain()
check(endsInside == 14, "a nested drain hands over what waits, not \(endsInside - 13) of 1")
check(ends == 14, "both are handed over once")
check(widths.count == 1, "every load gave the same picture")
print("passed: \(ends) pictures in \(drains) bounded drains")
