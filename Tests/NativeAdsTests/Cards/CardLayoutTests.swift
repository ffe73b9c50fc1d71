import NativeAds
import Testing

/// What stands where on the ready cards.
@Suite struct CardLayoutTests {
  @Test func longTextsAreCutOffForEveryToolkit() throws {
    let long = String(repeating: "a\u{301}", count: 500_000)
    let content = CardSamples.full {
      $0.title = long
      $0.body = long
      $0.advertiser = String(repeating: "b", count: 2_000)
      $0.callToAction = long
      $0.reward = long
      $0.promo = long
      $0.progress = long
    }
    let size = LayoutSize(width: 358, height: 300)
    for card in [
      CardLayout.circular(content), CardLayout.smallRow(content, size: size),
      CardLayout.cover(content, size: size), CardLayout.single(content, width: 358),
    ] {
      for element in card.elements {
        guard case .text(let text, _) = element.content else { continue }
        let isCutOff = element.role != .advertiser
        #expect(text.string.unicodeScalars.count == (isCutOff ? 2_001 : 2_000))
        #expect(text.string.hasSuffix("…") == isCutOff)
      }
    }
  }

  private let row = LayoutSize(width: 358, height: 92)
  private let large = LayoutSize(width: 358, height: 272)

  private func roles(_ card: Card) -> [CardElement.Role] { card.elements.map(\.role) }

  private func string(_ role: CardElement.Role, _ card: Card) -> String? {
    guard case .text(let text, _)? = card.elements.first(where: { $0.role == role })?.content else {
      return nil
    }
    return text.string
  }

  // M11
  @Test func cardsHaveTheirSizes() {
    #expect(CardLayout.circular(CardSamples.full).size == LayoutSize(width: 140, height: 240))
    #expect(CardLayout.smallRowHeight == 92)
    #expect(CardLayout.coverHeight(CardSamples.full { $0.progress = nil }) == 272)
    #expect(CardLayout.coverHeight(CardSamples.full) == 300)
  }

