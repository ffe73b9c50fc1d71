import MediaCodecs
import MediaTransport

/// Which parts of a file to ask for until its head is known: a value that is told what came and says what to do.
///
/// The first part is small; what the probe may pass over is not asked for; parts that follow without a gap grow. A
/// server that ignores ranges sends all from the start: that is read until the head is known.
struct ProbeMachine {
  /// What is to be done next.
  enum Action {
    /// Wait for more of this part.
    case wait
    /// Ask for this part.
    case ask(Range<Int>)
    /// The head is known.
    case found(ImageInfo)
    /// The bytes are no picture.
    case fail(CodecError)
  }

  private static let firstLength = 1 << 10
  private static let mostLength = 64 << 10

  private var probe: ImageProbe
  private var length = firstLength
  private var asked = 0..<firstLength
  private var total: Int?
  private var isWhole = false
  /// Bytes of a whole answer that the probe has had, or has passed over, already.
  private var known = 0
  private var receivedOfPart = 0
  /// Bytes received in all.
  private(set) var received = 0

  init(limits: DecodeLimits) { probe = ImageProbe(limits: limits) }

  /// The first part to ask for.
  var first: Range<Int> { asked }

  /// An answer has begun.
  mutating func begin(_ response: TransportResponse) {
    receivedOfPart = 0
    let place = response.headers.lazy.compactMap(Self.contentRange).first
    isWhole = place == nil
    known = isWhole ? probe.position : 0
    total = place?.total ?? total
  }

  /// Bytes of the answer have come.
  mutating func take(_ bytes: RawSpan) -> Action {
    received += bytes.byteCount
    receivedOfPart += bytes.byteCount
    var bytes = bytes
    if isWhole, known > 0 {
      let dropped = min(known, bytes.byteCount)
      known -= dropped
      bytes = bytes.extracting(droppingFirst: dropped)
    }
    guard !bytes.isEmpty else { return .wait }
    do throws(CodecError) {
      return try probe.feed(bytes).map(Action.found) ?? .wait
    } catch {
      return .fail(error)
    }
  }

  /// The answer has ended.
  mutating func end() -> Action {
    // Less than was asked for: the file ends there.
    let isAtEnd = isWhole || receivedOfPart < asked.count || total.map { asked.upperBound >= $0 } ?? false
    guard !isAtEnd else { return conclude() }
    do throws(CodecError) {
      let skippable = probe.skippableBytes
      try probe.skip(skippable)
      length = skippable > 0 ? Self.firstLength : min(length * 2, Self.mostLength)
    } catch {
      return .fail(error)
    }
    let start = probe.position
    if let total, start >= total { return conclude() }
    asked = start..<(start + length)
    return .ask(asked)
  }

  /// The file has no such part: it ends before.
  mutating func endBefore() -> Action { conclude() }

  private mutating func conclude() -> Action {
    do throws(CodecError) { return .found(try probe.finish()) } catch { return .fail(error) }
  }

  private static func contentRange(_ field: HTTPField) -> ContentRange? {
    field.name.lowercased() == "content-range" ? ContentRange(field.value) : nil
  }
}
