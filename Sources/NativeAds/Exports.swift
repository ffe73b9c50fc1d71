// `import NativeAds` is enough for a renderer that shows ads: what appears in its API comes with it.
@_exported public import LazyMedia
