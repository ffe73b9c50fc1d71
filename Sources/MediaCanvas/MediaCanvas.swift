#if Canvas
  import NativeAds
  internal import CCairo
#endif
