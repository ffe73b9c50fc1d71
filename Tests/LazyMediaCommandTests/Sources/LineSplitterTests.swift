import Testing

@testable import LazyMediaCommand

@Suite struct LineSplitterTests {
  private func lines(_ text: String, limit: Int = 100, pieces: Int) -> [String] {
    var splitter = LineSplitter(limit: limit)
    var lines: [String] = []
    func take(_ line: LineSplitter.Line) {
      switch line {
      case .whole(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
      case .tooLong(let start): lines.append("LONG:" + String(decoding: start.prefix(3), as: UTF8.self))
      }
    }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      splitter.append(rest.prefix(pieces))
      rest = rest.dropFirst(pieces)
      while let line = splitter.next() { take(line) }
    }
    if let line = splitter.last() { take(line) }
    #expect(splitter.last() == nil)
    return lines
  }

  @Test(arguments: [1, 2, 3, 7, 1000])
  func linesAreTheSameHoweverTheyArrive(pieces: Int) {
    #expect(lines("a\r\n\nbc\nd\r", pieces: pieces) == ["a", "", "bc", "d"])
    #expect(lines("a\n", pieces: pieces) == ["a"])
    #expect(lines("", pieces: pieces) == [])
  }

  @Test(arguments: [1, 2, 3, 7, 1000])
  func aLineOverTheLimitIsPassedOverAndTheNextIsRead(pieces: Int) {
    let long = String(repeating: "x", count: 50)
    #expect(lines("a\n\(long)\nb\n", limit: 10, pieces: pieces) == ["a", "LONG:xxx", "b"])
    #expect(lines("\(long)", limit: 10, pieces: pieces) == ["LONG:xxx"])
    #expect(lines("1234567890\n", limit: 10, pieces: pieces) == ["1234567890"])
  }
}
