import Testing

@testable import MediaTransport

@Suite struct ResponseHeadTests {
  private func parse(_ lines: [String]) -> (head: ResponseHead, steps: [ResponseHead.Step]) {
    parse(lines.map { Array($0.utf8) })
  }

  private func parse(_ lines: [[UInt8]]) -> (head: ResponseHead, steps: [ResponseHead.Step]) {
    var head = ResponseHead()
    let steps = lines.map { line in line.withUnsafeBytes { head.take(line: $0) } }
    return (head, steps)
  }

  @Test func headIsWholeAtTheEmptyLine() {
    let (head, steps) = parse(["HTTP/1.1 200 OK\r\n", "Content-Length: 12\r\n", "X:y\r\n", "\r\n"])
    #expect(steps == [.more, .more, .more, .complete])
    #expect(head.status == 200)
    #expect(!head.isHTTP2)
    #expect(head.fields == [HTTPField("Content-Length", "12"), HTTPField("X", "y")])
    #expect(head.contentLength == 12)
  }

  @Test func interimAnswersArePassedOver() {
    let (head, steps) = parse([
      "HTTP/1.1 103 Early Hints\r\n", "Link: </a>\r\n", "\r\n", "HTTP/2 204 \r\n", "A: b\r\n", "\r\n",
    ])
    #expect(steps.last == .complete)
    #expect(steps.dropLast().allSatisfy { $0 == .more })
    #expect(head.status == 204)
    #expect(head.isHTTP2)
    #expect(head.fields == [HTTPField("A", "b")])
  }

  @Test func trailersAreNoHeader() {
    let (head, steps) = parse(["HTTP/1.1 200 OK\r\n", "\r\n", "Content-Length: 5\r\n", "\r\n"])
    #expect(steps == [.more, .complete, .more, .more])
    #expect(head.fields.isEmpty)
  }

  @Test func trailersWithoutEndAreRefused() {
    var (head, steps) = parse(["HTTP/1.1 200 OK\r\n", "\r\n"])
    let trailer = Array("X: \(String(repeating: "a", count: 1_000))\r\n".utf8)
    for _ in 0..<300 where steps.last?.isInvalid != true {
      steps.append(trailer.withUnsafeBytes { head.take(line: $0) })
    }
    #expect(steps.last?.isInvalid == true)
  }

  // FAULTS 36 (coil#1839)
  @Test func bytesOutsideASCIIAreKept() {
    let (head, _) = parse([
      Array("HTTP/1.1 200 OK\r\n".utf8), Array("A: ".utf8) + [0x66, 0xFC, 0x72] + Array("\r\n".utf8),
      Array("B: für\r\n".utf8), Array("\r\n".utf8),
    ])
    #expect(head.value("a") == "für")
    #expect(head.value("b") == "für")
  }

  @Test func foldedLineBelongsToTheValueBefore() {
    let (head, _) = parse(["HTTP/1.1 200 OK\r\n", "A: one\r\n", " \ttwo\r\n", "\r\n"])
    #expect(head.value("A") == "one two")
  }

  @Test func namesAreComparedWithoutCase() {
    let response = TransportResponse(status: 200, headers: [HTTPField("cOnTeNt-TyPe", "image/png")])
    #expect(response.header("Content-Type") == "image/png")
    #expect(response.header("Content-Typ") == nil)
  }

  @Test(arguments: [["5", "5"], ["5, 5"], ["5,5"]])
  func equalLengthsAreOne(values: [String]) {
    let (head, steps) = parse(["HTTP/1.1 200 OK\r\n"] + values.map { "Content-Length: \($0)\r\n" } + ["\r\n"])
    #expect(steps.last == .complete)
    #expect(head.contentLength == 5)
  }

  @Test(arguments: [["5", "6"], ["5, 6"], ["-1"], ["x"], [""], ["99999999999999999999"]])
  func contradictoryLengthsAreRefused(values: [String]) {
    let (_, steps) = parse(["HTTP/1.1 200 OK\r\n"] + values.map { "Content-Length: \($0)\r\n" } + ["\r\n"])
    guard case .invalid = steps.last else {
      Issue.record("accepted")
      return
    }
  }

  // FAULTS 35
  @Test func lengthOfAnEncodedBodyIsNotThatOfItsContent() {
    let (head, _) = parse([
      "HTTP/1.1 200 OK\r\n", "Content-Encoding: gzip\r\n", "Content-Length: 5\r\n", "\r\n",
    ])
    #expect(head.isEncoded)
    let (plain, _) = parse(["HTTP/1.1 200 OK\r\n", "Content-Encoding: Identity\r\n", "\r\n"])
    #expect(!plain.isEncoded)
  }

  @Test func chunkedBodyHasNoLength() {
    let (head, _) = parse([
      "HTTP/1.1 200 OK\r\n", "Transfer-Encoding: chunked\r\n", "Content-Length: 5\r\n", "\r\n",
    ])
    #expect(head.contentLength == nil)
  }

  @Test func endlessHeaderIsCutOff() {
    let line = "A: " + String(repeating: "x", count: 60_000) + "\r\n"
    let (_, steps) = parse(["HTTP/1.1 200 OK\r\n", line, line, line, line, line])
    guard case .invalid = steps.last else {
      Issue.record("accepted")
      return
    }
  }

  @Test func linesWithoutColonAreHarmless() {
    let (head, steps) = parse(["HTTP/1.1 200 OK\r\n", "nonsense\r\n", ": empty\r\n", "\r\n"])
    #expect(steps.last == .complete)
    #expect(head.fields == [HTTPField("", "empty")])
  }
}

extension ResponseHead.Step {
  fileprivate var isInvalid: Bool { if case .invalid = self { true } else { false } }
}
