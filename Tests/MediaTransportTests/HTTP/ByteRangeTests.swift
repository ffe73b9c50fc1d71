import Foundation
import OriginServer
import Testing

@testable import MediaTransport

@Suite struct ByteRangeTests {
  private let origin: OriginServer
  private let body = OriginResponse.pattern(10_000)

  init() throws { origin = try OriginServer() }

  private func fetch(_ ranges: OriginRanges, _ range: Range<Int>, status: Int = 200) -> Recorder.Record {
    origin.route("/a", OriginResponse(bytes: body).with { $0.ranges = ranges })
    return HTTPTransport.forTests().fetch(origin.url("/a")) { $0.byteRange = range }
  }

  @Test func partThatWasAskedForIsDelivered() throws {
    let record = fetch(.honoured, 100..<1_100)
    #expect(record.bytes == Array(body[100..<1_100]))
    #expect(record.responses.first?.status == 206)
    let place = try #require(record.responses.first?.header("Content-Range"))
    #expect(ContentRange(place)?.total == 10_000)
    let sent = try #require(origin.statistics.recorded.first)
    #expect(sent.value(of: "Range") == "bytes=100-1099")
    #expect(sent.value(of: "Accept-Encoding") == "identity")
  }

  @Test func partBeyondTheEndIsShorter() {
    #expect(fetch(.honoured, 9_900..<20_000).bytes == Array(body[9_900...]))
  }

  @Test func partBehindTheEndIsABadStatus() {
    #expect(fetch(.honoured, 10_000..<20_000).error?.status == 416)
  }

  @Test func serverWithoutRangesSendsAll() {
    let record = fetch(.ignored, 100..<200)
    #expect(record.responses.first?.status == 200)
    #expect(record.bytes == body)
  }

  // FAULTS 33
  @Test(arguments: [OriginRangeLie.startsEarlier(by: 10), .wholeBody])
  func anotherPartThanWasAskedForIsAnError(lie: OriginRangeLie) {
    let record = fetch(.lying(lie), 100..<200)
    #expect(record.error?.code == .protocolError)
    #expect(record.bytes.isEmpty)
  }

  @Test func partOfALocalFileIsDelivered() throws {
    let path = FileManager.default.temporaryDirectory.path + "/range-\(UUID().uuidString)"
    try Data(body).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let transport = HTTPTransport.forTests { $0.allowsLocalSources = true }
    let middle = transport.fetch(path) { $0.byteRange = 5_000..<6_000 }
    #expect(middle.bytes == Array(body[5_000..<6_000]))
    #expect(middle.responses.first?.status == nil)
    #expect(middle.responses.first?.header("Content-Range") == "bytes 5000-5999/10000")
    let end = transport.fetch(path) { $0.byteRange = 9_999..<20_000 }
    #expect(end.bytes == Array(body[9_999...]))
    let behind = transport.fetch(path) { $0.byteRange = 10_000..<20_000 }
    #expect(behind.bytes.isEmpty)
    #expect(behind.summary != nil)
  }

  @Test(arguments: [
    "", "bytes", "bytes */100", "bytes 5-3/100", "bytes 0-100/50", "items 0-1/2", "bytes 0-1", "bytes +1-2/3",
    "bytes 0-99999999999999999999/*",
  ])
  func nonsenseIsNoContentRange(value: String) {
    #expect(ContentRange(value) == nil)
  }

  @Test func unknownTotalIsAllowed() {
    #expect(ContentRange("bytes 5-9/*")?.start == 5)
    #expect(ContentRange("Bytes 5-9/*")?.end == 9)
    #expect(ContentRange("bytes 5-9/*")?.total == nil)
  }
}
