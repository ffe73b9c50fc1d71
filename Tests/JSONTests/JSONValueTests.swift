import Testing

@testable import JSON

@Suite struct JSONValueTests {
  @Test func valuesOfEveryKindAreRead() throws {
    let text = #" { "a" : [ null , true,false, -0.5e+2, 0, "x" ] , "b" : {} , "c":[] } "#
    #expect(
      try JSONValue(Array(text.utf8))
        == .object([
          .init(
            name: "a",
            value: .array([.null, .bool(true), .bool(false), .number(-50), .number(0), .string("x")])),
          .init(name: "b", value: .object([])), .init(name: "c", value: .array([])),
        ]))
  }

  @Test func escapesAreRead() throws {
    #expect(
      try JSONValue(Array(#""\"\\\/\b\f\n\r\t\u00e4\uD834\uDD1E""#.utf8))
        == .string("\"\\/\u{8}\u{C}\n\r\tä𝄞"))
  }

  @Test(arguments: [
    "", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[1,]", "{\"a\":1}x", "01", "1.", "-", "+1", "1e", "nul",
    "\"a", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\n\"", "'a'",
    "{\"a\":1,\"a\":2}", "NaN", "1e999", "\u{FEFF}{}", "{a:1}", "[1 2]", "tru",
  ])
  func whatIsNoJSONIsRefused(text: String) {
    #expect(throws: JSONValue.SyntaxError.self) { try JSONValue(Array(text.utf8)) }
  }

  @Test func bytesThatAreNoUTF8AreRefused() {
    #expect(throws: JSONValue.SyntaxError.self) { try JSONValue([0x22, 0xFF, 0x22]) }
  }

  @Test func deepNestingIsRefusedWithoutExhaustingTheStack() {
    let text = String(repeating: "[", count: 1_000_000)
    #expect(throws: JSONValue.SyntaxError(message: "nested too deeply", offset: 33)) {
      try JSONValue(Array(text.utf8))
    }
  }

  @Test func membersAreFoundByName() throws {
    let value = try JSONValue(Array(#"{"a":1,"b":null}"#.utf8))
    #expect(value["a"] == .number(1))
    #expect(value["b"] == .null)
    #expect(value["c"] == nil)
    #expect(JSONValue.array([value])["a"] == nil)
  }

  @Test func theLastOfRepeatedMembersIsFoundWhereTheyAreAllowed() throws {
    let text = Array(#"{"a":1,"b":{"c":2,"c":3},"a":4}"#.utf8)
    let value = try JSONValue(text, repeatedMembers: .last)
    #expect(value["a"] == .number(4))
    #expect(value["b"]?["c"] == .number(3))
    #expect(throws: JSONValue.SyntaxError(message: "a member name is repeated", offset: 21)) {
      try JSONValue(text, repeatedMembers: .refused)
    }
  }

  // A name is its code units (section 8.3), whatever it looks like.
  @Test func namesThatOnlyLookAlikeAreTwo() throws {
    let value = try JSONValue(Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
    #expect(value["\u{E9}"] == .number(1))
    #expect(value["e\u{301}"] == .number(2))
  }

  // To compare such names as `String` does would take minutes.
  @Test(.timeLimit(.minutes(1))) func namesOfCombiningMarksAreReadInLinearTime() throws {
    let marks = String(repeating: "\u{316}\u{301}", count: 100_000)
    let text = "{\"a\(marks)1\":1,\"a\(marks)2\":2}"
    let value = try JSONValue(Array(text.utf8))
    #expect(value["a"] == nil)
    #expect(value["a\(marks)2"] == .number(2))
  }

  @Test(.timeLimit(.minutes(1))) func aMegabyteIsReadInLinearTime() throws {
    let texts = [
      "[\(String(repeating: "[],", count: 350_000))0]",
      "{\((0..<100_000).map { "\"\($0)\":0" }.joined(separator: ","))}",
      "\"\(String(repeating: "x", count: 1_000_000))\"",
      "\"\(String(repeating: "\\u00e4", count: 170_000))\"",
      String(repeating: " ", count: 1_000_000) + "0",
    ]
    for text in texts { _ = try JSONValue(Array(text.utf8)) }
  }
}
