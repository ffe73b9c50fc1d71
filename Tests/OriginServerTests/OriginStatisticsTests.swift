import Testing

@testable import OriginServer

@Suite struct OriginStatisticsTests {
  @Test func noMoreThanSoManyPathsAreCountedApart() {
    var statistics = OriginStatistics()
    for number in 0..<OriginStatistics.maximumPaths + 10 {
      statistics.countRequest(request("/\(number)"), recordingUpTo: 0)
    }
    statistics.countRequest(request("/0"), recordingUpTo: 0)
    #expect(statistics.requestsByPath.count == OriginStatistics.maximumPaths)
    #expect(statistics.requests(for: "/0") == 2)
    #expect(statistics.requests == OriginStatistics.maximumPaths + 11)
  }

  private func request(_ path: String) -> OriginRequest {
    OriginRequest(method: "GET", target: path, path: path, minorVersion: 1, fields: [], body: [])
  }
}
