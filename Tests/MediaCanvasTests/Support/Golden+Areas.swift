#if Canvas
  import LazyMediaTesting
  import MediaCanvas

  extension Golden {
    static let contentModes: [Golden] = ContentFit.allCases.flatMap { mode in
      [
        ("landscape", TestPicture.landscape), ("portrait", TestPicture.portrait),
        ("small", TestPicture.small),
      ].map { what, picture in
        Golden("mode-\(mode)-\(what)@2x") {
          try area { area, _ in
            area.contentMode = mode
            area.show(.image(MediaImage(picture)))
          }
        }
      }
    }

    static let placeholders: [Golden] =
      [
        placeholder("bare") { _ in },
        placeholder("color") { $0.content = .color(PixelColor(red: 0x7A, green: 0x5C, blue: 0xD6)) },
        placeholder("image") { $0.content = .image(TestPicture.landscape) },
        placeholder("image-contain") {
          $0.content = .image(TestPicture.portrait)
          $0.contentMode = .contain
        },
        placeholder("image-unclipped") {
          $0.content = .image(TestPicture.landscape)
          $0.contentMode = .cover
          $0.clipsToBounds = false
        },
        placeholder("blurhash") { $0.content = .blurHash(try BlurHash("LEHV6nWB2yk8pyo0adR*.7kCMdnj")) },
        placeholder("thumbhash") { $0.content = .thumbHash(try ThumbHash(encoding: TestPicture.landscape)) },
        placeholder("thumbhash-alpha") { $0.content = .thumbHash(try ThumbHash(encoding: TestPicture.icon)) },
        Golden("placeholder-preview@2x") { try adPreview() },
      ]
      + [0.25, 0.5, 0.75].map { alpha in
        Golden("placeholder-fading-\(Int(alpha * 100))@2x") {
          try area { area, slot in
            area.contentMode = .cover
            area.show(.image(MediaImage(TestPicture.landscape)))
            slot.showPlaceholder {
              $0.content = .color(PixelColor(red: 0x7A, green: 0x5C, blue: 0xD6))
              $0.alpha = alpha
            }
          }
        }
      }

    static let areas: [Golden] =
      [0.25, 0.5, 0.75].map { alpha in
        Golden("alpha-\(Int(alpha * 100))@2x") {
          try area { area, slot in
            area.alpha = alpha
            area.cornerRadius = 12
            area.contentMode = .cover
            area.show(.image(MediaImage(TestPicture.landscape)))
            slot.showPlaceholder {
              $0.content = .image(TestPicture.icon)
              $0.contentMode = .contain
            }
          }
        }
      }
      + [4.0, 18, 500].map { radius in
        Golden("radius-\(Int(radius))@2x") {
          try area { area, _ in
            area.cornerRadius = radius
            area.contentMode = .cover
            area.show(.image(MediaImage(TestPicture.portrait)))
          }
        }
      }
      + [
        Golden("alphamode-straight@2x") {
          try area { area, _ in area.show(.image(MediaImage(TestPicture.icon))) }
        },
        Golden("alphamode-premultiplied@2x") {
          try area { area, _ in
            area.show(
              .image(
                MediaImage(try TestPicture.icon.converted(to: .bgra8, alphaMode: .premultiplied))))
          }
        },
        Golden("video@2x") {
          let video = try CanvasFixture().video()
          return try area { area, _ in
            area.cornerRadius = 8
            area.show(.video(video))
          }
        },
        Golden("scale-1@1x") { try areaAtScale(1) },
        Golden("scale-1.5@1.5x") { try areaAtScale(1.5) },
        Golden("scale-3@3x") { try areaAtScale(3) },
      ]

    @MainActor private static func areaAtScale(_ scale: Double) throws -> PixelBuffer {
      try area(scale: scale) { area, _ in
        area.cornerRadius = 12
        area.contentMode = .cover
        area.show(.image(MediaImage(TestPicture.landscape)))
      }
    }

    private static func placeholder(
      _ name: String, _ configure: @escaping @MainActor @Sendable (PlaceholderView) throws -> Void
    ) -> Golden {
      Golden("placeholder-\(name)@2x") {
        var failure: (any Error)?
        let pixels = try area { area, slot in
          area.cornerRadius = 8
          slot.showPlaceholder { view in
            do { try configure(view) } catch { failure = error }
          }
        }
        if let failure { throw failure }
        return pixels
      }
    }

    /// An ad whose progressive picture has come in half.
    @MainActor private static func adPreview() throws -> PixelBuffer {
      let fixture = CanvasFixture()
      let canvas = try MediaCanvas(
        size: LayoutSize(width: 120, height: 96), scale: 2,
        background: PixelColor(red: 238, green: 241, blue: 245))
      let view = NativeAdView(mediaView: MediaView(), iconView: nil)
      view.mediaView?.contentMode = .cover
      let mirror = CanvasAdView(view, frame: LayoutRect(x: 12, y: 12, width: 96, height: 72), scale: 2)
      mirror.place(.media, in: LayoutRect(x: 0, y: 0, width: 96, height: 72), cornerRadius: 8)
      canvas.add(mirror)
      let ad = try fixture.ad(SampleAd(hasIcon: false, mediaSize: (300, 157)))
      view.nativeAd = ad
      view.mediaView?.showPlaceholder { $0.content = .preview }
      var encoder = JPEGEncoder()
      encoder.isProgressive = true
      let picture = try encoder.encode(TestPicture.landscape)
      // Of less than that, nothing is decoded before the end.
      let file = SampleFile.padded(picture, toAtLeast: 100 << 10)
      fixture.servePart(file.dropLast(picture.count * 2 / 3), of: CanvasFixture.mediaURL + "/0")
      return try canvas.render()
    }
  }
#endif
