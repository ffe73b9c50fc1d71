#if VAST
  import NativeAds
  import Testing

  @Suite(
    .enabled(if: VASTCorpora.root != nil, "LAZYMEDIA_CORPORA does not name the folder of VAST documents"))
  struct VASTCorporaTests {
    // G17
    @Test func everyDocumentIsReadAsAnIndependentReaderReadsIt() throws {
      let rows = try VASTCorpora.rows()
      #expect(rows.count >= 58)
      var read = 0
      for row in rows {
        let path = row["path"]
        #expect(row.bytes.count == row.count("bytes"), "\(path)")
        guard row["wellformed"] == "yes", row["root"] == "VAST" else {
          let error = #expect(throws: VASTError.self, "\(path)") { try VAST(row.bytes) }
          #expect(error?.code == (row["wellformed"] == "yes" ? 102 : 100), "\(path)")
          continue
        }
        let vast = try VAST(row.bytes)
        let linears = vast.ads.flatMap(\.linears)
        #expect(vast.version == row["version"], "\(path)")
        #expect(vast.ads.count == row.count("ads"), "\(path)")
        #expect(vast.ads.count { $0.wrapper == nil } == row.count("inline"), "\(path)")
        #expect(vast.ads.count { $0.wrapper != nil } == row.count("wrapper"), "\(path)")
        #expect(linears.count == row.count("linear"), "\(path)")
        #expect(vast.ads.reduce(0) { $0 + $1.nonLinearCount } == row.count("nonlinear"), "\(path)")
        #expect(linears.compactMap(\.duration).first == duration(row["duration"]), "\(path)")
        #expect(
          linears.flatMap(\.mediaFiles).map(summary).joined(separator: " ") == row["mediafiles"], "\(path)")
        let trackings = vast.ads.reduce(0) { sum, ad in
          sum + ad.otherTrackings.count + ad.linears.reduce(0) { $0 + $1.trackings.count }
        }
        #expect(trackings == row.count("tracking"), "\(path)")
        #expect(vast.ads.reduce(0) { $0 + $1.impressions.count } == row.count("impressions"), "\(path)")
        #expect(
          vast.ads.reduce(vast.errors.count) { $0 + $1.errors.count } == row.count("errors"), "\(path)")
        read += 1
      }
      print("corpora: \(read) VAST documents equal, \(rows.count - read) refused, of \(rows.count)")
    }

    /// As the table writes a file.
    private func summary(_ file: VAST.MediaFile) -> String {
      [
        String(file.width), String(file.height), file.type, file.delivery?.rawValue ?? "",
        file.bitrate.map(String.init) ?? "", file.apiFramework ?? "-", file.url.isEmpty ? "nourl" : "url",
      ].joined(separator: ":")
    }

    private func duration(_ text: String) -> Duration? {
      let parts = text.split(separator: ":").compactMap { Double($0) }
      guard parts.count == 3 else { return nil }
      return .milliseconds(Int(((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1000 + 0.5))
    }
  }
#endif
