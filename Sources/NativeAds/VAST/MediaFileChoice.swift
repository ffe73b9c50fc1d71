extension VAST {
  /// Which video file is played, and the size to reserve for it. A pure function of what is known of the files, by
  /// attributes and not by their order (VAST 4.3, section 3.9.1), so that the file whose size was told is the one
  /// that is played.
  ///
  /// 1. Files are dropped that have no `http` or `https` address, need an API framework, are not of a supported type,
  ///    or are not flat (`mediaType` other than `2D`).
  /// 2. Of the others, progressive is preferred to streaming, then an earlier type to a later one.
  /// 3. Then the smallest width that covers the target, else the largest; files without a size come last.
  /// 4. Then the highest bitrate up to the cap, else the lowest; a missing one is estimated from size and duration;
  ///    files whose bitrate cannot be told come last. Then the order in the document.
  public struct MediaFileChoice: Hashable, Sendable {
    /// What became of a file.
    public enum Verdict: Hashable, Sendable {
      /// It is played.
      case chosen
      /// It could be played, but another one is better; with the reason.
      case outranked(String)
      /// It cannot be played here; with the reason.
      case dropped(String)
    }

    /// A file and what became of it.
    public struct Candidate: Hashable, Sendable {
      /// The file.
      public var file: MediaFile
      /// What became of it.
      public var verdict: Verdict
    }

    /// Types that are chosen from by default, the best first: MP4, WebM, HLS.
    public static let defaultTypes = ["video/mp4", "video/webm", "application/x-mpegURL"]
    /// The target width, in pixels, where none is known.
    public static let defaultTargetWidth = 1280
    /// The bitrate, in kilobits a second, that is not exceeded where there is a choice.
    public static let defaultBitrateCap = 2500
    /// Pixels of a width or height that is believed.
    public static let largestDimension = CreativeSize.largestSide

    /// The file that is played; `nil` where there is none (``VASTError/noSupportedMediaFile``).
    public var file: MediaFile?
    /// Width to reserve, in pixels; 0 where unknown, as is the height then.
    public var width = 0
    /// Height to reserve, in pixels; 0 where unknown.
    public var height = 0
    /// Whether the size is that of another file, because the chosen one has none.
    public var isEstimated = false
    /// All files, in document order, with what became of each.
    public var candidates: [Candidate] = []

    /// Chooses one of `files`.
    ///
    /// - Parameters:
    ///   - duration: of the creative, to estimate bitrates that are missing.
    ///   - targetWidth: in pixels (points times scale), of the view; 1,280 where `nil`.
    ///   - supportedTypes: MIME types, the best first. Both names of HLS mean the same.
    ///   - bitrateCap: in kilobits a second.
    public static func choose(
      from files: [MediaFile], duration: Duration? = nil, targetWidth: Int? = nil,
      supportedTypes: [String] = defaultTypes, bitrateCap: Int = defaultBitrateCap
    ) -> MediaFileChoice {
      let types = supportedTypes.map(canonicalType)
      let target = targetWidth.flatMap { $0 > 0 ? $0 : nil } ?? defaultTargetWidth
      var choice = MediaFileChoice()
      var ranked: [(index: Int, rank: MediaFileRank)] = []
      for (index, file) in files.enumerated() {
        if let reason = reasonToDrop(file, types: types) {
          choice.candidates.append(Candidate(file: file, verdict: .dropped(reason)))
          continue
        }
        let type = types.firstIndex(of: canonicalType(file.type)) ?? types.count
        let rank = MediaFileRank(
          file, type: type, targetWidth: target, duration: duration, bitrateCap: bitrateCap, position: index)
        ranked.append((index, rank))
        choice.candidates.append(Candidate(file: file, verdict: .chosen))
      }
      ranked.sort { $0.rank < $1.rank }
      guard let best = ranked.first else { return choice }
      choice.file = files[best.index]
      for (index, rank) in ranked.dropFirst() {
        choice.candidates[index].verdict = .outranked(rank.reason(against: best.rank))
      }
      choice.setSize(from: ranked.map { files[$0.index] })
      return choice
    }

    /// The size of the chosen file, the first; else that of the best one that has a believable size.
    private mutating func setSize(from files: [MediaFile]) {
      guard let chosen = files.first else { return }
      let hasSize = chosen.width > 0 && chosen.height > 0
      let source = hasSize ? chosen : files.first { Self.isBelievable($0) }
      guard let source, Self.isBelievable(source) else { return }
      (width, height, isEstimated) = (source.width, source.height, !hasSize)
    }

    private static func isBelievable(_ file: MediaFile) -> Bool {
      CreativeSize(width: file.width, height: file.height) != nil
    }

    private static func reasonToDrop(_ file: MediaFile, types: [String]) -> String? {
      if file.url.isEmpty { return "it has no address" }
      if !VASTAddress.isWeb(file.url) { return "its address is neither http nor https" }
      if let framework = file.apiFramework, !framework.isEmpty { return "it needs \(framework)" }
      if !types.contains(canonicalType(file.type)) {
        return file.type.isEmpty ? "it has no type" : "\(file.type) is not supported"
      }
      if file.mediaType.uppercased() != "2D" { return "it is \(file.mediaType), not 2D" }
      return nil
    }

    /// Lower case, without parameters; one name for HLS.
    private static func canonicalType(_ type: String) -> String {
      let name = VASTValues.trimmed(String(type.prefix { $0 != ";" })).lowercased()
      return name == "application/vnd.apple.mpegurl" ? "application/x-mpegurl" : name
    }
  }
}
