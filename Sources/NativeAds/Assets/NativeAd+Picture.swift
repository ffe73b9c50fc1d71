import LazyMedia

extension NativeAd {
  /// What a slot asks for to show a picture that is none of the ad's assets; `nil` where the ad may not ask for it.
  func request(
    forPictureAt url: String?, in slot: MediaSlot, contentMode: ContentFit
  ) -> MediaRequest? {
    guard let url, AssetPlan.isAllowed(url, options) else { return nil }
    let area = slot.display?.pixelSize
    let target = area.flatMap { $0.isValid ? DecodeTarget(size: $0, fit: contentMode) : nil }
    var request = MediaRequest(url: url, target: target)
    request.pixelFormat = options.renderingSetting.pixelFormat
    request.alphaMode = options.renderingSetting.alphaMode
    request.maximumBytes = options.maximumMediaBytes
    return request
  }
}
