public import LazyMedia
public import MediaTransport

extension VASTError {
  /// What it means that the document of a wrapper did not come.
  init(wrapper error: TransportError, limit: Int) {
    self =
      switch error.code {
      case .timedOut: .wrapperTimedOut
      case .tooLarge: .tooLarge(limit: limit)
      default: .wrapperFailed(error.message)
      }
  }

  /// What it means that a media file did not come: 402 for a time limit, 401 where the server has none (404, 410),
  /// else 400.
  public init(mediaFile error: TransportError) {
    self =
      switch (error.code, error.status) {
      case (.timedOut, _): .mediaFileTimedOut
      case (_, 404), (_, 410): .mediaFileNotFound
      default: .mediaFileFailed(error.message)
      }
  }

  /// What it means that a media file could not be loaded: as for a transfer, and 405 where its bytes are wrong.
  public init(mediaFile error: MediaError) {
    switch error.cause {
    case .transport(let error): self.init(mediaFile: error)
    case .codec, .video: self = .mediaFileUndecodable
    }
  }
}
