extension LocalTransfer {
  /// Reads the source, on the reader's thread.
  func read(with file: inout LocalFile) {
    guard !delivery.isCancelled else { return }
    switch LocalSource(request.url) {
    case .file(let path):
      readFile(path, with: &file)
      file.close()
    case .data(let url):
      readData(url)
    case nil:
      fail(.invalidURL, .request, "neither a URL nor a path")
    }
  }

  /// Fails, in the words of a transport's error.
  func fail(
    _ code: TransportError.Code, _ phase: TransportError.Phase, _ message: String,
    timings: TransportTimings = TransportTimings()
  ) {
    delivery.fail(
      TransportError(
        phase: phase, code: code, message: message, url: WebAddress.redact(request.url), timings: timings))
  }

  private var tooLargeMessage: String { "the body is larger than the limit of \(request.maximumBytes) bytes" }

  private func readFile(_ path: [UInt8], with file: inout LocalFile) {
    let begun = MonotonicTime.now()
    var timings = TransportTimings()
    var bytes = 0
    do {
      let length = try file.open(path)
      if let range = request.byteRange, length > 0 {
        timings.firstByte = begun - started
        return try readPart(range.clamped(to: 0..<length), of: length, &file, timings)
      }
      guard length <= request.maximumBytes else { return fail(.tooLarge, .headers, tooLargeMessage) }
      timings.firstByte = begun - started
      // Files of the kernel say that they are empty.
      respond(expectedBytes: length > 0 ? length : nil)
      var isTooLarge = false
      while try file.read({ piece in
        bytes += piece.byteCount
        isTooLarge = bytes > request.maximumBytes
        if !isTooLarge { delivery.receive(piece) }
      }) {
        if isTooLarge { return fail(.tooLarge, .body, tooLargeMessage, timings: timings) }
        if delivery.isCancelled { return }
        if MonotonicTime.now() > begun + request.timeouts.total {
          return fail(
            .timedOut, .body, "not finished within \(request.timeouts.total.text)", timings: timings)
        }
      }
      guard length == 0 || bytes == length else {
        return fail(.unreadableFile, .body, "the file changed while it was read", timings: timings)
      }
    } catch {
      return fail(.unreadableFile, bytes > 0 ? .body : .request, error.message, timings: timings)
    }
    finish(bytes, timings)
  }

  private func readPart(
    _ range: Range<Int>, of length: Int, _ file: inout LocalFile, _ timings: TransportTimings
  ) throws(LocalFile.Failure) {
    guard range.count <= request.maximumBytes else { return fail(.tooLarge, .headers, tooLargeMessage) }
    let place = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
    respond(
      headers: range.isEmpty ? [] : [HTTPField("Content-Range", place)],
      expectedBytes: range.count)
    try file.seek(to: range.lowerBound)
    var left = range.count
    while left > 0, !delivery.isCancelled {
      let hasMore = try file.read(atMost: left) { piece in
        left -= piece.byteCount
        delivery.receive(piece)
      }
      guard hasMore else {
        return fail(.unreadableFile, .body, "the file changed while it was read", timings: timings)
      }
    }
    finish(range.count, timings)
  }

  private func readData(_ url: String) {
    let data: DataURL
    do throws(DataURL.Failure) {
      data = try DataURL(url, maximumBytes: request.maximumBytes)
    } catch {
      switch error {
      case .invalid(let reason): return fail(.invalidURL, .request, reason)
      case .tooLarge: return fail(.tooLarge, .headers, tooLargeMessage)
      }
    }
    var timings = TransportTimings()
    timings.firstByte = MonotonicTime.now() - started
    respond(headers: [HTTPField("Content-Type", data.mediaType)], expectedBytes: data.bytes.count)
    data.bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 64 << 10) where !delivery.isCancelled {
        delivery.receive(
          UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 64 << 10, bytes.count)]).bytes)
      }
    }
    finish(data.bytes.count, timings)
  }

  private func respond(headers: [HTTPField] = [], expectedBytes: Int?) {
    delivery.receive(
      TransportResponse(
        status: nil, headers: headers, expectedBytes: expectedBytes,
        effectiveURL: WebAddress.redact(request.url)))
  }

  private func finish(_ bytes: Int, _ timings: TransportTimings) {
    var timings = timings
    timings.lastByte = MonotonicTime.now() - started
    delivery.finish(TransportSummary(bytes: bytes, timings: timings))
  }
}
