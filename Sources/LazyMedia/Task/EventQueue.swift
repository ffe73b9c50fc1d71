import MediaCodecs

/// The events that a reader has not taken yet, in order and bounded: of progress and previews only the latest is
/// kept, the size comes before any pixels, and nothing follows the terminal event.
struct EventQueue {
  private var size: ImageInfo?
  private var progress: (received: Int, expected: Int?)?
  private var preview: MediaPreview?
  private var terminal: MediaEvent?
  private var hasSize = false
  private(set) var isClosed = false

  /// Whether there is nothing to take.
  var isEmpty: Bool { size == nil && progress == nil && preview == nil && terminal == nil }

  /// Whether an event of the same kind waits.
  func hasKind(of event: MediaEvent) -> Bool {
    switch event {
    case .size: size != nil
    case .progress: progress != nil
    case .preview: preview != nil
    case .finished, .failed: terminal != nil
    }
  }

  mutating func push(_ event: MediaEvent) {
    guard !isClosed else { return }
    switch event {
    case .size(let info):
      note(info)
    case .progress(let received, let expected):
      progress = (received, expected)
    case .preview(let value):
      preview = value
    case .finished(let image):
      note(image.info)
      preview = nil
      close(with: event)
    case .failed:
      close(with: event)
    }
  }

  /// Drops what is left; nothing can be pushed any more.
  mutating func clear() {
    self = EventQueue()
    isClosed = true
  }

  mutating func pop() -> MediaEvent? {
    if let info = size {
      size = nil
      return .size(info)
    }
    if let value = progress {
      progress = nil
      return .progress(received: value.received, expected: value.expected)
    }
    if let value = preview {
      preview = nil
      return .preview(value)
    }
    defer { terminal = nil }
    return terminal
  }

  private mutating func note(_ info: ImageInfo) {
    guard !hasSize else { return }
    hasSize = true
    size = info
  }

  private mutating func close(with event: MediaEvent) {
    terminal = event
    isClosed = true
  }
}
