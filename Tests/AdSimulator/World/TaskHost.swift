import LazyMedia

/// A plain load of a picture, by a program that also shows ads.
@MainActor final class TaskHost {
  unowned let world: World
  let picture: Int
  private var task: MediaTask?
  private(set) var isOver = false
  private var isCancelled = false
  private var hasSize = false

  init(world: World, picture: Int) {
    self.world = world
    self.picture = picture
  }

  func start(_ request: MediaRequest) {
    task = world.pipeline.load(request) { [weak self] in self?.take($0) }
  }

  func cancel() {
    isCancelled = true
    isOver = true
    task?.cancel()
  }

  private func take(_ event: MediaEvent) {
    if isCancelled { return world.report(.silenceAfterCancel, "a task tells of \(event) after its cancel") }
    if isOver { return world.report(.oneTerminalEvent, "a task tells of \(event) after its end") }
    switch event {
    case .size(let info):
      if hasSize || info.displaySize != PictureSet.size(of: picture) {
        world.report(.preferredSize, "a task tells of \(info.displaySize)")
      }
      hasSize = true
    case .progress: break
    case .preview: world.report(.noWrongPicture, "a task tells of a preview")
    case .finished(let image):
      isOver = true
      if PictureSet.index(of: image) != picture || !hasSize {
        world.report(.noWrongPicture, "a task brings another picture")
      }
    case .failed(let error):
      isOver = true
      if world.failures[picture] == 0 || error.url != PictureSet.url(of: picture) {
        world.report(.honestFailure, "a task, whose bytes did not fail: \(error)")
      }
    }
  }
}
