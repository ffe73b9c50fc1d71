import Testing

@testable import OriginServer

@Suite struct OriginRangeTests {
  private let body = (0..<1000).map { UInt8($0 % 251) }

  private func answer(
    _ fields: [String], _ ranges: OriginRanges = .honoured, tag: String? = "\"v1\"",
    change: (inout OriginResponse) -> Void = { _ in }
  ) throws -> RawClient.Response {
    let origin = try OriginServer()
    var script = OriginResponse(bytes: body)
    script.ranges = ranges
    script.entityTag = tag
    script.lastModified = "Tue, 01 Jul 2025 10:00:00 GMT"
    change(&script)
    origin.route("/a", script)
    let client = RawClient(port: origin.port)
    client.get("/a", fields)
    return try #require(client.response())
  }

  @Test(arguments: [
    ("bytes=0-0", 0..<1), ("bytes=100-199", 100..<200), ("bytes=900-", 900..<1000),
    ("bytes=900-5000", 900..<1000), ("bytes=-10", 990..<1000), ("bytes=-5000", 0..<1000),
  ])
  func aRangeBringsItsBytes(field: String, range: Range<Int>) throws {
    let response = try answer(["Range: \(field)"])
    #expect(response.status == 206)
    #expect(response.body == Array(body[range]))
    #expect(response.value(of: "Content-Range") == "bytes \(range.lowerBound)-\(range.upperBound - 1)/1000")
    #expect(response.value(of: "ETag") == "\"v1\"")
  }

  @Test(arguments: ["bytes=1000-", "bytes=5000-6000", "bytes=-0"])
  func anUnsatisfiableRangeIsAnsweredWith416(field: String) throws {
    let response = try answer(["Range: \(field)"])
    #expect(response.status == 416)
    #expect(response.value(of: "Content-Range") == "bytes */1000")
    #expect(response.body.isEmpty)
  }

  @Test(arguments: ["bytes=a-b", "bytes=5-1", "items=0-1", "bytes=0-1,5-6", "bytes=", "bytes=-", "0-1"])
  func aRangeThatIsNotUnderstoodIsIgnored(field: String) throws {
    let response = try answer(["Range: \(field)"])
    #expect(response.status == 200)
    #expect(response.body == body)
  }

  @Test(arguments: [
    ("\"v1\"", 206), ("\"v2\"", 200), ("W/\"v1\"", 200), ("Tue, 01 Jul 2025 10:00:00 GMT", 206),
    ("Wed, 02 Jul 2025 10:00:00 GMT", 200),
  ])
  func aRangeOfAnotherVersionIsAnsweredWhole(condition: String, status: Int) throws {
    let response = try answer(["Range: bytes=10-", "If-Range: \(condition)"])
    #expect(response.status == status)
    #expect(response.body.count == (status == 206 ? 990 : 1000))
  }

  @Test func aWeakTagNeverMatchesIfRange() throws {
    #expect(try answer(["Range: bytes=10-", "If-Range: W/\"v1\""], tag: "W/\"v1\"").status == 200)
  }

  @Test func anOriginWithoutRangesAnswersWhole() throws {
    let response = try answer(["Range: bytes=10-"], .ignored)
    #expect(response.status == 200)
    #expect(response.value(of: "Accept-Ranges") == nil)
    #expect(response.body == body)
  }

  private static let lies: [(OriginRangeLie, Range<Int>, String?)] = [
    (.startsEarlier(by: 50), 50..<1000, "bytes 50-999/1000"),
    (.wholeBody, 0..<1000, "bytes 0-999/1000"),
    (.endsEarlier(by: 100), 100..<900, "bytes 100-899/1000"),
    (.total(7777), 100..<1000, "bytes 100-999/7777"),
    (.missingContentRange, 100..<1000, nil),
    (.ignoresCondition, 100..<1000, "bytes 100-999/1000"),
  ]

  @Test(arguments: lies)
  func aLieIsToldAsScripted(lie: OriginRangeLie, range: Range<Int>, contentRange: String?) throws {
    let condition = lie == .ignoresCondition ? "\"other\"" : "\"v1\""
    let response = try answer(["Range: bytes=100-", "If-Range: \(condition)"], .lying(lie))
    #expect(response.status == 206)
    #expect(response.body == Array(body[range]))
    #expect(response.value(of: "Content-Range") == contentRange)
  }

  @Test func everyRangeCanBeCalledUnsatisfiable() throws {
    #expect(try answer(["Range: bytes=0-"], .lying(.unsatisfiable)).status == 416)
  }

  @Test(arguments: [
    ("If-None-Match: \"v1\"", 304), ("If-None-Match: W/\"v1\"", 304), ("If-None-Match: \"a\", \"v1\"", 304),
    ("If-None-Match: *", 304), ("If-None-Match: \"v2\"", 200),
    ("If-Modified-Since: Tue, 01 Jul 2025 10:00:00 GMT", 304),
    ("If-Modified-Since: Mon, 30 Jun 2025 10:00:00 GMT", 200),
  ])
  func aMatchingValidatorIsAnsweredWith304(field: String, status: Int) throws {
    let response = try answer([field])
    #expect(response.status == status)
    #expect(response.value(of: "ETag") == "\"v1\"")
    #expect(response.value(of: "Content-Length") == (status == 304 ? nil : "1000"))
  }

  @Test func validatorsCanBeIgnored() throws {
    #expect(try answer(["If-None-Match: \"v1\""]) { $0.answersNotModified = false }.status == 200)
  }
}
