import Glibc

/// A feed of native ads in a program with a game loop: the smallest one that does everything right.
@main @MainActor enum SDLFeed {
  // Synchronous: the loop of the game has the main thread, and lets the main actor work once a frame.
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      let isRight = try FeedGame(options).run()
      if !isRight { exit(1) }
    } catch {
      print("SDLFeed: \(error)")
      exit(1)
    }
  }
}
