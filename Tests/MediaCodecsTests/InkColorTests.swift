import Testing

@testable import MediaCodecs

/// Pictures of four inks: 8x8 pixels of one color, as another program wrote them.
@Suite struct InkColorTests {
  /// Cyan 40, magenta 200, yellow 90, black 60 of 255; stored inverted, with Adobe's marker.
  private static let hex =
    "ffd8ffee000e41646f626500640000000000ffdb00430002010101010102010101020202020204030202020205040403"
    + "04060506060605060606070908060709070606080b08090a0a0a0a0a06080b0c0b0a0c090a0a0affc000140800080008"
    + "044311004d11005911004b1100ffc4001500010100000000000000000000000000000908ffc400141001000000000000"
    + "00000000000000000000ffda000e0443004d0059004b00003f005706da94218fffd9"

  private static let adobe: [UInt8] = {
    let digits = Array(hex)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16) ?? 0 }
  }()

  /// The same bytes without Adobe's marker.
  private static let plain: [UInt8] = {
    let start = (0..<adobe.count - 1).first { adobe[$0] == 0xFF && adobe[$0 + 1] == 0xEE } ?? 0
    let length = Int(adobe[start + 2]) << 8 | Int(adobe[start + 3])
    return Array(adobe[..<start]) + Array(adobe[(start + 2 + length)...])
  }()

  private static func expected(_ inks: [Int]) -> [UInt8] {
    (0..<3).map { UInt8(((255 - inks[$0]) * (255 - inks[3]) * 2 + 255) / 510) } + [255]
  }

  private static func isNear(_ pixel: [UInt8], _ expected: [UInt8]) -> Bool {
    zip(pixel, expected).allSatisfy { abs(Int($0) - Int($1)) <= 3 }
  }

  // FAULTS 49
  @Test func invertedInksAreTurnedOnlyWhereAdobesMarkerSaysSo() throws {
    let adobe = try #require(decode(Self.adobe).image?.pixels)
    #expect(Self.isNear(adobe.pixel(4, 4), Self.expected([40, 200, 90, 60])))
    // Without the marker, the same numbers are amounts of ink.
    let plain = try #require(decode(Self.plain).image?.pixels)
    #expect(Self.isNear(plain.pixel(4, 4), Self.expected([215, 55, 165, 195])))
  }

  // FAULTS 49
  @Test func channelOrderAndScaleHoldForInksToo() throws {
    let target = DecodeTarget(size: PixelSize(width: 3, height: 3))
    let options = DecodeOptions(target: target, pixelFormat: .bgra8)
    let pixels = try #require(decode(Self.adobe, chunk: 1, options: options).image?.pixels)
    let rgba = Self.expected([40, 200, 90, 60])
    #expect(Self.isNear(pixels.pixel(1, 1), [rgba[2], rgba[1], rgba[0], 255]))
  }
}
