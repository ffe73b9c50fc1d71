#if Redis
  /// Why a command has no result.
  enum RedisFailure: Error {
    /// The server cannot be reached, or the connection is of no further use.
    case unreachable(String)
    /// The server's answer was no.
    case refused(String)

    /// For who uses the store of `address`.
    func storeError(of address: RedisAddress) -> MediaStoreError {
      switch self {
      case .unreachable(let text): MediaStoreError(.unavailable, "\(address): \(text)")
      case .refused(let text) where text.hasPrefix("OOM"): MediaStoreError(.full, "\(address): \(text)")
      case .refused(let text)
      where ["NOAUTH", "WRONGPASS", "NOPERM", "LOADING", "MASTERDOWN"].contains(where: text.hasPrefix):
        MediaStoreError(.unavailable, "\(address): \(text)")
      case .refused(let text): MediaStoreError(.failed, "\(address): \(text)")
      }
    }
  }
#endif