  @Test func aCircularCardShowsAThumbnailTwoLinesOfTitleTheRewardAndTheButton() throws {
    let card = CardLayout.circular(CardSamples.full)
    #expect(
      roles(card) == [
        .background, .icon, .promoBadge, .progressBadge, .title, .reward, .callToAction, .adChoices,
      ])
    let icon = try #require(card.elements.first { $0.role == .icon })
    #expect(icon.frame == LayoutRect(x: 24, y: 16, width: 92, height: 92))
    #expect(icon.cornerRadius == 46)
    #expect(icon.content == .picture(.cover))
    guard case .text(let title, nil)? = card.elements.first(where: { $0.role == .title })?.content else {
      Issue.record("no title")
      return
    }
    #expect(title.maximumLines == 2)
    #expect(card.frame(of: .callToAction) == LayoutRect(x: 12, y: 196, width: 116, height: 32))
  }

  @Test func aSmallRowShowsTheRewardElseTheButton() {
    let card = CardLayout.smallRow(CardSamples.full, size: row)
    #expect(
      roles(card) == [.background, .icon, .promoBadge, .title, .body, .progressBadge, .reward, .adChoices])
    #expect(card.frame(of: .icon) == LayoutRect(x: 12, y: 12, width: 68, height: 68))
    let plain = CardLayout.smallRow(
      CardSamples.full {
        $0.reward = nil
        $0.promo = nil
        $0.progress = nil
      }, size: row)
    #expect(roles(plain) == [.background, .icon, .title, .body, .callToAction, .adChoices])
    #expect(plain.frame(of: .body)?.height == 36)
  }

  @Test func aCoverCardShowsThePictureOnTop() {
    let card = CardLayout.cover(
      CardSamples.full {
        $0.progress = nil
        $0.reward = nil
      }, size: large)
    #expect(
      roles(card) == [
        .background, .media, .promoBadge, .icon, .title, .body, .advertiser, .callToAction, .adChoices,
      ])
    #expect(card.frame(of: .media) == LayoutRect(x: 12, y: 12, width: 334, height: 148))
    #expect(card.frame(of: .icon) == LayoutRect(x: 12, y: 172, width: 44, height: 44))
    #expect(card.frame(of: .callToAction)?.maxY == 260)
  }

  // M9, M11
  @Test func aProgressBadgeHasALineOfItsOwnAndThePictureKeepsItsSize() {
    let card = CardLayout.cover(CardSamples.full, size: LayoutSize(width: 358, height: 300))
    #expect(card.frame(of: .media) == LayoutRect(x: 12, y: 12, width: 334, height: 148))
    #expect(card.frame(of: .progressBadge)?.y == 172)
    #expect(card.frame(of: .icon)?.y == 200)
    #expect(card.frame(of: .callToAction)?.maxY == 288)
  }

  // M6
  @Test func theThumbnailFallsBackToTheCoverAndTheMirrorForCoverCards() {
    for (hasIcon, hasMedia, thumbnail, cover) in [
      (true, true, CardElement.Role.icon, CardElement.Role.media), (true, false, .icon, .icon),
      (false, true, .media, .media), (false, false, .icon, .media),
    ] {
      let content = CardSamples.full {
        $0.hasIcon = hasIcon
        $0.hasMedia = hasMedia
      }
      for card in [CardLayout.circular(content), CardLayout.smallRow(content, size: row)] {
        #expect(roles(card).filter { $0 == .icon || $0 == .media } == [thumbnail])
      }
      let card = CardLayout.cover(content, size: large)
      #expect(
        roles(card).filter { $0 == .icon || $0 == .media }
          == (hasIcon && hasMedia ? [.media, .icon] : [cover]))
      #expect(card.frame(of: cover)?.width == 334)
      // Where there is no picture at all its place is kept, empty.
      let isEmpty = !hasIcon && !hasMedia
      #expect(card.elements[1].content == (isEmpty ? .fill(.placeholder) : .picture(.cover)))
    }
  }

  // M9
  @Test func badgesAreThereOnlyWhereTheContentHasThem() {
    let content = CardSamples.full {
      $0.promo = nil
      $0.progress = nil
    }
    for card in [
      CardLayout.circular(content), CardLayout.smallRow(content, size: row),
      CardLayout.cover(content, size: large), CardLayout.single(content, width: 358),
    ] {
      #expect(!roles(card).contains(.promoBadge))
      #expect(!roles(card).contains(.progressBadge))
    }
  }

  // G15, G24
  @Test func oneAdIsAsHighAsItsMediaAsksForAndSixteenToNineWhereThatIsUnknown() {
    let known = CardLayout.single(CardSamples.full, width: 358)
    // 334 * 627 / 1200 = 174.5…
    #expect(known.frame(of: .media)?.height == 175)
    #expect(known.frame(of: .media)?.width == 334)
    let unknown = CardLayout.single(CardSamples.full { $0.preferredMediaSize = .zero }, width: 358)
    #expect(unknown.frame(of: .media)?.height == 188)
    #expect(unknown.size.height - known.size.height == 13)
    let none = CardLayout.single(CardSamples.full { $0.hasMedia = false }, width: 358)
    #expect(none.frame(of: .media) == nil)
    #expect(known.size.height - none.size.height == 187)
  }

  @Test func theHeightOfOneAdIsThatOfWhatThereIs() {
    let card = CardLayout.single(CardSamples.full, width: 358)
    #expect(
      roles(card) == [
        .background, .icon, .title, .advertiser, .media, .promoBadge, .progressBadge, .body, .reward,
        .callToAction, .adChoices,
      ])
    #expect(card.frame(of: .callToAction)?.maxY == card.size.height - 12)
    let empty = CardLayout.single(CardContent(), width: 358)
    #expect(roles(empty) == [.background])
    #expect(empty.size == LayoutSize(width: 358, height: 40))
  }

  // G2
  @Test(arguments: AdChoicesViewPosition.allCases)
  func theMarkStandsInTheCornerThatWasAskedForAndNoTextBesideIt(position: AdChoicesViewPosition) throws {
    let content = CardSamples.full { $0.adChoicesPosition = position }
    for direction in LayoutDirection.allCases {
      let cards = [
        CardLayout.circular(content, direction: direction),
        CardLayout.smallRow(content, size: row, direction: direction),
        CardLayout.cover(content, size: large, direction: direction),
        CardLayout.single(content, width: 358, direction: direction),
      ]
      for card in cards {
        let mark = try #require(card.frame(of: .adChoices))
        let isRight = position == .topRight || position == .bottomRight
        let isTop = position == .topLeft || position == .topRight
        #expect((mark.x > card.size.width / 2) == isRight)
        #expect((mark.y < card.size.height / 2) == isTop)
        // The last, in front of all else.
        #expect(card.elements.last?.role == .adChoices)
        for element in card.elements {
          guard case .text = element.content else { continue }
          #expect(element.frame.fraction(in: mark) == 0, "\(element.role)")
        }
      }
    }
  }

  // G2
  @Test func withoutAMarkItsCornerIsLeftFreeAllTheSame() {
    let with = CardLayout.single(CardSamples.full, width: 358)
    let without = CardLayout.single(CardSamples.full { $0.hasAdChoices = false }, width: 358)
    #expect(with.elements.dropLast() == without.elements[...])
  }

  @Test func theForemostElementIsHit() {
    let card = CardLayout.cover(CardSamples.full, size: LayoutSize(width: 358, height: 300))
    #expect(card.role(at: LayoutPoint(x: 180, y: 80)) == .media)
    #expect(card.role(at: LayoutPoint(x: 25, y: 25)) == .promoBadge)
    #expect(card.role(at: LayoutPoint(x: 340, y: 280)) == .callToAction)
    #expect(card.role(at: LayoutPoint(x: 2, y: 2)) == .background)
    #expect(card.role(at: LayoutPoint(x: 358, y: 2)) == nil)
  }
}
