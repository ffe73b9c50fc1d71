#if VAST
  import SeededRandom
  import Testing

  @testable import NativeAds

  @Suite struct VASTHostileInputTests {
    private func error(_ text: String) -> VASTError? { error(Array(text.utf8)) }

    private func error(_ bytes: [UInt8]) -> VASTError? {
      do throws(VASTError) {
        _ = try VAST(bytes)
        return nil
      } catch { return error }
    }

    @Test func entitiesOfTheDocumentAreRefused() {
      let laughs = (1...20).map { #"<!ENTITY l\#($0) "&l\#($0 - 1);&l\#($0 - 1);&l\#($0 - 1);">"# }.joined()
      let bomb =
        #"<?xml version="1.0"?><!DOCTYPE VAST [<!ENTITY l0 "lol">\#(laughs)]><VAST version="3.0">&l20;</VAST>"#
      #expect(error(bomb) == .declaresEntities)
      #expect(
        error(
          #"<!DOCTYPE VAST [<!ENTITY x SYSTEM "file:///etc/passwd">]><VAST version="3.0"><Error>&x;</Error></VAST>"#
        )
          == .declaresEntities)
      #expect(
        error(
          "<!-- a > [ --><!DOCTYPE VAST\n[<!ENTITY % x SYSTEM 'http://127.0.0.1:1/'> %x;]><VAST version='3.0'/>"
        )
          == .declaresEntities)
      let wide = #"<!DOCTYPE VAST [<!ENTITY x "y">]><VAST version="3.0"/>"#
      #expect(
        error([0xFF, 0xFE] + wide.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == .declaresEntities)
    }

    @Test func aDocumentTypeThatDeclaresNothingIsNotLoaded() throws {
      let document =
        #"<!DOCTYPE VAST SYSTEM "file:///nonexistent.dtd"><VAST version="3.0"><Error>e</Error></VAST>"#
      #expect(try VAST(Array(document.utf8)).errors == ["e"])
      let reference = #"<!DOCTYPE VAST SYSTEM "file:///x.dtd"><VAST version="3.0"><Error>&x;</Error></VAST>"#
      #expect(error(reference)?.code == 100)
    }

    @Test func whatIsNotWellFormedSaysWhere() {
      let unclosed = error("<VAST version='3.0'>\n<Ad></VAST>")
      #expect(unclosed?.code == 100)
      #expect(unclosed?.message.contains("line 2") == true)
      for text in [
        "<VAST version='3.0'/><more/>", "<VAST version='3.0'>&nbsp;</VAST>",
        "<VAST version='3.0' version='3.0'/>",
        "<VAST version=3.0/>", "<VAST version='3.0'>\u{1}</VAST>", "<", "<VAST", "<!--", "<![CDATA[",
        "<?xml ?>",
        "{\"a\":1}", "VAST", "<VAST version='3.0'><a:b/></VAST><",
        "<?xml version='1.0' encoding='IBM037'?><VAST/>",
        "<?xml version='1.0' encoding='UTF-7'?><VAST/>",
        "<?xml version='1.0' " + String(repeating: " ", count: 2000),
      ] {
        #expect(error(text)?.code == 100, "\(text.prefix(60))")
      }
      #expect(error([UInt8(ascii: "<"), 0xFF, 0xFE, 0x00])?.code == 100)
    }

    @Test func nothingIsEmpty() {
      #expect(error("") == .empty)
      #expect(error(" \n\t") == .empty)
      #expect(error([0xEF, 0xBB, 0xBF]) == .empty)
    }

    @Test func aDocumentOverTheLimitIsNotRead() {
      let large = VASTDocuments.vast("<Error>\(String(repeating: "x", count: 10 << 20))</Error>")
      #expect(error(large) == .tooLarge(limit: 1 << 20))
      let document = VASTDocuments.vast("")
      let filling = String(repeating: "x", count: (1 << 20) - document.count)
      #expect(error(VASTDocuments.vast(filling)) == nil)
      #expect(error(VASTDocuments.vast(filling + "x")) == .tooLarge(limit: 1 << 20))
    }

    @Test func nestingHasALimit() {
      func nested(_ depth: Int) -> [UInt8] {
        VASTDocuments.vast(
          String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth))
      }
      #expect(error(nested(63)) == nil)
      #expect(error(nested(64)) == .tooDeep(limit: 64))
      let deep = error(nested(100_000))
      #expect(deep?.code == 100)
    }

    @Test func tagsAndNamespacesHaveLimits() {
      let attributes = (0..<100_000).map { " a\($0)=''" }.joined()
      #expect(error("<VAST version='3.0'\(attributes)/>") == .malformed("a tag has more than 16384 bytes"))
      let namespaces = (0..<65).map { "<a xmlns:n\($0)='u'/>" }.joined()
      #expect(error(VASTDocuments.vast(namespaces)) == .malformed("it declares more than 64 namespaces"))
      // Not a tag: as long as it likes.
      let text = String(repeating: "a='b' ", count: 10_000)
      #expect(
        error(VASTDocuments.vast("<Extensions><![CDATA[<\(text)]]></Extensions><!--<\(text)-->")) == nil)
    }

    @Test func everyCutOfADocumentIsAnError() {
      let document = VASTDocuments.vast(
        VASTDocuments.inLine() + VASTDocuments.wrapper("a", to: "https://w.example"))
      for length in 0..<document.count {
        let code = error(Array(document[..<length]))?.code
        #expect(code == 100, "\(length)")
      }
    }

    @Test func mutatedDocumentsAreReadOrRefused() {
      let document = VASTDocuments.vast(
        VASTDocuments.inLine(clickThrough: "https://l.example")
          + VASTDocuments.wrapper("a", to: "https://w.example"))
      let tokens = [
        "<", ">", "]]>", "<![CDATA[", "&", "&#x0;", "\"", "<!--", "<!DOCTYPE VAST [", "<?", "xmlns:",
      ]
      var refused = 0
      for seed in 0..<4000 {
        var random = SeededGenerator(seed: UInt64(seed))
        var bytes = document
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let index = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
          case 1:
            bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...40, using: &random)))
          case 2:
            bytes.insert(
              contentsOf: tokens.randomElement(using: &random).map { Array($0.utf8) } ?? [], at: index)
          default:
            bytes.insert(
              contentsOf: bytes[index..<min(bytes.count, index + Int.random(in: 1...200, using: &random))],
              at: index)
          }
          if bytes.isEmpty { bytes = [0] }
        }
        if error(bytes) != nil { refused += 1 }
      }
      #expect(refused > 400)
      #expect(refused < 4000)
    }
  }
#endif
