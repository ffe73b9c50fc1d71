import CSDL2
import MediaCanvas
import NativeAds

/// Shows a card in a game: texts, shapes and placeholders are drawn once into a texture, pictures are textures of their
/// own on top of it.
@MainActor final class SDLCardSurface: CardSurface {
  private let canvasCard: CanvasCard
  private let media: SDLMediaArea
  private let icon: SDLMediaArea
  private let uploads: TextureUploads
  private let scale: Double
  private var ground: PictureTexture?
  private var nextGround: PictureTexture?
  private var isStale = false

  init(uploads: TextureUploads, scale: Double, palette: CardPalette) {
    self.uploads = uploads
    self.scale = scale
    canvasCard = CanvasCard(scale: scale, palette: palette)
    media = SDLMediaArea(underlay: canvasCard.mediaArea, uploads: uploads, scale: scale)
    icon = SDLMediaArea(underlay: canvasCard.iconArea, uploads: uploads, scale: scale)
    media.onUnderlayChange = { [weak self] in self?.isStale = true }
    icon.onUnderlayChange = { [weak self] in self?.isStale = true }
  }

  var mediaDisplay: any MediaDisplay { media }
  var iconDisplay: any MediaDisplay { icon }

  /// What stands in the sample pictures that were drawn last: their numbers, `nil` where one cannot be read.
  var drawnNumbers: [Int?] { media.drawnNumbers + icon.drawnNumbers }

  func show(_ card: Card?) {
    // Nothing of the card before, not for a single frame.
    media.clear()
    icon.clear()
    ground.take()?.release()
    nextGround.take()?.release()
    canvasCard.show(card)
    isStale = card != nil
  }

  /// Draws it with its upper left corner at a place, in points.
  func draw(on renderer: OpaquePointer, x: Double, y: Double) throws(CanvasError) {
    try renew()
    guard let texture = ground?.texture, let size = canvasCard.card?.size else { return }
    var place = SDL_FRect(
      x: Float(x * scale), y: Float(y * scale), w: Float(size.width * scale), h: Float(size.height * scale))
    SDL_RenderCopyF(renderer, texture, nil, &place)
    media.draw(on: renderer, x: x, y: y)
    icon.draw(on: renderer, x: x, y: y)
  }

  /// Draws the ground anew where it has changed; the one before is shown until its turn to be uploaded has come.
  private func renew() throws(CanvasError) {
    if nextGround?.texture != nil {
      ground?.release()
      ground = nextGround.take()
    }
    guard isStale, let card = canvasCard.card else { return }
    isStale = false
    let canvas = try MediaCanvas(size: card.size, scale: scale, background: canvasCard.palette[.background])
    canvas.add(canvasCard)
    let texture = PictureTexture(try canvas.render())
    nextGround?.release()
    nextGround = texture
    uploads.add(texture)
  }
}
