import Testing

@testable import MediaCodecs

@Suite struct OrientationTests {
  /// Where the pixel at (x, y) of a stored picture is shown: the definition, pixel by pixel.
  private static func shown(
    _ x: Int, _ y: Int, _ size: PixelSize, _ orientation: ImageOrientation
  ) -> (Int, Int) {
    let right = size.width - 1 - x
    let bottom = size.height - 1 - y
    return switch orientation {
    case .up: (x, y)
    case .upMirrored: (right, y)
    case .down: (right, bottom)
    case .downMirrored: (x, bottom)
    case .leftMirrored: (y, x)
    case .right: (bottom, x)
    case .rightMirrored: (bottom, right)
    case .left: (y, right)
    }
  }

  private static func turned(_ pixels: PixelBuffer, _ orientation: ImageOrientation) throws -> [UInt8] {
    let size = pixels.size
    let width = orientation.swapsAxes ? size.height : size.width
    var bytes = [UInt8](repeating: 0, count: pixels.byteCount)
    pixels.withUnsafeBytes { source in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let (column, row) = shown(x, y, size, orientation)
          for channel in 0..<4 {
            bytes[(row * width + column) * 4 + channel] = source[(y * size.width + x) * 4 + channel]
          }
        }
      }
    }
    return bytes
  }

  private static let targets: [DecodeTarget?] = [
    nil, DecodeTarget(size: PixelSize(width: 33, height: 33)),
    DecodeTarget(size: PixelSize(width: 20, height: 20), fit: .cover),
    DecodeTarget(size: PixelSize(width: 150, height: 150), allowsUpscaling: true),
  ]

  // FAULTS 48
  @Test(arguments: ImageOrientation.allCases)
  func orientationIsAppliedOnceAtFullSizeAndScaled(_ orientation: ImageOrientation) throws {
    let jpeg = Pictures.inserting(Pictures.exif(orientation.rawValue), into: try Pictures.jpeg(67, 45))
    let png = Pictures.inserting(
      Pictures.chunk("eXIf", Pictures.tiff(orientation.rawValue)),
      intoPNG: try Pictures.png(67, 45, hasAlpha: true))
    let interlaced = Pictures.inserting(
      Pictures.chunk("eXIf", Pictures.tiff(orientation.rawValue)),
      intoPNG: try Pictures.png(67, 45, hasAlpha: true, isInterlaced: true))
    for file in [jpeg, png, interlaced] {
      // Square boxes mean the same in both orientations.
      for target in Self.targets {
        for alphaMode in AlphaMode.allCases {
          var options = DecodeOptions(target: target, alphaMode: alphaMode)
          let turned = decode(file, options: options)
          options.appliesOrientation = false
          let stored = decode(file, options: options)
          #expect(turned.info?.orientation == orientation)
          #expect(stored.info?.orientation == orientation)
          let pixels = try #require(stored.image?.pixels)
          let expected = try Self.turned(pixels, orientation)
          #expect(turned.bytes == expected)
          #expect(turned.image?.pixels.size == pixels.size.swapped(if: orientation.swapsAxes))
        }
      }
    }
  }

  // FAULTS 48 (preview and final agree)
  @Test func previewsHaveTheFinalPicturesOrientationAndSize() throws {
    let file = Pictures.inserting(
      Pictures.exif(6), into: try Pictures.jpeg(64, 48, isProgressive: true))
    for target in Self.targets {
      let outcome = decode(file, chunk: 7, options: DecodeOptions(target: target, makesPreviews: true))
      let final = try #require(outcome.image?.pixels)
      let previews = outcome.previews
      #expect(!previews.isEmpty)
      for preview in previews {
        #expect(preview.size == final.size)
        // Red grows from left to right as stored: from top to bottom as shown.
        #expect(preview.pixel(0, 0)[0] < preview.pixel(0, preview.size.height - 1)[0])
      }
    }
  }

  // FAULTS 48
  @Test func orientationComesFromTheFirstDirectoryOnly() throws {
    let jpeg = try Pictures.jpeg(16, 8)
    let thumbnailOnly = Pictures.inserting(Pictures.exif(nil, thumbnail: 6), into: jpeg)
    #expect(probe(thumbnailOnly).info?.orientation == .up)
    let both = Pictures.inserting(Pictures.exif(3, thumbnail: 6), into: jpeg)
    #expect(probe(both).info?.orientation == .down)
  }

  // FAULTS 48
  @Test func bothByteOrdersAndOtherSegmentsAreUnderstood() throws {
    let jpeg = try Pictures.jpeg(16, 8)
    let xmp = Pictures.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>".utf8))
    for isLittleEndian in [true, false] {
      let exif = Pictures.exif(8, isLittleEndian: isLittleEndian)
      #expect(probe(Pictures.inserting(exif, into: jpeg)).info?.orientation == .left)
      #expect(probe(Pictures.inserting(xmp, exif, Pictures.exif(3), into: jpeg)).info?.orientation == .left)
    }
  }

  // FAULTS 48
  @Test func invalidOrientationsCountAsNone() throws {
    let jpeg = try Pictures.jpeg(16, 8)
    for value in [0, 9, 255, 12_289, 65_535] {
      #expect(
        probe(Pictures.inserting(Pictures.exif(value), into: jpeg)).info?.orientation == .up, "\(value)")
    }
    let whole = Pictures.exif(6)
    for count in 4..<whole.count {
      let cut = Pictures.segment(0xE1, Array(whole[4..<count]))
      #expect(probe(Pictures.inserting(cut, into: jpeg)).error == nil)
    }
    // A directory that points outside, or into itself.
    for offset in [0, 4, 7, 0xFFFF_FFFF, 0x7FFF_FFFF] {
      let tiff = Array("MM".utf8) + [0, 42] + Pictures.bigEndian(UInt32(offset)) + [0, 1, 1, 0x12]
      let segment = Pictures.segment(0xE1, Array("Exif\0\0".utf8) + tiff)
      #expect(probe(Pictures.inserting(segment, into: jpeg)).info?.orientation == .up)
    }
  }

  @Test func orientationAfterThePictureIsNotUsed() throws {
    let png = try Pictures.png(8, 4)
    let late = Array(png.dropLast(12)) + Pictures.chunk("eXIf", Pictures.tiff(6)) + Array(png.suffix(12))
    #expect(decode(late).info?.orientation == .up)
    #expect(probe(late).info?.orientation == .up)
  }
}
