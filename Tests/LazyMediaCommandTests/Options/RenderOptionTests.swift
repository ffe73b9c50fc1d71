import NativeAds
import Testing

@testable import LazyMediaCommand

@Suite struct RenderOptionTests {
  private func settings(_ arguments: Argument...) throws -> Settings {
    try Invocation(["render"] + arguments).settings
  }

  private func failure(_ arguments: Argument...) -> String? {
    do throws(UsageError) {
      _ = try Invocation(["render"] + arguments)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func momentsAreUnderstood() throws {
    let settings = try settings("ad", "a", "--out", "o.png", "--at", "0,100ms,loaded,2.5")
    #expect(
      settings.moments
        == [.after(.zero), .after(.milliseconds(100)), .loaded, .after(.microseconds(2_500))])
    for value in ["", ",", "0,", "0,0ms", "now", "1s", "-1", "60001", "loaded,loaded", "0 ,1"] {
      #expect(
        failure("ad", "a", "--out", "o", "--at", Argument(value))?.hasPrefix("option '--at' cannot be '")
          == true, "\(value)")
    }
  }

  @Test(arguments: [
    ("ad.png", "ad-100ms.png"), ("a.b/ad", "a.b/ad-100ms"), ("/x/.png", "/x/.png-100ms"),
    ("a.tar.png", "a.tar-100ms.png"),
  ])
  func aMomentStandsBeforeTheExtension(path: String, named: String) {
    #expect(Moment.after(.milliseconds(100)).path(beside: path) == named)
  }

  @Test func namesOfMoments() {
    #expect(
      [Moment.after(.zero), .after(.microseconds(2_500)), .loaded].map(\.name) == ["0", "2.5ms", "loaded"])
  }

  @Test func everyOptionIsUnderstood() throws {
    let settings = try settings(
      "feed", "a", "--out", "o.png", "--frames", "d", "--html", "r.html", "--renderer", "circular",
      "--orientation", "vertical", "--width", "320", "--height", "480", "--scale", "3", "--dark", "--rtl",
      "--fonts", "system", "--json", "--timeout", "5", "--concurrency", "4")
    #expect(settings.outputPath == "o.png" && settings.framesPath == "d" && settings.reportPath == "r.html")
    #expect(settings.renderer == .circular && settings.orientation == .vertical)
    #expect(settings.canvasWidth == 320 && settings.canvasHeight == 480 && settings.scale == 3)
    #expect(settings.isDark && settings.isRightToLeft && settings.fonts == .system && settings.isJSON)
  }

  @Test func whatIsMissingOrDoesNotFitIsSaid() {
    #expect(failure() == "'render' takes what to draw: ad, feed")
    #expect(failure("fed", "a") == "first say what to draw, ad or feed, not 'fed'; did you mean 'feed'?")
    #expect(failure("ad", "--out", "o") == "no source given")
    #expect(failure("ad", "", "--out", "o") == "a source is empty")
    #expect(failure("ad", "-", "-", "--html", "o") == "standard input ('-') can be read only once")
    #expect(failure("ad", "a")?.hasPrefix("nothing to write: ") == true)
    #expect(failure("ad", "a", "b", "--out", "o") == "option '--out' takes one source; '--html' takes many")
    #expect(failure("ad", "a", "--html", "o", "--at", "0") == "option '--at' needs '--out FILE'")
    #expect(failure("ad", "a", "--frames", "d") == "option '--frames' is for 'render feed'")
    #expect(failure("ad", "a", "--out", "o", "--height", "99") == "option '--height' is for 'render feed'")
    #expect(failure("feed", "a", "b", "--out", "o") == "'render feed' takes one source, not 'b', too")
    #expect(failure("feed", "a", "--out", "o", "--at", "0") == "option '--at' is for 'render ad'")
    #expect(
      failure("feed", "a", "--out", "o", "--placeholder", "bare")
        == "option '--placeholder' is for 'render ad'")
    for (option, value) in [
      ("--width", "39"), ("--height", "4097"), ("--scale", "4"), ("--scale", "1.5"), ("--renderer", "big"),
      ("--fonts", "x"), ("--orientation", "up"),
    ] {
      #expect(
        failure("feed", "a", "--out", "o", Argument(option), Argument(value))?
          .hasPrefix("option '\(option)' cannot be '") == true, "\(option)")
    }
  }

  @Test func helpNamesEveryFieldOfTheOutput() {
    let page = HelpText.page(for: .render)
    var creative = Creative(index: 0, source: "a")
    creative.assets[.media] = .init()
    for json in [
      creative.json, FilmIndex(framesPerSecond: 30, size: (1, 1), scale: 1, orientation: .vertical).json,
    ] {
      for name in String(decoding: json, as: UTF8.self).split(separator: "\"").filter({
        $0.allSatisfy(\.isLetter)
      }) {
        #expect(page.contains(name), "\(name)")
      }
    }
  }
}
