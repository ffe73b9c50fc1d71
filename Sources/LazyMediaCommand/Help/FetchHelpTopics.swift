extension HelpTopics {
  static let fetchOutput = """
    With --json, every source has one object on a line of its own, with the members
      index         its place among the sources, from 0
      source        the source exactly as given
      state         "loaded" or "failed"
      format        "jpeg" or "png", found from the bytes
      width         the size as stored, in pixels
      height
      orientation   the EXIF orientation, 1 to 8
      decodedWidth  the size of the picture made, in pixels
      decodedHeight
      from          where the file came from: "network", "disk" (the folder
                    of --cache), "shared" (the server of --shared-cache) or
                    "local" (a file of this machine, or a data: URL)
      bytes         bytes of the body received; 0 from a cache
      status        the HTTP status of the answer that brought the file
      attempts      attempts made
      pixelHash     with --pixel-hash, 64 hexadecimal digits
      timings       milliseconds from the start of the transfer to:
                    resolve (the name was resolved), connect (the connection
                    was up), firstByte, lastByte, decoded (the picture was
                    finished)
      error         what failed: phase (input, request, resolve, connect,
                    tls, headers, body, decode or output), code, message
    What is not known, or does not apply, is null. Where they apply, these follow: output (the file written), goodRows \
    (with --allow-partial, of a damaged file, in the order in which the file stores them), warnings (texts about \
    cosmetic faults).

    Without --json, every source that failed has one line on standard error. \(unreadableFiles)

    With --stats, these counts are printed to standard error at the end, one a line, or with --json as the members of \
    one object
      fetches         files fetched whole, local ones included
      diskHits        files that the folder had, revalidated ones included
      sharedHits      files that the server had; the same
      revalidations   files of which the server said that they still hold
      resumptions     transfers begun again where an earlier one had stopped
      bytesFetched    bytes of bodies received
      bytesWasted     of those, bytes of transfers that were cancelled
      bytesRecovered  of these, bytes that a later transfer went on from
      decodes         decodes that gave a picture
      decodesWasted   decodes that had begun and were given up
      failures        sources that failed to load
      cancellations   sources that were given up
      storesSkipped   files not kept because too many waited for it
      storeFailures   calls of a cache that failed
    """

  static let fetchFiles = """
    With --output, a picture is written to DIR/INDEX-NAME.EXTENSION: INDEX is the place of the source among all, \
    from 0, in at least five digits; NAME is the last component of its path without extension, in which all but \
    ASCII letters, digits, '-', '_' and '.' becomes '_'; EXTENSION is png, jpg, ppm or rgba. Raw pixels have their \
    size in the name: 00003-poster-600x314.rgba. So no two pictures of a run share a name, and none is written outside DIR.

    A file is written under a temporary name that starts with a dot, and renamed once it is complete; a file that has \
    the name already is replaced. An ICC profile goes into PNG and JPEG files.
    """

  static let fetchCaches = """
    With --cache, files that came over HTTP are kept, with the head of their answer, and used as HTTP allows (RFC 9111): \
    while they are fresh without asking; after that the server is asked whether they still hold, where the answer named \
    a way to. Local files and data: URLs are not kept. What is kept is checked when it is read; what is damaged, or \
    gives no picture, is fetched anew.

    A cache that fails, or a server that cannot be reached, holds nothing up: files are fetched then, and --stats \
    counts the failures. Before the command ends it waits until everything is kept; interrupted, 3 seconds at most.

    A folder is for one user: header fields such as Cookie tell files apart only where the answer says so (Vary). A \
    server is for all who may use it: only what answers allow to be shared is kept there.
    """

  static let fetchProcesses = """
    The command can be run many times at once, by xargs -P, GNU parallel or Spark's pipe: processes share the folder of \
    --cache, and lines of processes that write to the same pipe or file do not mix. Without a source on standard input \
    it prints nothing and ends with 0.

    From one run to the next, the same source has the same members but for: from, bytes, status and attempts (they tell \
    what a cache spared), timings, and index, output, which count the sources of one process. Give each process a folder of \
    its own as --output.
    """
}
