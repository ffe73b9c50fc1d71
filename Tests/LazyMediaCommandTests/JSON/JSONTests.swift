import Foundation
import Testing

@testable import LazyMediaCommand

@Suite struct JSONWriterTests {
  @Test func membersKeepTheirOrderAndUnknownIsNull() {
    var object = JSONWriter()
    object.add("b", "text")
    object.add("a", 1)
    object.add("n", String?.none)
    object.add("m", Int?.none)
    object.add("t", milliseconds: .microseconds(12_345))
    object.add("l", ["x", "y"])
    object.addObject("o") { $0.add("k", -5) }
    object.addObject("p", nil)
    #expect(
      String(decoding: object.finished(), as: UTF8.self)
        == #"{"b":"text","a":1,"n":null,"m":null,"t":12.345,"l":["x","y"],"o":{"k":-5},"p":null}"#)
  }

  @Test func everyTextComesBackFromAnIndependentReader() throws {
    let controls = String(String.UnicodeScalarView((0..<0x20).compactMap(UnicodeScalar.init)))
    for text in [controls, "\u{7F}\"\\/", "ä€𝄞\u{2028}\u{2029}\u{FFFD}", "", "a\u{0}b"] {
      var object = JSONWriter()
      object.add("source", text)
      let line = object.finished()
      #expect(!line.contains { $0 < 0x20 }, "a line end inside a line")
      let read = try JSONSerialization.jsonObject(with: Data(line)) as? [String: String]
      #expect(read == ["source": text])
    }
  }

  @Test func bytesThatAreNoUTF8AreRepaired() throws {
    var object = JSONWriter()
    object.add("source", Argument(bytes: [0x61, 0xC3, 0x28, 0xED, 0xA0, 0x80]).text)
    let read = try JSONSerialization.jsonObject(with: Data(object.finished())) as? [String: String]
    #expect(read?["source"]?.hasPrefix("a\u{FFFD}(") == true)
  }
}

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
