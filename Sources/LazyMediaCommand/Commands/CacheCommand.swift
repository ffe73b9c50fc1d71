import Glibc
import LazyMedia

/// What `lazymedia cache` does with a folder.
enum CacheAction: String, CaseIterable, Sendable {
  case info, ls, verify, trim, clear
}

/// `lazymedia cache`: looks into the folder of a disk cache, and keeps it in order.
struct CacheCommand: Sendable {
  private let settings: Settings
  private let action: CacheAction
  private let directory: String

  /// Checks that there is a cache.
  init(settings: Settings, action: CacheAction, directory argument: Argument) throws(UsageError) {
    self.settings = settings
    self.action = action
    directory = argument.text
    #if DiskCache
      guard argument.rawPath == nil else {
        throw UsageError(message: "the folder's name is no UTF-8", concernsSystem: true)
      }
      guard DiskCache.exists(in: directory) else {
        throw UsageError(message: "'\(Text.source(directory))' holds no cache", concernsSystem: true)
      }
    #else
      throw UsageError(
        message: "this command was built without disk caches (trait DiskCache)", concernsSystem: true)
    #endif
  }

  /// Runs until it is done, or, where it prints many lines, the Swift task is cancelled.
  @Sendable func run() async -> ExitStatus {
    var console = Console(progress: .never)
    #if DiskCache
      do throws(MediaStoreError) {
        let cache = try DiskCache(keptIn: directory)
        let isSound = try perform(on: cache, &console)
        return console.status(after: isSound ? .success : .someFailed)
      } catch {
        console.complain("\(Text.source(directory)): \(Text.printable(error.message))")
        let isUsage = error.code == .unavailable || error.code == .newerVersion
        return console.status(after: isUsage ? .usage : .someFailed)
      }
    #else
      return .usage
    #endif
  }

  #if DiskCache
    /// Returns whether nothing was wrong.
    private func perform(on cache: DiskCache, _ console: inout Console) throws(MediaStoreError) -> Bool {
      switch action {
      case .info: console.print(CacheReport.lines(of: try cache.info(), asJSON: settings.isJSON))
      case .ls:
        try cache.forEachEntry { entry in
          console.print(CacheReport.line(of: entry, asJSON: settings.isJSON))
          return console.outputFailure == nil && !Task.isCancelled
        }
      case .verify:
        let found = try cache.verify(removingBad: settings.removesBad)
        console.print(CacheReport.line(of: found, isRemoved: settings.removesBad, asJSON: settings.isJSON))
        return found.isSound
      case .trim:
        try cache.trim(toBytes: settings.trimmedBytes ?? 0)
        console.print(CacheReport.lines(of: try cache.info(), asJSON: settings.isJSON))
      case .clear:
        try cache.removeAll()
        console.print(CacheReport.lines(of: try cache.info(), asJSON: settings.isJSON))
      }
      return true
    }
  #endif
}
