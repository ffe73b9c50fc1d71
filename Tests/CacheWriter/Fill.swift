#if DiskCache
  import LazyMedia

  /// Stores bodies until one is refused, and tells why; then whether all that is there is whole.
  func fill(directory: String, bodyByteCount: Int, count: Int) {
    do throws(MediaStoreError) {
      let cache = try DiskCache(directory: directory)
      var refusal = "none"
      var stored = 0
      while stored < count, refusal == "none" {
        do throws(MediaStoreError) {
          let body = SelfDescribingBody(key: stored, version: 1, byteCount: bodyByteCount)
          try cache.insert(head: body.head, body: body.body, for: body.name)
          stored += 1
        } catch { refusal = error.code.rawValue }
      }
      let found = try cache.verify(removingBad: false)
      tell(
        "stored=\(stored) refusal=\(refusal) sound=\(found.isSound) entries=\(found.soundEntries) "
          + "stray=\(found.strayFiles)")
    } catch { tell("refusal=\(error.code.rawValue) message=\(error.message)") }
  }
#endif
