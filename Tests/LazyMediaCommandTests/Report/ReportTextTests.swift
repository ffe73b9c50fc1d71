import Foundation
import LazyMedia
import NativeAds
import Testing

@testable import LazyMediaCommand

@Suite struct HTMLTextTests {
  @Test func marksAreWrittenAsReferences() {
    #expect(
      HTMLText.escaped(#"</script><a b="c" d='e'>&amp;"#)
        == "&lt;/script&gt;&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;")
    #expect(HTMLText.escaped("grüße 🙂") == "grüße 🙂")
  }

  @Test func whatCouldMoveTextIsShown() {
    #expect(HTMLText.foreign("a\u{202E}<b\n", limit: 40) == "a\\u{202e}&lt;b\\u{a}")
    #expect(HTMLText.foreign(String(repeating: "x", count: 1_000), limit: 60).count < 70)
  }
}

@Suite struct Base64Tests {
  @Test func textsAreThoseOfTheStandard() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + 200) }
      #expect(Base64.text(bytes) == Data(bytes).base64EncodedString())
    }
  }
}

@Suite struct ReportScaleTests {
  @Test func itEndsAtARoundNumberAfterTheLast() {
    #expect(ReportScale(ends: []).end == .milliseconds(1))
    #expect(ReportScale(ends: [.milliseconds(130), .milliseconds(99)]).end == .milliseconds(200))
    #expect(ReportScale(ends: [.milliseconds(100)]).end == .milliseconds(100))
    #expect(ReportScale(ends: [.milliseconds(101)]).end == .milliseconds(200))
    #expect(ReportScale(ends: [.seconds(41)]).end == .seconds(50))
  }

  @Test func aFewThatHangDoNotHideTheOthers() {
    let ends = [Duration](repeating: .milliseconds(90), count: 95) + [.seconds(10)]
    #expect(ReportScale(ends: ends).end == .milliseconds(200))
    // Where many are slow, that is what there is to see.
    #expect(
      ReportScale(ends: ends.prefix(50) + [Duration](repeating: .seconds(10), count: 50)).end == .seconds(10))
  }

  @Test func divisionsAreNamed() {
    let scale = ReportScale(ends: [.milliseconds(450)])
    #expect((0...scale.ticks).map(scale.label) == ["0 ms", "100", "200", "300", "400", "500"])
    #expect(scale.place(of: .milliseconds(250)) == 0.5)
    #expect(scale.place(of: .seconds(3)) == 1)
    #expect(ReportScale(ends: [.seconds(4)]).label(of: 1) == "1")
  }
}

@Suite struct ReportPageTests {
  private func creative(_ index: Int, _ change: (inout Creative) -> Void = { _ in }) -> Creative {
    var creative = Creative(index: index, source: "ad \(index)")
    creative.title = "Title \(index)"
    creative.assets[.media] = .init(
      state: .loaded, saidSize: PixelSize(width: 120, height: 60),
      actualSize: PixelSize(width: 120, height: 60), settled: .milliseconds(20))
    change(&creative)
    return creative
  }

  private func html(_ creatives: [Creative]) -> String {
    String(
      decoding: ReportPage(creatives: creatives, duration: .seconds(1), date: "today").html, as: UTF8.self)
  }

  @Test func theWorstComeFirst() throws {
    let page = html([
      creative(0), creative(1) { $0.assets[.media]?.saidSize = nil },
      creative(2) { $0.failure = Failure(phase: "response", code: "response", message: "no ad") },
    ])
    let places = try ["Title 2", "Title 1", "Title 0"].map {
      try #require(page.range(of: $0)?.lowerBound)
    }
    #expect(places == places.sorted())
    for (state, count) in [("Failed", 1), ("Check", 1), ("Loaded", 1), ("All", 3)] {
      #expect(page.contains("\(state) <b>\(count)</b>"))
    }
  }

  @Test func textsFromAdsAndServersAreNeverMarkup() {
    let hostile = #"</script><img src=x onerror="alert(1)">'"#
    let page = html([
      creative(0) {
        $0.source = "http://example.com/" + hostile
        $0.title = hostile
        $0.advertiser = hostile
        $0.assets[.media]?.url = "javascript:" + hostile
        $0.assets[.media]?.warnings = [hostile]
        $0.assets[.icon] = .init(
          state: .failed, failure: Failure(phase: hostile, code: hostile, message: hostile))
      }
    ])
    #expect(!page.contains("<img src=x"))
    #expect(!page.contains("onerror=\"alert"))
    #expect(page.components(separatedBy: "<script").count == 2)
    #expect(page.components(separatedBy: "</script").count == 2)
    #expect(page.contains("&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt;"))
  }

  @Test func nothingRunsButTheScriptOfThePage() throws {
    let page = html([creative(0)])
    let policy = try #require(page.range(of: "http-equiv=\"Content-Security-Policy\" content=\""))
    let end = try #require(page[policy.upperBound...].firstIndex(of: "\""))
    let words = page[policy.upperBound..<end]
    #expect(words.hasPrefix("default-src 'none'; img-src data:; style-src 'sha256-"))
    #expect(words.contains("; script-src 'sha256-"))
    #expect(!words.contains("unsafe"))
    #expect(!page.contains(" style=\""))
  }

  @Test func secretsOfURLsAreLeftOut() {
    let page = html([
      creative(0) {
        $0.source = "http://me:secret@example.com/ad"
        $0.assets[.media]?.url = "http://me:secret@example.com/a.jpg"
        $0.failure = Failure(
          phase: "headers", code: "badStatus", message: "no (http://me:secret@example.com/ad)")
      }
    ])
    #expect(!page.contains("secret"))
    #expect(page.contains("http://example.com/a.jpg"))
  }

  @Test func sizesThatDifferAreToBeChecked() {
    let other = creative(0) { $0.assets[.media]?.actualSize = PixelSize(width: 60, height: 60) }
    #expect(other.verdict == .warned)
    #expect(other.warnings == ["Media: the response says 120x60, the file is 60x60"])
    #expect(html([other]).contains("said 120×60"))
    // A missing icon size moves nothing.
    let icon = creative(1) {
      $0.assets[.icon] = .init(state: .loaded, actualSize: PixelSize(width: 8, height: 8))
    }
    #expect(icon.verdict == .loaded)
  }
}

@Suite struct CreativeThumbnailTests {
  @Test func evenNoiseIsSmall() throws {
    let noise = try PixelBuffer(size: CreativeThumbnail.box, isOpaque: true) { bytes in
      var state: UInt32 = 1
      for index in bytes.indices {
        state = state &* 1_664_525 &+ 1_013_904_223
        bytes[index] = index % 4 == 3 ? 255 : UInt8(state >> 24)
      }
    }
    let file = try #require(CreativeThumbnail.file(noise))
    #expect(file.count <= CreativeThumbnail.maximumByteCount)
    let plain = try #require(CreativeThumbnail.file(try SamplePicture.pixels(width: 160, height: 84)))
    #expect(plain.starts(with: [0xFF, 0xD8]))
  }
}
