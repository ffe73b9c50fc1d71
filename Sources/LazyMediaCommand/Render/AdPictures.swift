import LazyMedia
@MainActor struct AdPictures {
  let settings: Settings; let transport: any Transport; let output: RenderOutput
  func draw(_ s: CreativeSource) async throws {}
}
@MainActor struct FeedPictures {
  let settings: Settings; let transport: any Transport; let output: RenderOutput
  func draw(_ s: [CreativeSource]) async throws {}
}
