import Testing

@testable import LazyMediaCommand

@Suite struct CreativeListTests {
  private func sources(
    _ text: String, namesLocalSources: Bool = true, isLocal: Bool = true
  ) throws -> [CreativeSource] {
    try CreativeList(name: "list", namesLocalSources: namesLocalSources, isLocal: isLocal)
      .sources(in: Array(text.utf8))
  }

  private func response(_ text: String, _ number: Int, isLocal: Bool = true) -> CreativeSource {
    CreativeSource(text: "list #\(number)", response: .bytes(Array(text.utf8)), isLocal: isLocal)
  }

  private func problem(_ source: CreativeSource?) -> String? {
    if case .problem(let words)? = source?.response { words } else { nil }
  }

  @Test func elementsOfAnArrayAreResponsesAndSources() throws {
    let text = #" [ {"a":"],\"}"} , "http://example.com/1", {"b":[1,{"c":2}]},"{\"d\":1}" ] "#
    #expect(
      try sources(text) == [
        response(#"{"a":"],\"}"}"#, 1),
        CreativeSource(
          text: "http://example.com/1", response: .url("http://example.com/1"), isLocal: false),
        response(#"{"b":[1,{"c":2}]}"#, 3), response(#"{"d":1}"#, 4),
      ])
  }

  @Test func aLoneResponseMayHaveLineEnds() throws {
    let text = "{\n  \"native\": {}\n}\n"
    #expect(try sources(text) == [response("{\n  \"native\": {}\n}", 1)])
  }

  @Test func linesAreResponsesAndSources() throws {
    let text = "\u{FEFF}{\"a\":1}\r\n\n  /ads/b.json\t\nhttp://example.com/c\n{\"d\":2}"
    #expect(
      try sources(text) == [
        response("{\"a\":1}", 1),
        CreativeSource(text: "/ads/b.json", response: .url("/ads/b.json"), isLocal: true),
        CreativeSource(
          text: "http://example.com/c", response: .url("http://example.com/c"), isLocal: false),
        response("{\"d\":2}", 4),
      ])
  }

  @Test(arguments: ["", " \n \n", "[]", "[ \n ]"])
  func anEmptyListHasNoAds(text: String) throws {
    #expect(try sources(text).isEmpty)
  }

  @Test(arguments: ["[", "[{}", "[{}]]", "[\"", "[1] x", "[\"\\\"]"])
  func anArrayWithoutAnEndIsRefused(text: String) {
    #expect(throws: UsageError.self) { try sources(text) }
  }

  @Test func whatIsWrongWithOneElementConcernsItAlone() throws {
    let found = try sources(#"[1, "", {}, null, [{}], "\u00"]"#)
    #expect(found.count == 6)
    #expect(problem(found[1]) != nil)
    #expect(found[2] == response("{}", 3))
    #expect(problem(found[5]) != nil)
  }

  @Test func aListFromElsewhereNamesNoLocalFiles() throws {
    let found = try sources(
      #"["/etc/passwd", "file:///etc/passwd", "data:,x", "https://example.com/a", {"a":1}]"#,
      namesLocalSources: false, isLocal: false)
    for source in found.prefix(3) { #expect(problem(source)?.contains("http") == true) }
    #expect(found[3].response == .url("https://example.com/a"))
    #expect(found[4] == response(#"{"a":1}"#, 5, isLocal: false))
  }

  @Test func aListThatIsTooLargeIsRefused() {
    let bytes = [UInt8](repeating: 0x20, count: CreativeList.maximumByteCount + 1)
    #expect(throws: UsageError.self) {
      try CreativeList(name: "list", namesLocalSources: true, isLocal: true).sources(in: bytes)
    }
  }

  @Test func zeroBytesAreNoLine() throws {
    #expect(problem(try sources("a\u{0}b").first) != nil)
  }
}
