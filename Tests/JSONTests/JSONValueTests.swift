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
}
