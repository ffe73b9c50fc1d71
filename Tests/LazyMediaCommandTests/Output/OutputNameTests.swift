import LazyMedia
import Testing

@testable import LazyMediaCommand

@Suite struct OutputNameTests {
  private let size = PixelSize(width: 600, height: 314)

  @Test(arguments: [
    ("https://a.example/x/poster.jpg?w=1&p=/../y#z", "poster"), ("https://a.example/", "image"),
    ("https://a.example", "image"), ("https://a.example/x/", "x"), ("photo.tar.jpeg", "photo.tar"),
    ("/etc/../passwd", "passwd"), ("..", "image"), (".", "image"), ("../..", "image"),
    ("https://a.example/..%2F..%2Fetc%2Fpasswd", "_.._etc_passwd"), ("a/%2e%2e", "image"),
    ("x/.hidden", "hidden"), ("a b\nc\u{1B}[2J.png", "a_b_c_2J"), ("ünïcode.png", "_n_code"),
    ("data:image/png;base64,AAAA/../x", "data"), ("DATA:,x", "data"), ("file:///tmp/q.png", "q"),
    ("a%zz%4", "a_zz_4"), ("a%00b.jpg", "a_b"), ("C:\\x\\y.jpg", "C_x_y"),
    ("x.a-long-extension", "x.a-long-extension"),
  ])
  func theReadablePartIsSafe(source: String, expected: String) {
    #expect(OutputName.stem(of: source) == expected)
  }

  @Test func namesHaveIndexAndExtension() {
    func name(_ encoding: OutputEncoding) -> String {
      OutputName.name(index: 3, source: "a/poster.jpg", encoding: encoding, size: size)
    }
    #expect(name(.png) == "00003-poster.png")
    #expect(name(.jpeg) == "00003-poster.jpg")
    #expect(name(.ppm) == "00003-poster.ppm")
    #expect(name(.rgba) == "00003-poster-600x314.rgba")
  }

  @Test func equalSourcesGetDifferentNames() {
    let names = (0..<20_000).lazy.map {
      OutputName.name(index: $0, source: "a.jpg", encoding: .png, size: PixelSize(width: 1, height: 1))
    }
    #expect(Set(names).count == 20_000)
  }

  @Test func longSourcesGiveShortNames() {
    let source = "https://a.example/" + String(repeating: "é%41x", count: 100_000)
    let name = OutputName.name(index: 0, source: source, encoding: .png, size: size)
    #expect(name.utf8.count <= 100)
  }
}
