#if VAST
  import CXML2

  /// Reads XML with libxml2: no network, no document type, no entities, nothing on standard error.
  struct XMLReader {
    private let input: XMLInput
    private let deepestNesting: Int

    init(_ input: XMLInput, deepestNesting: Int) {
      self.input = input
      self.deepestNesting = deepestNesting
    }

    // libxml2 wants this once, before two threads come.
    private static let isReady: Void = xmlInitParser()

    /// Tells `builder` all elements and texts, in order.
    func read(into builder: inout VASTBuilder) throws(VASTError) {
      _ = Self.isReady
      // The handler is the thread's, and the host may have its own: it is lent to us and given back. What is wrong
      // is asked for afterwards.
      let handler = __xmlStructuredError().pointee
      let context = __xmlStructuredErrorContext().pointee
      xmlSetStructuredErrorFunc(nil) { _, _ in }
      defer { xmlSetStructuredErrorFunc(context, handler) }
      xmlResetLastError()

      guard let count = Int32(exactly: input.bytes.count) else { throw .tooLarge(limit: Int(Int32.max)) }
      var failure: VASTError?
      input.bytes.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { bytes in
          let options = Int32(XML_PARSE_NONET.rawValue) | Int32(XML_PARSE_COMPACT.rawValue)
          guard let reader = xmlReaderForMemory(bytes.baseAddress, count, nil, nil, options) else {
            failure = .malformed("out of memory")
            return
          }
          defer { xmlFreeTextReader(reader) }
          do throws(VASTError) { try walk(reader, into: &builder) } catch { failure = error }
        }
      }
      if let failure { throw failure }
    }

    private func walk(_ reader: xmlTextReaderPtr, into builder: inout VASTBuilder) throws(VASTError) {
      while true {
        let result = xmlTextReaderRead(reader)
        guard result >= 0 else { throw .malformed(Self.lastMessage()) }
        guard result > 0 else { return }
        switch UInt32(bitPattern: xmlTextReaderNodeType(reader)) {
        case XML_READER_TYPE_ELEMENT.rawValue:
          guard xmlTextReaderDepth(reader) < Int32(deepestNesting) else {
            throw .tooDeep(limit: deepestNesting)
          }
          let isEmpty = xmlTextReaderIsEmptyElement(reader) == 1
          let name = Self.text(xmlTextReaderConstLocalName(reader))
          let hasMore = VASTBuilder.withAttributes.contains(name)
          try builder.begin(name, attributes: hasMore ? Self.attributes(of: reader) : [:])
          if isEmpty { builder.end() }
        case XML_READER_TYPE_END_ELEMENT.rawValue:
          builder.end()
        case XML_READER_TYPE_TEXT.rawValue, XML_READER_TYPE_CDATA.rawValue:
          builder.append(Self.text(xmlTextReaderConstValue(reader)))
        case XML_READER_TYPE_ENTITY_REFERENCE.rawValue:
          throw .malformed("it refers to an entity")
        default: break
        }
      }
    }

    /// By their local names; of two of a name, the one without a prefix counts.
    private static func attributes(of reader: xmlTextReaderPtr) -> [String: String] {
      guard xmlTextReaderHasAttributes(reader) == 1 else { return [:] }
      var attributes: [String: String] = [:]
      while xmlTextReaderMoveToNextAttribute(reader) == 1 {
        guard xmlTextReaderIsNamespaceDecl(reader) != 1 else { continue }
        let name = text(xmlTextReaderConstLocalName(reader))
        if attributes[name] != nil, xmlTextReaderConstPrefix(reader) != nil { continue }
        attributes[name] = text(xmlTextReaderConstValue(reader))
      }
      return attributes
    }

    private static func text(_ characters: UnsafePointer<xmlChar>?) -> String {
      characters.map { String(cString: $0) } ?? ""
    }

    private static func lastMessage() -> String {
      guard let error = xmlGetLastError(), let message = error.pointee.message else { return "unknown" }
      return "line \(error.pointee.line): \(VASTValues.trimmed(String(cString: message)).prefix(200))"
    }
  }
#endif
