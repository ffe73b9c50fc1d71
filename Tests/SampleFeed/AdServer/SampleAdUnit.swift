public import MediaCodecs

/// A place for ads that every sample ad server has.
public enum SampleAdUnit: String, CaseIterable, Sendable {
  /// Ads with a picture.
  case native = "PUBLIC_TEST_UNIT_ID_NATIVE"
  /// Ads with a video, wide.
  case video16x9 = "PUBLIC_TEST_UNIT_ID_NATIVE_VIDEO_16_9"
  /// Ads with a video, upright.
  case video9x16 = "PUBLIC_TEST_UNIT_ID_NATIVE_VIDEO_9_16"

  /// How large the files of its videos are, in pixels; none where its ads have pictures.
  public var videoSizes: [PixelSize] {
    switch self {
    case .native: []
    case .video16x9: [PixelSize(width: 640, height: 360), PixelSize(width: 1_280, height: 720)]
    case .video9x16: [PixelSize(width: 360, height: 640), PixelSize(width: 720, height: 1_280)]
    }
  }
}
