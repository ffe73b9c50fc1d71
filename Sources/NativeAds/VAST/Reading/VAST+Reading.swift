extension VAST {
  /// Bytes of the largest document that is read: 1 MiB.
  public static let largestDocument = 1 << 20
  /// Elements in elements that are read.
  static let deepestNesting = 64

  /// Reads a document of version 2, 3 or 4, in UTF-8, UTF-16 or an encoding that it declares. A byte order mark or
  /// white space before the XML declaration does no harm; prefixes of names are passed over.
  ///
  /// Nothing is fetched, no document type is loaded, and a document that declares entities is refused. At most
  /// ``largestDocument`` bytes and 64 levels of elements are read.
  ///
  /// - Throws: ``VASTError``: with the code 100 for what is not well-formed or too large, 101 for another root than
  ///   `VAST`, 102 for another version, and ``VASTError/unavailable`` without the trait `VAST`.
  public init(_ bytes: [UInt8]) throws(VASTError) {
    #if VAST
      let input = try XMLInput(bytes, limit: Self.largestDocument)
      var builder = VASTBuilder()
      try XMLReader(input, deepestNesting: Self.deepestNesting).read(into: &builder)
      self = try builder.finished()
    #else
      throw .unavailable
    #endif
  }
}
