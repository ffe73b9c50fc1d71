#if GTK
  // Programs build their windows with GTK itself.
  @_exported public import CGTK
  @_exported public import NativeAds
#endif
