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

  private let uploads: TextureUploads
  private let scale: Double
  private var picture: PictureTexture?
  /// The number that stands in the picture of a sample; `nil` where none can be read.
  private var number: Int?
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

  // The canvas goes on drawing it while a picture comes up over it.
  func uninstall(_ placeholder: PlaceholderView) {
    if picture == nil { takePlaceholderAway() }
  }

  private func takePlaceholderAway() {
    guard let placeholder = underlay.placeholder else { return }
    underlay.uninstall(placeholder)
    onUnderlayChange()
  }

  /// The number that stands in what is drawn, one or none.
  var drawnNumbers: [Int?] { picture?.texture == nil ? [] : [number] }

  /// Nothing of what was shown stays.
  func clear() {
    picture.take()?.release()
    number = nil
    underlay.show(.empty)
    if let placeholder = underlay.placeholder { underlay.uninstall(placeholder) }
  }

  /// Draws the picture.
  func draw(on renderer: OpaquePointer, x: Double, y: Double) {
    guard let texture = picture?.texture else { return }
    shownFrames = min(Self.fadeFrames, shownFrames + 1)
    if shownFrames == Self.fadeFrames || !fades { takePlaceholderAway() }
    SDL_SetTextureAlphaMod(texture, fades ? UInt8(255 * shownFrames / Self.fadeFrames) : 255)
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_QueryTexture(texture, nil, nil, &width, &height)
    let fit = PictureFit(
      underlay.contentMode, picture: (Double(width), Double(height)),
      area: (underlay.frame.width * scale, underlay.frame.height * scale))
    var source = SDL_Rect(
      x: Int32(fit.source.x), y: Int32(fit.source.y), w: Int32(fit.source.width), h: Int32(fit.source.height))
    var place = SDL_FRect(
      x: Float((x + underlay.frame.x) * scale + fit.place.x),
      y: Float((y + underlay.frame.y) * scale + fit.place.y), w: Float(fit.place.width),
      h: Float(fit.place.height))
    SDL_RenderCopyF(renderer, texture, &source, &place)
  }
}
