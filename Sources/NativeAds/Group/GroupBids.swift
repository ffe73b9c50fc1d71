/// Which ads of a response a group takes: the first that can be read and differ, as many as were asked for; with the
/// failures met on the way.
struct GroupBids {
  /// In the order of the response.
  let bids: [Result<OpenRTBNative, NativeAdLoaderError>]

  init(_ response: [Result<OpenRTBNative, OpenRTBNativeError>], count: Int) {
    var bids: [Result<OpenRTBNative, NativeAdLoaderError>] = []
    var keys: Set<String> = []
    for bid in response where keys.count < count {
      if case .success(let ad) = bid, !keys.insert(ad.deduplicationKey).inserted { continue }
      bids.append(bid.mapError { .response($0) })
    }
    self.bids = bids
  }
}
