import JSON
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
