#if GTK
  import NativeAds
  internal import CGTK
#endif
