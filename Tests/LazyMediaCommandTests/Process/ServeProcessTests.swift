import Foundation
import Glibc
import LazyMedia
import SampleFeed
import Testing

@testable import LazyMediaCommand

/// Runs `lazymedia serve`.
@Suite struct ServeProcessTests {
  private let ad = "/ads?unit=\(SampleAdUnit.native.rawValue)"

  @Test func jsonHasExactlyTheListedFields() async throws {
    let served = try await ServeProcess()
    _ = try await served.object(ad + "&count=2")
    try await served.get("/t/click?ad=1&unit=U")
    let hits = try await served.hits()
    let result = await served.end()
    #expect(result.status == 0)
    #expect(result.errors == "")
    let objects = try result.objects()
    #expect(
      objects.map { $0["event"] as? String } == ["listening", "request", "request", "request", "ended"])
    try #require(objects.count == 5)
    #expect(Set(objects[0].keys) == ["event", "url", "units"])
    #expect(objects[0]["units"] as? [String] == SampleAdUnit.allCases.map(\.rawValue))
    let members: Set = ["event", "time", "endpoint", "target", "status", "fault", "ads", "hit", "remark"]
    for object in objects[1...3] { #expect(Set(object.keys) == members) }
    #expect(objects[1]["ads"] as? [Int] == [1, 2])
    #expect(objects[1]["endpoint"] as? String == "ads")
    #expect(objects[1]["hit"] is NSNull)
    let hit = try #require(objects[2]["hit"] as? [String: Any])
    #expect(Set(hit.keys) == ["time", "event", "ad", "unit", "key", "count", "status", "target"])
    #expect(hit["event"] as? String == "click")
    #expect(hits.count == 1)
    #expect(hits.first as? NSDictionary == hit as NSDictionary)
    #expect(objects[3]["endpoint"] is NSNull)
    #expect(
      objects[4] as NSDictionary == [
        "event": "ended", "requests": 3, "ads": 2, "hits": 1, "repeatedHits": 0,
      ] as NSDictionary)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func everySignalEndsItInOrder(signal: Int32) async throws {
    let result = await (try await ServeProcess()).end(by: signal)
    #expect(result.status == 0)
    #expect(result.lines.last?.contains(#""event":"ended""#) == true)
  }

  @Test func peopleAreToldHowToTryItAndWhatHappens() async throws {
    let process = try CommandProcess(["serve", "--fault", "ads=404/2"])
    try await waitUntil { process.outputSoFar.contains("/log\n") }
    let start = process.outputSoFar.split(separator: "\n").map(String.init)
    for unit in SampleAdUnit.allCases {
      #expect(
        start.contains { $0.hasPrefix("  lazymedia ad '") && $0.hasSuffix("/ads?unit=\(unit.rawValue)'") })
    }
    // The line is followed as it stands.
    let line = try #require(start.first { $0.hasPrefix("  lazymedia ad") })
    let url = String(line.split(separator: "'")[1])
    #expect(try await CommandProcess.run("ad", url).status == 0)
    #expect(try await CommandProcess.run("ad", url).status == 1)
    process.send(SIGINT)
    let result = await process.result()
    #expect(result.status == 0)
    #expect(result.lines.contains { $0.contains("200  ads") && $0.hasSuffix("  ad 1") })
    #expect(result.lines.contains { $0.contains("404  ads") && $0.hasSuffix("(fault: 404)") })
    #expect(result.lines.contains { $0.contains("200  media") && $0.hasSuffix("/media/1.jpg") })
    #expect(result.lines.last?.hasSuffix("1 ads, 0 hits of trackers, of which 0 were repeated.") == true)
  }

  @Test func switchesAreChangedWhileItRuns() async throws {
    let served = try await ServeProcess("--fault", "reward=tooShortToParticipate", "--latency", "1")
    #expect(try await served.object("/reward?ad=3")["result"] as? String == "tooShortToParticipate")
    let switches = try await served.object("/control?reward=off&ads=no-fill")
    #expect(switches["latency"] as? Int == 1)
    #expect(switches["ads"] as? String == "no-fill")
    #expect((try await served.object(ad)["seatbid"] as? [Any])?.isEmpty == true)
    #expect(try await served.object("/reward?ad=3")["result"] as? String == "missingReward")
    await #expect(throws: TransportError.self) { try await served.get("/control?ads=nonsense") }
    _ = await served.end()
  }

  @Test func hitsAreAppendedToTheLogBeforeTheyAreAnswered() async throws {
    let folder = TemporaryFolder()
    let path = folder.path("logs/hits.jsonl")
    for run in 1...2 {
      let served = try await ServeProcess("--log", path)
      try await served.get("/t/impression?ad=\(run)&unit=U")
      #expect(folder.text("logs/hits.jsonl").split(separator: "\n").count == run)
      let log = String(decoding: try await served.get("/log"), as: UTF8.self)
      #expect(folder.text("logs/hits.jsonl").hasSuffix(log))
      #expect(await served.end().status == 0)
    }
  }

  @Test func aLogThatTakesNothingIsReported() async throws {
    let served = try await ServeProcess("--log", "/dev/full")
    try await served.get("/t/a")
    try await served.get("/t/b")
    let result = await served.end()
    #expect(result.status == 1)
    #expect(result.errors == "lazymedia: cannot write to '/dev/full': No space left on device\n")
    let folder = try await CommandProcess.run("serve", "--log", "/dev/null/hits")
    #expect(folder.status == 64)
    #expect(folder.errors.split(separator: "\n").count == 1)
  }

  @Test func aPortThatIsTakenIsReported() async throws {
    let served = try await ServeProcess()
    let port = try #require(served.url.split(separator: ":").last.map(String.init))
    let second = try await CommandProcess.run("serve", "--port", port)
    #expect(second.status == 64)
    #expect(second.output.isEmpty)
    #expect(second.errors == "lazymedia: cannot listen on 127.0.0.1:\(port): Address already in use\n")
    _ = await served.end()
    // The port is free again.
    let third = try await ServeProcess("--port", port)
    #expect(third.url == served.url)
    _ = await third.end()
  }

  @Test func itEndsWithWhoReadsIt() async throws {
    let process = try CommandProcess(["serve"], output: .closedPipe)
    #expect(await process.result().status == 141)
  }
}
