// `import LazyMedia` is enough for a renderer: what appears in its API comes with it.
@_exported public import MediaCodecs
@_exported public import MediaTransport
