import LazyMedia
import OriginServer

/// Loads the ads of the demonstration and reports how that went.
struct DemoShow: Sendable {
  /// A card, and whether all of it should have loaded.
  struct LoadedCard: Sendable {
    var card: ContactSheet.Card
    var mustLoad: Bool

    var hasFailed: Bool { [card.media, card.icon].contains { $0.map { $0.pixels == nil } ?? false } }
  }

  /// A file that the server does not have.
  static let missingFile = "missing.jpg"

  let pipeline: MediaPipeline
  let origin: OriginServer
  let log: DemoLog
  init(pipeline: MediaPipeline, origin: OriginServer, log: DemoLog) {
    self.pipeline = pipeline
    self.origin = origin
    self.log = log
  }

  /// What was loaded, and how long that took.
  struct Result: Sendable {
    var cards: [LoadedCard]
    var duration: Duration
  }

  /// Loads all ads at once, then the damaged files and one that is not there.
  func load(_ files: DemoFiles) async -> Result {
    let start = ContinuousClock.now
    let ads = files.media.enumerated().map { index, media in
      (media, files.icons.isEmpty ? nil : files.icons[index % files.icons.count])
    }
    await log.print("\(ads.count) ads, media and icon of each at once:")
    let loaded = await cards(ads, mustLoad: true)
    let damaged = files.damaged + [Self.missingFile]
    await log.print("\(damaged.count) that cannot load:")
    let others = await cards(damaged.map { ($0, nil) }, mustLoad: false)
    return Result(cards: loaded + others, duration: ContinuousClock.now - start)
  }

  private func cards(_ ads: [(media: String, icon: String?)], mustLoad: Bool) async -> [LoadedCard] {
    await withTaskGroup(of: (Int, LoadedCard).self) { group in
      for (index, ad) in ads.enumerated() {
        group.addTask {
          async let media = tile(ad.media, ContactSheet.mediaSize)
          let icon =
            if let icon = ad.icon { await tile(icon, ContactSheet.iconSize) } else { ContactSheet.Tile?.none }
          let card = ContactSheet.Card(media: await media, icon: icon)
          return (index, LoadedCard(card: card, mustLoad: mustLoad))
        }
      }
      var cards: [(Int, LoadedCard)] = []
      for await card in group { cards.append(card) }
      return cards.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  private func tile(_ file: String, _ size: PixelSize) async -> ContactSheet.Tile {
    var request = MediaRequest(
      url: origin.url("/" + Self.percentEncoded(file)), target: DecodeTarget(size: size, fit: .cover))
    request.makesPreviews = true
    let began = ContinuousClock.now
    let task = pipeline.task(for: request)
    var tile = ContactSheet.Tile()
    for await event in task.events {
      switch event {
      case .size(let info):
        await log.note("size", file, "\(info.displaySize) \(info.format.rawValue)")
      case .preview:
        await log.note("preview", file)
      case .progress:
        break
      case .finished(let image):
        tile.pixels = image.pixels
        await log.note("loaded", file, "at \(image.size), \(Text.bytes(task.metrics.bytes))")
      case .failed(let error):
        await log.note("failed", file, "\(error.phase.rawValue): \(error.message)")
      }
    }
    let metrics = task.metrics
    tile.end = metrics.decoded ?? ContinuousClock.now - began
    tile.firstByte = metrics.timings.firstByte ?? tile.end
    tile.lastByte = metrics.timings.lastByte ?? tile.firstByte
    return tile
  }

  /// Says what it came to; the path is the last line.
  func conclude(_ result: Result, outputPath: String) async {
    let cards = result.cards
    let ads = cards.filter(\.mustLoad)
    let failed = ads.filter(\.hasFailed).count
    let statistics = origin.statistics
    await log.print(
      "\(ads.count - failed) of \(ads.count) ads loaded, \(cards.count - ads.count) others: "
        + "\(statistics.requests) requests over \(statistics.connectionsOpened) connections, "
        + "\(Text.bytes(statistics.bytesWritten)), \(Text.time(result.duration)).")
    await log.print(
      "The bars of the picture: gray until the first byte, blue until the last, green until shown; a red end "
        + "where it failed.")
    await log.print(outputPath)
  }

  private static func percentEncoded(_ path: String) -> String {
    path.utf8.map { byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "/-._~".utf8.contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + Text.hexadecimal([byte]).uppercased()
    }.joined()
  }
}
