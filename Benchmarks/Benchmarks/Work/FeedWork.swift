import FeedSimulator
import LazyMedia
import MediaCodecs
import OriginServer

/// The feed of `benchmarks feed`: where its pictures are and what the way to them can do.
struct FeedWork {
  static let latencyMilliseconds = 80
  static let linkBytesPerSecond = 20_000_000
  static let connections = 6

  static var ideal: IdealSchedule {
    IdealSchedule(
      latency: Double(latencyMilliseconds) / 1000, bytesPerSecond: Double(linkBytesPerSecond),
      burstBytes: Double(linkBytesPerSecond) * (OriginConfiguration.linkBurst / .seconds(1)),
      connections: connections)
  }

  /// The baseline JPEGs of `benchmarks fetch`, used again and again, but each under a URL of its own.
  private let names: [String]
  private let sizes: [Int]
  private let origin: String
  private let target: DecodeTarget?
  let folder: String

  init(folder: String, origin: String) throws {
    self.folder = folder
    self.origin = origin
    target = try WorkTarget(PictureSet.mediaTarget).target
    names = (0..<PictureSet.mediaCount).filter { $0 % 4 != 3 }.map { index in
      "media-\(String(1000 + index).dropFirst()).jpg"
    }
    sizes = try names.map { name in
      guard let bytes = Files.bytes(of: folder + "/" + name) else { throw Failure("cannot read \(name)") }
      return bytes.count
    }
  }

  func request(_ item: Int) -> MediaRequest {
    MediaRequest(url: "\(origin)/\(names[item % names.count])?item=\(item)", target: target)
  }

  /// Bytes of the body of an item.
  func bytes(_ item: Int) -> Int { sizes[item % sizes.count] }

  /// What decoding one picture takes on an idle thread, in milliseconds.
  func decodeTime() throws -> Double {
    var sample = Sample()
    for name in names.prefix(32) {
      guard let bytes = Files.bytes(of: folder + "/" + name) else { throw Failure("cannot read \(name)") }
      let start = Measure.now
      guard try DecodeWorker.decode(bytes, DecodeOptions(target: target)) != nil else {
        throw Failure("no picture from \(name)")
      }
      sample.append(Measure.now - start)
    }
    return sample.median
  }
}
