import Testing

@testable import LazyMediaCommand

/// Digests from FIPS 180-4's examples and NIST's CAVP short-message vectors.
@Suite struct SHA256Tests {
  private func digest(_ bytes: [UInt8], pieces: Int = .max) -> String {
    var hash = SHA256()
    var rest = bytes[...]
    while !rest.isEmpty {
      rest.prefix(pieces).withUnsafeBytes { hash.update($0) }
      rest = rest.dropFirst(pieces)
    }
    return Text.hexadecimal(hash.finalize())
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrs"
        + "mnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func digestsEqualThoseOfTheStandard(message: String, expected: String) {
    #expect(digest(Array(message.utf8)) == expected)
  }

  @Test func aMillionTimesTheLetterAGivesTheDigestOfTheStandard() {
    #expect(
      digest([UInt8](repeating: 0x61, count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func piecesOfAnyLengthGiveTheDigestOfTheWhole() {
    for length in [55, 56, 63, 64, 65, 119, 120, 128, 200] {
      let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      let whole = digest(message)
      for pieces in [1, 3, 63, 64, 65, 100] { #expect(digest(message, pieces: pieces) == whole) }
    }
  }

  @Test func lengthsAroundABlockGiveTheDigestsOfACommonImplementation() {
    // sha256sum over so many zero bytes.
    let expected = [
      55: "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7",
      56: "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb",
      64: "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b",
    ]
    for (length, expected) in expected {
      #expect(digest([UInt8](repeating: 0, count: length)) == expected)
    }
  }
}
