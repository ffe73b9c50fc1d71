#if DiskCache
  import JSON
  import LazyMedia

  /// What `cache` prints.
  enum CacheReport {
    static func lines(of info: DiskCacheInfo, asJSON isJSON: Bool) -> [UInt8] {
      guard isJSON else {
        return Array(
          """
          folder   \(Text.printable(info.directory))
          format   \(info.formatVersion)
          entries  \(info.entryCount)
          bytes    \(Text.bytes(info.byteCount)) of \(Text.bytes(info.byteLimit))
          """.utf8)
      }
      var json = JSONWriter()
      json.add("directory", info.directory)
      json.add("formatVersion", info.formatVersion)
      json.add("entries", info.entryCount)
      json.add("bytes", info.byteCount)
      json.add("limit", info.byteLimit)
      return json.finished()
    }

    static func line(of entry: DiskCacheEntry, asJSON isJSON: Bool) -> [UInt8] {
      guard isJSON else {
        let size = Text.leftPadded(Text.bytes(entry.bodyByteCount), to: 9)
        return Array("\(size)  \(Text.utc(milliseconds: entry.lastUsed))  \(Text.source(entry.key))".utf8)
      }
      var json = JSONWriter()
      json.add("key", entry.key)
      json.add("bytes", entry.bodyByteCount)
      json.add("headBytes", entry.headByteCount)
      json.add("stored", Text.utc(milliseconds: entry.stored))
      json.add("lastUsed", Text.utc(milliseconds: entry.lastUsed))
      return json.finished()
    }

    static func line(of found: DiskCacheVerification, isRemoved: Bool, asJSON isJSON: Bool) -> [UInt8] {
      if isJSON {
        var json = JSONWriter()
        json.add("sound", found.soundEntries)
        json.add("soundBytes", found.soundBytes)
        json.add("damaged", found.damagedEntries)
        json.add("missing", found.missingBodies)
        json.add("stray", found.strayFiles)
        json.add("indexSound", found.isIndexSound)
        json.add("removed", isRemoved)
        return json.finished()
      }
      var words = ["\(found.soundEntries) sound (\(Text.bytes(found.soundBytes)))"]
      if found.damagedEntries > 0 { words.append("\(found.damagedEntries) damaged") }
      if found.missingBodies > 0 { words.append("\(found.missingBodies) without a file") }
      if found.strayFiles > 0 { words.append("\(found.strayFiles) stray files") }
      if !found.isIndexSound { words = ["the index is damaged"] + (isRemoved ? words : []) }
      let isAnyBad = !found.isSound || found.strayFiles > 0
      return Array(
        (words.joined(separator: ", ") + (isRemoved && isAnyBad ? "; what was bad is removed" : "")).utf8)
    }
  }
#endif
