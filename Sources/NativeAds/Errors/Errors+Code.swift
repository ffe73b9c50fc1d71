import LazyMedia
import MediaTransport

extension NativeAdLoaderError {
  /// The stable number.
  public var errorCode: AdErrorCode {
    switch self {
    case .timedOut: .requestTimedOut
    case .transport(let error): AdErrorCode(error.code)
    case .provider: .sourceFailed
    case .response(let error): error.errorCode
    case .media(let error): error.errorCode
    }
  }
}

extension NativeAdUnitError {
  /// The stable number; of a direct network that of its failure.
  public var errorCode: AdErrorCode {
    switch self {
    case .alreadyLoading: .alreadyLoading
    case .direct(let error): error.errorCode
    case .backfillNoFill: .backfillNoFill
    }
  }
}

extension NativeAdGroupError {
  /// The stable number; of one request for all that of its failure.
  public var errorCode: AdErrorCode {
    switch self {
    case .invalidCount: .invalidCount
    case .alreadyLoading: .alreadyLoading
    case .request(let error): error.errorCode
    case .noFill: .noFill
    }
  }
}

extension OpenRTBNativeError {
  /// The stable number.
  public var errorCode: AdErrorCode {
    switch self {
    case .tooLarge: .responseTooLarge
    case .empty: .responseEmpty
    case .malformedJSON: .responseMalformed
    case .noFill: .noFill
    case .notAnObject, .notANativeAd, .wrappedTooDeeply: .responseNotNative
    case .missingLink, .noAssets, .unusableRequiredAsset: .responseIncomplete
    }
  }
}

extension MediaAssetError {
  /// The stable number.
  public var errorCode: AdErrorCode {
    switch reason {
    case .missingAsset: .missingAsset
    case .unsupportedScheme: .invalidAddress
    case .vast(let error): error.errorCode
    case .media(let error):
      switch error.cause {
      case .transport(let error): AdErrorCode(error.code)
      case .codec: .pictureUndecodable
      case .video: .videoFileUnreadable
      }
    }
  }
}

extension VASTError {
  /// The stable number: that of the IAB, ``code``.
  public var errorCode: AdErrorCode { AdErrorCode(rawValue: code) ?? .vastUndefined }
}

extension VASTFailure {
  /// The stable number: that of the error.
  public var errorCode: AdErrorCode { error.errorCode }
}

extension BindingError {
  /// The stable number.
  public var errorCode: AdErrorCode {
    switch self {
    case .mediaViewMissing: .mediaViewMissing
    case .unexpectedMediaView: .unexpectedMediaView
    }
  }
}

extension LinkError {
  /// The stable number.
  public var errorCode: AdErrorCode {
    switch self {
    case .schemeNotAllowed: .linkSchemeNotAllowed
    case .notOpened: .linkNotOpened
    }
  }
}

extension RewardResult {
  /// The stable number; `nil` of success.
  public var errorCode: AdErrorCode? {
    switch self {
    case .success: nil
    case .alreadyParticipated: .rewardAlreadyPaid
    case .missingReward: .rewardMissing
    case .tooShortToParticipate: .rewardTooShort
    case .connectionTimeout: .rewardTimedOut
    case .browserNotLaunched: .rewardBrowserNotLaunched
    case .networkError: .rewardNetwork
    case .serverError: .rewardServer
    case .clientError: .rewardRefused
    case .unknown: .rewardUnknown
    }
  }
}

extension NativeAdViewBinderError {
  /// The stable number.
  public var errorCode: AdErrorCode {
    switch self {
    case .missingComponents: .missingComponents
    }
  }
}

extension TrackerError {
  /// The stable number; of a hit that was sent, that of the transfer.
  public var errorCode: AdErrorCode {
    switch self {
    case .transport(let error): AdErrorCode(error.code)
    case .tooManyWaiting: .trackerDropped
    case .expired: .trackerExpired
    }
  }
}

extension TrackerQueueError {
  /// The stable number.
  public var errorCode: AdErrorCode {
    switch code {
    case .inUse: .trackerQueueInUse
    case .unavailable: .trackerQueueUnavailable
    case .newerVersion: .trackerQueueNewer
    case .full: .trackerQueueFull
    case .damaged: .trackerQueueDamaged
    case .failed: .trackerQueueFailed
    }
  }
}

extension AdErrorCode {
  init(_ code: TransportError.Code) {
    self =
      switch code {
      case .invalidURL, .invalidHeader, .schemeNotAllowed: .invalidAddress
      case .unresolvedHost: .unresolvedHost
      case .connectionFailed: .connectionFailed
      case .tlsFailed: .tlsFailed
      case .timedOut: .transferTimedOut
      case .tooManyRedirects: .tooManyRedirects
      case .badStatus: .badStatus
      case .tooLarge: .bodyTooLarge
      case .truncated, .protocolError: .transferBroken
      case .unreadableFile: .unreadableFile
      case .notCached: .notCached
      case .other: .transferFailed
      }
  }
}
