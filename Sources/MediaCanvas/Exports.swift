// `import MediaCanvas` is enough for a program that draws ads: what appears in its API comes with it.
@_exported public import NativeAds
