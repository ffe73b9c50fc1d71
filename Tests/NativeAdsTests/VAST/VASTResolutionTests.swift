#if VAST
  import Testing

  @testable import NativeAds

  @Suite struct VASTResolutionTests {
    private typealias Documents = VASTDocuments

    /// Runs the machine over documents by address; those that are missing cannot be had.
    private func resolve(
      _ start: VASTResolver.Start, _ documents: [String: [UInt8]] = [:], limit: Int = 5, local: Bool = false
    ) -> (result: Result<ResolvedVAST, VASTFailure>?, fetched: [String]) {
      var machine = VASTResolution(wrapperLimit: limit, allowsLocalFiles: local)
      var action: VASTResolution.Action? = machine.begin(start)
      var fetched: [String] = []
      while true {
        switch action {
        case .fetch(let url):
          fetched.append(url)
          action = documents[url].map { machine.feed($0) } ?? machine.fail(.wrapperTimedOut)
        case .resolved(let resolved): return (.success(resolved), fetched)
        case .failed(let failure): return (.failure(failure), fetched)
        case nil: return (nil, fetched)
        }
      }
    }

    /// Wrappers `w1` to `w<count>`, each at the address of its number, then an ad.
    private func chain(_ count: Int) -> [String: [UInt8]] {
      var documents = ["https://d.example/\(count + 1)": Documents.vast(Documents.inLine())]
      for number in 1..<(count + 1) {
        documents["https://d.example/\(number)"] = Documents.vast(
          Documents.wrapper("w\(number)", to: "https://d.example/\(number + 1)"), version: "3.0")
      }
      return documents
    }

    @Test func anInLineNeedsNoFetch() throws {
      let (result, fetched) = resolve(
        .document(Documents.vast(Documents.inLine(clickThrough: "https://l.example"))))
      let resolved = try #require(try result?.get())
      #expect(fetched.isEmpty)
      #expect(resolved.ad.id == "inline")
      #expect(resolved.linear == resolved.ad.linears.first)
      #expect(resolved.chain.map(\.source) == [.response])
      #expect(resolved.chain.map(\.kind) == [.inLine])
    }

    // G17, G20
    @Test func fiveWrappersAreFollowedAndEverythingIsCollected() throws {
      let (result, fetched) = resolve(.url("https://d.example/1"), chain(5))
      let resolved = try #require(try result?.get())
      #expect(fetched == (1...6).map { "https://d.example/\($0)" })
      let names = (1...5).map { "w\($0)" } + ["inline"]
      #expect(resolved.impressions == names.map { "https://i.example/\($0)" })
      #expect(resolved.errors == names.map { "https://e.example/\($0)?[ERRORCODE]" })
      #expect(resolved.linear.trackings.map(\.url) == names.map { "https://t.example/\($0)" })
      #expect(resolved.linear.clickTrackings == names.map { "https://c.example/\($0)" })
      #expect(resolved.linear.duration == .seconds(15))
      #expect(resolved.linear.mediaFiles.count == 1)
      #expect(resolved.chain.map(\.adID) == names)
      #expect(resolved.chain.map(\.version) == Array(repeating: "3.0", count: 5) + ["4.2"])
      #expect(resolved.chain.map(\.kind) == Array(repeating: .wrapper, count: 5) + [.inLine])
      #expect(resolved.chain.allSatisfy { $0.error == nil })
    }

    // G20
    @Test func aSixthWrapperIsTooMany() throws {
      let (result, fetched) = resolve(.url("https://d.example/1"), chain(6))
      let failure = #expect(throws: VASTFailure.self) { try result?.get() }
      #expect(failure?.error == .tooManyWrappers(limit: 5))
      #expect(failure?.error.code == 302)
      #expect(failure?.errorURLs == (1...6).map { "https://e.example/w\($0)?[ERRORCODE]" })
      #expect(failure?.chain.last?.error == .tooManyWrappers(limit: 5))
      #expect(fetched.count == 6)
    }

    @Test(arguments: [(0, 0), (2, 2), (5, 5), (100, 5), (-1, 0), (Int.max, 5), (Int.min, 0)])
    func theLimitIsTheSmallerOfTheServersAndFive(limit: Int, followed: Int) {
      let first = Documents.vast(Documents.wrapper("w0", to: "https://d.example/1"))
      let (_, fetched) = resolve(.document(first), chain(9), limit: limit)
      #expect(fetched.count == followed)
    }

    @Test(arguments: ["https://d.example/1", "https://d.example/1#again", "https://d.example/3"])
    func wrappersThatLeadBackAreALoop(target: String) {
      var documents = chain(3)
      documents["https://d.example/3"] = Documents.vast(Documents.wrapper("w3", to: target))
      let (result, fetched) = resolve(.url("https://d.example/1"), documents)
      let failure = #expect(throws: VASTFailure.self) { try result?.get() }
      #expect(failure?.error == .wrapperLoop(url: target))
      #expect(failure?.errorURLs.count == 3)
      #expect(fetched.count == 3)
    }

    @Test(
      arguments: [
        "file:///etc/passwd", "data:text/xml,<VAST/>", "javascript:alert(1)", "ftp://d.example/1",
        "//d.example/1",
        "inline.xml", "/etc/passwd", "HTTPS//d.example", "http:/d.example", "",
      ])
    func nothingButHTTPIsAskedFor(url: String) {
      let wrapper = Documents.vast(Documents.wrapper("w", to: url))
      let (result, fetched) = resolve(.document(wrapper))
      let failure = #expect(throws: VASTFailure.self) { try result?.get() }
      #expect(failure?.error.code == 300)
      #expect(failure?.errorURLs == ["https://e.example/w?[ERRORCODE]"])
      #expect(fetched.isEmpty)
      let direct = resolve(.url(url))
      #expect(direct.fetched.isEmpty)
      #expect(throws: VASTFailure.self) { try direct.result?.get() }
    }

    @Test func filesAreAskedForWhereTheyAreAllowed() throws {
      let wrapper = Documents.vast(Documents.wrapper("w", to: "file:///tag.xml"))
      let documents = ["file:///tag.xml": Documents.vast(Documents.inLine())]
      #expect(try resolve(.document(wrapper), documents, local: true).result?.get().ad.id == "inline")
    }

    @Test func aDocumentFromElsewhereHasNoSayAboutLocalFiles() {
      let documents = [
        "https://d.example/1": Documents.vast(Documents.wrapper("w", to: "file:///ad.xml")),
        "file:///ad.xml": Documents.vast(Documents.inLine()),
      ]
      for start in [
        VASTResolver.Start.url("https://d.example/1"),
        .document(Documents.vast(Documents.wrapper("v", to: "https://d.example/1"))),
      ] {
        let (result, fetched) = resolve(start, documents, local: true)
        #expect(fetched == ["https://d.example/1"])
        #expect(throws: VASTFailure.self) { try result?.get() }
      }
    }

    @Test func noAdHasItsCodeAndTheRootsErrors() {
      let empty = Documents.vast("<Error>https://e.example/none</Error>")
      let direct = #expect(throws: VASTFailure.self) { try resolve(.document(empty)).result?.get() }
      #expect(direct?.error == .noAd(afterWrappers: false))
      #expect(direct?.errorURLs == ["https://e.example/none"])
      #expect(direct?.chain.count == 1)
      for (body, urls) in [(empty, ["https://e.example/none"]), ([], [])] {
        let behind = #expect(throws: VASTFailure.self) {
          try resolve(
            .document(Documents.vast(Documents.wrapper("w", to: "https://d.example"))),
            ["https://d.example": body]
          ).result?.get()
        }
        #expect(behind?.error.code == 303)
        #expect(behind?.errorURLs == ["https://e.example/w?[ERRORCODE]"] + urls)
      }
    }

    @Test(
      arguments: [("<VAST version='3.0'>", 100), ("<html/>", 101), ("<VAST version='9.0'/>", 102)])
    func whatIsWrongWithADocumentBehindAWrapperIsToldToAll(document: String, code: Int) {
      var documents = chain(2)
      documents["https://d.example/3"] = Array(document.utf8)
      let failure = #expect(throws: VASTFailure.self) {
        try resolve(.url("https://d.example/1"), documents).result?.get()
      }
      #expect(failure?.error.code == code)
      #expect(failure?.errorURLs == (1...2).map { "https://e.example/w\($0)?[ERRORCODE]" })
      #expect(failure?.chain.map(\.source).last == .url("https://d.example/3"))
      #expect(failure?.chain.map { $0.error?.code } == [nil, nil, code])
    }

    @Test func aDocumentThatDoesNotComeIsATimeout() {
      let failure = #expect(throws: VASTFailure.self) {
        try resolve(.url("https://d.example/1")).result?.get()
      }
      #expect(failure?.error.code == 301)
    }

    @Test func aPodBeginsWithTheLowestSequenceThatHasALinear() throws {
      let pod =
        Documents.inLine("alone") + Documents.inLine("third", sequence: 3)
        + Documents.inLine("second", sequence: 2)
        + Documents.nonLinear("first", sequence: 1)
      #expect(try resolve(.document(Documents.vast(pod))).result?.get().ad.id == "second")
      let ads = Documents.nonLinear("a") + Documents.inLine("b") + Documents.inLine("c")
      #expect(try resolve(.document(Documents.vast(ads))).result?.get().ad.id == "b")
    }

    @Test func adsWithoutALinearAreOfTheWrongKind() {
      let ads = Documents.vast(Documents.nonLinear("a") + Documents.nonLinear("b"))
      let failure = #expect(throws: VASTFailure.self) { try resolve(.document(ads)).result?.get() }
      #expect(failure?.error == .noLinear)
      #expect(failure?.error.code == 201)
      #expect(failure?.errorURLs == ["a", "b"].map { "https://e.example/\($0)?[ERRORCODE]" })
    }

    @Test(arguments: [false, true]) func podsBehindAWrapperAreForThoseThatAllowThem(allows: Bool) throws {
      let wrapper = Documents.wrapper(
        "w", to: "https://d.example", attributes: allows ? #"allowMultipleAds="true""# : "")
      let pod =
        Documents.inLine("one", sequence: 1) + Documents.inLine("alone")
        + Documents.inLine("two", sequence: 2)
      let resolved = try resolve(
        .document(Documents.vast(wrapper)), ["https://d.example": Documents.vast(pod)]
      ).result?.get()
      #expect(resolved?.ad.id == (allows ? "one" : "alone"))
    }

    @Test func aPodOfOneIsNoPod() throws {
      let resolved = try resolve(
        .document(Documents.vast(Documents.wrapper("w", to: "https://d.example"))),
        ["https://d.example": Documents.vast(Documents.inLine("one", sequence: 1))]
      ).result?.get()
      #expect(resolved?.ad.id == "one")
    }

    @Test func furtherWrappersAreIgnoredWhereTheyAreNotAllowed() throws {
      let wrapper = Documents.vast(
        Documents.wrapper("w", to: "https://d.example/1", attributes: #"followAdditionalWrappers="false""#))
      let (result, fetched) = resolve(.document(wrapper), chain(1))
      let failure = #expect(throws: VASTFailure.self) { try result?.get() }
      #expect(failure?.error.code == 303)
      #expect(fetched == ["https://d.example/1"])
      #expect(try resolve(.document(wrapper), chain(0)).result?.get().ad.id == "inline")
    }

    @Test func anotherAdStandsInWhereTheWrapperAllowsIt() throws {
      for allows in [true, false] {
        let wrapper = Documents.wrapper(
          "w", to: "https://d.example/empty", attributes: "fallbackOnNoAd=\"\(allows)\"", sequence: 1)
        let pod = Documents.vast(wrapper + Documents.inLine("second", sequence: 2))
        let (result, fetched) = resolve(
          .document(pod), ["https://d.example/empty": Documents.vast("<Error>https://e.example/none</Error>")]
        )
        #expect(fetched == ["https://d.example/empty"])
        if allows {
          let resolved = try #require(try result?.get())
          #expect(resolved.ad.id == "second")
          #expect(resolved.impressions == ["https://i.example/second"])
          #expect(resolved.chain.map(\.adID) == ["second"])
          #expect(resolved.abandoned.map(\.error) == [.noAd(afterWrappers: true)])
          #expect(
            resolved.abandoned.first?.errorURLs == [
              "https://e.example/w?[ERRORCODE]", "https://e.example/none",
            ])
        } else {
          let failure = #expect(throws: VASTFailure.self) { try result?.get() }
          #expect(failure?.error.code == 303)
        }
      }
    }

    @Test func aFallbackReachesOverSeveralWrappers() throws {
      let first = Documents.vast(
        Documents.wrapper("w0", to: "https://d.example/1", attributes: #"fallbackOnNoAd="true""#)
          + Documents.inLine("other"))
      let resolved = try #require(try resolve(.document(first), chain(9)).result?.get())
      #expect(resolved.ad.id == "other")
      #expect(resolved.abandoned.map(\.error) == [.tooManyWrappers(limit: 5)])
    }

    @Test func fallingBackDoesNotMultiplyFetches() {
      let wrappers = (0..<1000).map {
        Documents.wrapper("w\($0)", to: "https://x.example/\($0)", attributes: #"fallbackOnNoAd="1""#)
      }.joined()
      let (result, fetched) = resolve(.document(Documents.vast(wrappers)))
      let failure = #expect(throws: VASTFailure.self) { try result?.get() }
      #expect(fetched.count == 5)
      #expect(failure?.error == .tooManyWrappers(limit: 5))
      #expect(failure?.abandoned.count == 5)
    }

    @Test func theClosestClickThroughWins() throws {
      for (inLine, expected) in [
        ("https://own.example", "https://own.example"), (nil, "https://near.example"),
      ] {
        let documents = [
          "https://d.example/1": Documents.vast(
            Documents.wrapper("near", to: "https://d.example/2", clickThrough: "https://near.example")),
          "https://d.example/2": Documents.vast(Documents.inLine(clickThrough: inLine)),
        ]
        let first = Documents.vast(
          Documents.wrapper("far", to: "https://d.example/1", clickThrough: "https://far.example"))
        #expect(try resolve(.document(first), documents).result?.get().linear.clickThrough == expected)
      }
    }

    @Test func nothingComesAfterTheEnd() {
      var machine = VASTResolution()
      #expect(machine.feed([]) == nil)
      _ = machine.begin(.document(Documents.vast(Documents.inLine())))
      #expect(machine.feed(Documents.vast(Documents.inLine())) == nil)
      #expect(machine.fail(.wrapperTimedOut) == nil)
    }
  }
#endif
