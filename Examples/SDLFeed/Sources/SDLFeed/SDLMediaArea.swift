import CSDL2
import MediaCanvas
import NativeAds
import SampleFeed

/// Shows a picture as a texture, over the placeholder, which the card's canvas draws.
@MainActor final class SDLMediaArea: MediaDisplay {
  /// What of it the canvas draws: everything but the picture.
  let underlay: CanvasMediaArea
  /// Called when the canvas has something else to draw.
  var onUnderlayChange: () -> Void = {}
  /// The number that is drawn into the picture of a sample; `nil` without a picture.
  private(set) var number: Int?

  private let uploads: TextureUploads
  private let scale: Double
  private var picture: PictureTexture?
  private var fades = false
  private var shownFrames = 0

  /// Frames in which a picture comes up over its placeholder.
  private static let fadeFrames = 9

  init(underlay: CanvasMediaArea, uploads: TextureUploads, scale: Double) {
    self.underlay = underlay
    self.uploads = uploads
    self.scale = scale
  }

  var pixelSize: PixelSize? { underlay.pixelSize }

  func show(_ content: MediaContent) {
    picture.take()?.release()
    number = nil
    guard case .image(let image) = content else {
      underlay.show(content)
      return onUnderlayChange()
    }
    number = PictureCode.number(in: image.pixels)
    let picture = PictureTexture(image.pixels, cornerRadius: Int((underlay.cornerRadius * scale).rounded()))
    uploads.add(picture)
    self.picture = picture
    // What was in memory is there at once; only what replaces a placeholder comes up softly.
    fades = underlay.placeholder != nil
    shownFrames = 0
  }

  func install(_ placeholder: PlaceholderView) {
    underlay.install(placeholder)
    onUnderlayChange()
  }

  func update(_ placeholder: PlaceholderView) {
    underlay.update(placeholder)
    onUnderlayChange()
  }

  // The canvas goes on drawing it: the picture comes up over it.
  func uninstall(_ placeholder: PlaceholderView) {
    guard picture == nil else { return }
    underlay.uninstall(placeholder)
    onUnderlayChange()
  }

  /// Nothing of what was shown stays.
  func clear() {
    picture.take()?.release()
    number = nil
    underlay.show(.empty)
    if let placeholder = underlay.placeholder { underlay.uninstall(placeholder) }
  }

  /// Draws the picture, in the middle of its area.
  func draw(on renderer: OpaquePointer, x: Double, y: Double) {
    guard let texture = picture?.texture else { return }
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_QueryTexture(texture, nil, nil, &width, &height)
    shownFrames = min(Self.fadeFrames, shownFrames + 1)
    SDL_SetTextureAlphaMod(texture, fades ? UInt8(255 * shownFrames / Self.fadeFrames) : 255)
    let frame = underlay.frame
    var place = SDL_FRect(
      x: Float((x + frame.x) * scale + (frame.width * scale - Double(width)) / 2),
      y: Float((y + frame.y) * scale + (frame.height * scale - Double(height)) / 2), w: Float(width),
      h: Float(height))
    SDL_RenderCopyF(renderer, texture, nil, &place)
  }
}
