public import MediaCodecs

/// Shows the picture at `url` in a slot, decoded for the size of the slot's display; at full size where the display has
/// none yet. The last call for a slot wins; `nil` or an empty URL clears it. See ``MediaSlot/load(_:fallbacks:)``.
///
/// ```swift
/// loadImage(product.pictureURL, into: cell.slot)
/// ```
/// - Parameters:
///   - fallbacks: URLs that are tried in order where that fails.
///   - contentMode: how the picture fills the display; `cover` by default.
@MainActor public func loadImage(
  _ url: String?, into slot: MediaSlot, fallbacks: [String] = [], contentMode: ContentFit = .cover
) {
  guard let url, !url.isEmpty else { return slot.load(nil) }
  let area = slot.display?.pixelSize ?? PixelSize(width: 0, height: 0)
  let target = area.isValid ? DecodeTarget(size: area, fit: contentMode) : nil
  slot.load(
    MediaRequest(url: url, target: target), fallbacks: fallbacks.map { MediaRequest(url: $0, target: target) }
  )
}
