// A program that uses a disk cache in ways that tests cannot: until it is killed, as another user, on a full disk.
// Tests and benchmarks run it.
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

  switch (CommandLine.arguments.dropFirst().first, CommandLine.arguments.dropFirst(2).first) {
  case ("work", let directory?):
    Worker(directory: directory, seed: UInt64(number(3) ?? 1), byteLimit: number(4) ?? 16 << 20).run()
  case ("kill", let directory?):
    KillRun(
      directory: directory, kills: number(3) ?? 30, seed: UInt64(number(4) ?? 1),
      byteLimit: number(5) ?? 16 << 20
    ).run()
  case ("fill", let directory?):
    fill(directory: directory, bodyByteCount: number(3) ?? 1 << 20, count: number(4) ?? 100)
  case ("unprivileged", let directory?):
    setgid(65534)
    setuid(65534)
    fill(directory: directory, bodyByteCount: 1000, count: 1)
  default:
    tell(
      "usage: CacheWriter work DIR [SEED [LIMIT]] | kill DIR [KILLS [SEED [LIMIT]]] | "
        + "fill DIR BYTES COUNT | unprivileged DIR")
    exit(64)
  }
#else
  print("built without the trait DiskCache")
  exit(69)
#endif
