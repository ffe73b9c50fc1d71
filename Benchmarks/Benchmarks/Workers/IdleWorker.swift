import Glibc
import LazyMedia

/// Loads a list, so that all threads of a pipeline have started, says so, and then does nothing until its standard
/// input ends: `worker idle main-loop|tasks|bare LIST`.
///
/// - `main-loop`: as a program with a loop of its own does, through ``MainLoop``.
/// - `tasks`: as a program of Swift tasks does.
/// - `bare`: a program of Swift tasks without any pipeline; what it wakes up for is the Swift runtime's.
enum IdleWorker {
  static func run(_ arguments: [String]) throws {
    guard arguments.count == 2 else { throw Failure("usage: worker idle main-loop|tasks|bare LIST") }
    switch arguments[0] {
    case "main-loop":
      let requests = try FetchWorker.requests(in: arguments[1])
      try MainActor.assumeIsolated { try runMainLoop(requests) }
    case "tasks":
      let requests = try FetchWorker.requests(in: arguments[1])
      BenchmarksMain.wait {
        let pipeline = FetchWorker.pipeline(connections: 6)
        let images = try await FetchWorker.load(requests, with: pipeline)
        try Report.answer("images=\(images.count)")
        while readLine() != nil {}
        withExtendedLifetime((pipeline, images)) {}
      }
    case "bare":
      BenchmarksMain.wait {
        try Report.answer("images=0")
        while readLine() != nil {}
      }
    default: throw Failure("unknown kind \(arguments[0])")
    }
  }

  @MainActor private static func runMainLoop(_ requests: [MediaRequest]) throws {
    let pipeline = FetchWorker.pipeline(connections: 6)
    var images: [MediaImage] = []
    for request in requests {
      pipeline.load(request) { event in
        if case .finished(let image) = event { images.append(image) }
      }
    }
    var hasTold = false
    var descriptors = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: MainLoop.fileDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    while descriptors[0].revents == 0 {
      poll(&descriptors, nfds_t(descriptors.count), -1)
      if descriptors[1].revents != 0 { MainLoop.drain() }
      if images.count == requests.count, !hasTold {
        hasTold = true
        try Report.answer("images=\(images.count)")
      }
    }
    withExtendedLifetime((pipeline, images)) {}
  }
}
