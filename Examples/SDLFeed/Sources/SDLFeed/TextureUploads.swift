import CSDL2
import NativeAds

/// Pictures on their way to the graphics card. A frame uploads a few and leaves the rest to the next ones, so that pictures
/// that load together never cost a frame more than those few.
@MainActor final class TextureUploads {
  /// Most uploads of a frame.
  let limit: Int
  /// Uploads so far.
  private(set) var count = 0
  /// Most uploads that a frame has done.
  private(set) var most = 0

  private let window: GameWindow
  private var waiting: [PictureTexture] = []

  init(_ window: GameWindow, limit: Int) {
    self.window = window
    self.limit = max(1, limit)
  }

  func add(_ texture: PictureTexture) { waiting.append(texture) }

  /// Uploads those whose turn has come. What nobody shows any more is dropped.
  func upload() {
    waiting.removeAll { $0.isReleased }
    let batch = waiting.prefix(limit)
    for texture in batch { texture.upload(to: window) }
    waiting.removeFirst(batch.count)
    count += batch.count
    most = max(most, batch.count)
  }
}
