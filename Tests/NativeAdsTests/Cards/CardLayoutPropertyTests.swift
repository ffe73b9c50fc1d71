import NativeAds
import SeededRandom
import Testing

/// What holds of every card, whatever the ad and the size.
@Suite struct CardLayoutPropertyTests {
  private typealias Layout = @Sendable (CardContent, LayoutSize, LayoutDirection) -> Card

  private static let layouts: [Layout] = [
    { CardLayout.circular($0, size: $1, direction: $2) },
    { CardLayout.smallRow($0, size: $1, direction: $2) },
    { CardLayout.cover($0, size: $1, direction: $2) },
    { CardLayout.single($0, width: $1.width, direction: $2) },
  ]

  private static func size(using random: inout SeededGenerator) -> LayoutSize {
    let sizes = [
      CardLayout.circularSize, LayoutSize(width: 358, height: 92), LayoutSize(width: 358, height: 272),
      LayoutSize(width: 288, height: 300), .zero, LayoutSize(width: 5, height: 5),
      LayoutSize(width: -10, height: .nan), LayoutSize(width: .infinity, height: 100),
      LayoutSize(width: .random(in: 0...800, using: &random), height: .random(in: 0...800, using: &random)),
    ]
    return sizes.randomElement(using: &random) ?? .zero
  }

  private static func texts(_ card: Card) -> [CardElement] {
    card.elements.filter { if case .text = $0.content { true } else { false } }
  }

  @Test(arguments: [0..<300, 300..<600] as [Range<UInt64>])
  func framesAreInsideTheCardAndTextsDoNotOverlap(seeds: Range<UInt64>) {
    var textCount = 0
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let content = CardSamples.random(using: &random)
      let size = Self.size(using: &random)
      for (index, layout) in Self.layouts.enumerated() {
        let card = layout(content, size, .leftToRight)
        for element in card.elements {
          let frame = element.frame
          let isInside =
            frame.x >= 0 && frame.y >= 0 && frame.maxX <= card.size.width + 1e-9
            && frame.maxY <= card.size.height + 1e-9 && frame.width >= 0 && frame.height >= 0
          #expect(isInside, "seed \(seed), layout \(index), \(element.role) \(frame) in \(card.size)")
        }
        let texts = Self.texts(card)
        textCount += texts.count
        for (first, one) in texts.enumerated() {
          for other in texts[(first + 1)...] {
            #expect(
              one.frame.fraction(in: other.frame) == 0,
              "seed \(seed), layout \(index), \(one.role) and \(other.role)")
          }
        }
      }
    }
    #expect(textCount > 2_000)
  }

  @Test(arguments: [0..<200] as [Range<UInt64>])
  func fromRightToLeftACardIsItsMirrorImageButForTheMark(seeds: Range<UInt64>) {
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      var content = CardSamples.random(using: &random)
      let size = Self.size(using: &random)
      for layout in Self.layouts {
        let mirrored = layout(content, size, .rightToLeft)
        let position = content.adChoicesPosition
        // The mark stays in its corner, so what is mirrored is the card with the mark across.
        content.adChoicesPosition =
          switch position {
          case .topLeft: .topRight
          case .topRight: .topLeft
          case .bottomLeft: .bottomRight
          case .bottomRight: .bottomLeft
          }
        var expected = layout(content, size, .leftToRight)
        content.adChoicesPosition = position
        expected.direction = .rightToLeft
        for index in expected.elements.indices {
          expected.elements[index].frame = expected.elements[index].frame.mirrored(in: expected.size.width)
        }
        #expect(mirrored == expected, "seed \(seed)")
      }
    }
  }

  @Test func aHugeTextCostsNothing() {
    let content = CardSamples.full {
      $0.title = String(repeating: "x", count: 1 << 20)
      $0.callToAction = $0.title
      $0.promo = $0.title
    }
    for layout in Self.layouts {
      let card = layout(content, LayoutSize(width: 358, height: 300), .leftToRight)
      #expect(card.elements.allSatisfy { $0.frame.maxX <= 358 })
    }
  }
}
