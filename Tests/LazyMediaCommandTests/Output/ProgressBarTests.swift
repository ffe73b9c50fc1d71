import Testing

@testable import LazyMediaCommand

@Suite struct ProgressBarTests {
  private let half = Progress(
    total: 400, loaded: 198, failed: 2, running: 16, bytes: 12_300_000, runningShare: 0, elapsed: .seconds(4))

  @Test func theBarIsFilledByWhatIsDone() {
    #expect(
      ProgressBar.line(half, columns: 100, isUnicode: false)
        == "[###############...............]  200/400  2 failed  12.3 MB  3.1 MB/s  0:04 left")
    let unicode = ProgressBar.line(half, columns: 100, isUnicode: true)
    #expect(
      unicode.hasPrefix(String(repeating: "█", count: 16) + String(repeating: "░", count: 16) + "  200/400"))
  }

  @Test func runningSourcesMoveTheBarByTheirShare() {
    var progress = Progress(total: 2, running: 2, bytes: 10)
    progress.runningShare = 1
    #expect(
      ProgressBar.line(progress, columns: 60, isUnicode: false).hasPrefix("[###############..............."))
  }

  @Test func withoutATotalTheCountsStandAlone() {
    let progress = Progress(total: nil, loaded: 5, running: 3, bytes: 999, elapsed: .milliseconds(100))
    #expect(ProgressBar.line(progress, columns: 80, isUnicode: true) == "5 done, 3 under way  999 B  0:00")
  }

  @Test(arguments: 0...120)
  func theLineNeverWraps(columns: Int) {
    for total in [nil, 0, 1, 400, 1_000_000] {
      var progress = half
      progress.total = total
      for isUnicode in [true, false] {
        #expect(
          ProgressBar.line(progress, columns: columns, isUnicode: isUnicode).count <= max(0, columns - 1))
      }
    }
  }

  @Test func moreDoneThanTheTotalDoesNotOverflowTheBar() {
    let progress = Progress(total: 1, loaded: 5, runningShare: 3, elapsed: .seconds(10))
    let line = ProgressBar.line(progress, columns: 80, isUnicode: false)
    #expect(line.hasPrefix("[" + String(repeating: "#", count: 30) + "]"))
  }

  @Test func theMeterAddsUpWhatSourcesReport() {
    let meter = ProgressMeter(total: 3)
    for index in 0..<3 { meter.started(index) }
    meter.received(50, of: 100, index: 0)
    meter.received(30, of: nil, index: 1)
    #expect(meter.progress.bytes == 80)
    #expect(meter.progress.runningShare == 0.5)
    #expect(meter.progress.running == 3)
    meter.finished(0, hasFailed: false, bytes: 100)
    meter.finished(1, hasFailed: true, bytes: nil)
    let progress = meter.progress
    #expect(progress.bytes == 130)
    #expect(progress.loaded == 1)
    #expect(progress.failed == 1)
    #expect(progress.running == 1)
  }
}
