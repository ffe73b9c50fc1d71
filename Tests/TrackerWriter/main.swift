// A program whose trackers outlive it: it is killed at random moments, and none may be lost. Tests run it.
import Glibc

#if DiskCache
  func number(_ index: Int) -> Int? {
    CommandLine.arguments.count > index ? Int(CommandLine.arguments[index]) : nil
  }

  /// Prints a line at once.
  func tell(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }

  let arguments = CommandLine.arguments
  switch (arguments.dropFirst().first, arguments.dropFirst(2).first, arguments.dropFirst(3).first) {
  case ("work", let directory?, let url?):
    Worker(directory: directory, url: url, run: number(4) ?? 0).work()
  case ("drain", let directory?, let url?): Worker(directory: directory, url: url, run: 0).drain()
  case ("kill", let directory?, _):
    KillRun(directory: directory, kills: number(3) ?? 200, seed: UInt64(number(4) ?? 1)).run()
  case ("measure", let directory?, _): measure(directory: directory, count: number(3) ?? 2_000)
  default:
    tell(
      "usage: TrackerWriter kill DIR [KILLS [SEED]] | measure DIR [COUNT] | work DIR URL RUN | drain DIR URL")
    exit(64)
  }
#else
  print("built without the trait DiskCache")
  exit(69)
#endif
