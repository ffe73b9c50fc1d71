/// Why a file is no video that can be shown.
public enum VideoProbeError: Error, Hashable, Sendable {
  /// The bytes are something else; the text says what they look like, where that is known.
  case notAVideo(String)
  /// The file ends before something that it announces; the text names it.
  case truncated(String)
  /// The file has no video track.
  case noVideoTrack
  /// The file contradicts itself or its specification; the text says where.
  case malformed(String)
  /// The file has more parts than are looked at; the text names limit, value and what is allowed.
  case limitExceeded(String)
}

extension VideoProbeError {
  /// A word for programs: stable between versions, one for each case.
  public var code: String {
    switch self {
    case .notAVideo: "notAVideo"
    case .truncated: "truncated"
    case .noVideoTrack: "noVideoTrack"
    case .malformed: "malformed"
    case .limitExceeded: "limitExceeded"
    }
  }
}

extension VideoProbeError: CustomStringConvertible {
  /// A sentence for people.
  public var description: String {
    switch self {
    case .notAVideo(let what): what.isEmpty ? "not a video" : "not a video: \(what)"
    case .truncated(let what): "truncated video: \(what)"
    case .noVideoTrack: "the file has no video track"
    case .malformed(let reason): "damaged video: \(reason)"
    case .limitExceeded(let what): "over the limit of \(what)"
    }
  }
}
