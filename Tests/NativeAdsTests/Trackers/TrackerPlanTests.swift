import Testing

@testable import NativeAds

@Suite struct TrackerPlanTests {
  private func response(
    impressions: [String] = [], events: [OpenRTBNative.EventTracker] = []
  ) -> OpenRTBNative {
    var response = OpenRTBNative(link: OpenRTBNative.Link(url: SampleAd.clickURL))
    response.impressionTrackers = impressions
    response.eventTrackers = events
    return response
  }

  private func urls(_ pings: [TrackerPing]) -> [String] { pings.map(\.url) }

  // 3A
  @Test func bothKindsOfImpressionTrackersAreToldAndNoJavaScript() {
    var plan = TrackerPlan(
      response(
        impressions: ["https://i.example/1", "https://i.example/2"],
        events: [
          .init(event: 1, method: 1, url: "https://i.example/2"),
          .init(event: 1, method: 1, url: "https://i.example/3"),
          .init(event: 1, method: 2, url: "https://i.example/script.js"),
          .init(event: 2, method: 2, url: "https://i.example/script.js"),
          .init(event: 555, method: 1, url: "https://i.example/unknown"),
          .init(event: 1, method: 1, url: nil),
        ]), vast: nil)
    #expect(plan.standards == [])
    #expect(
      urls(plan.take(.impression)) == ["https://i.example/1", "https://i.example/2", "https://i.example/3"])
    #expect(plan.take(.impression) == [])
    #expect(plan.take(.seen(by: .mrc50)) == [])
  }

  // 3A
  @Test func eachStandardHasItsOwnTrackers() {
    var plan = TrackerPlan(
      response(events: [
        .init(event: 2, method: 1, url: "https://v.example/same"),
        .init(event: 3, method: 1, url: "https://v.example/same"),
        .init(event: 4, method: 1, url: "https://v.example/video"),
      ]), vast: nil)
    #expect(plan.standards == [.mrc50, .mrc100, .video50])
    #expect(
      plan.take(.seen(by: .mrc50)) == [TrackerPing(.viewableMRC50, url: "https://v.example/same")])
    // Another kind of event.
    #expect(
      plan.take(.seen(by: .mrc100)) == [TrackerPing(.viewableMRC100, url: "https://v.example/same")])
    #expect(
      plan.take(.seen(by: .video50)) == [TrackerPing(.viewableVideo50, url: "https://v.example/video")])
  }

  // 3A
  @Test func onlyWebURLsOfBoundedLengthAndNumberAreTold() {
    let long = "https://i.example/" + String(repeating: "a", count: TrackerPlan.largestURL)
    let many = (0..<2 * TrackerPlan.mostPings).map { "https://i.example/\($0)" }
    var plan = TrackerPlan(
      response(
        impressions: ["javascript:alert(1)", "file:///etc/passwd", "data:,x", "", long, "HTTP://i.example/"]
          + many), vast: nil)
    let told = urls(plan.take(.impression))
    #expect(told.first == "HTTP://i.example/")
    #expect(told.count == TrackerPlan.mostPings)
    #expect(plan.take(.click(.init(url: "", clickTrackers: ["https://c.example/"]))) == [])
  }

  // B14
  @Test func clickTrackersOfEachLinkAreToldOnce() {
    var plan = TrackerPlan(response(), vast: nil)
    let first = OpenRTBNative.Link(url: "", clickTrackers: ["https://c.example/1", "https://c.example/1"])
    #expect(urls(plan.take(.click(first))) == ["https://c.example/1"])
    #expect(urls(plan.take(.click(first))) == [])
    let second = OpenRTBNative.Link(
      url: "", clickTrackers: ["https://c.example/1", "https://c.example/2"])
    #expect(urls(plan.take(.click(second))) == ["https://c.example/2"])
  }

  #if VAST
    /// What a document, with others behind it, leads to.
    private func outcome(_ document: [UInt8], _ others: [[UInt8]?] = []) -> VASTResolver.Outcome {
      var resolution = VASTResolution()
      var others = others[...]
      var action = resolution.begin(.document(document))
      while true {
        switch action {
        case .fetch:
          guard let next = others.popFirst(),
            let step = next.map({ resolution.feed($0) }) ?? resolution.fail(.wrapperTimedOut)
          else { return .failure(VASTFailure(error: .empty, errorURLs: [], chain: [])) }
          action = step
        case .resolved(let resolved): return .success(resolved)
        case .failed(let failure): return .failure(failure)
        }
      }
    }

    private var chain: VASTResolver.Outcome {
      outcome(
        VASTDocuments.vast(VASTDocuments.wrapper("outer", to: "https://w.example/1")),
        [
          VASTDocuments.vast(VASTDocuments.wrapper("middle", to: "https://w.example/2")),
          VASTDocuments.vast(VASTDocuments.inLine()),
        ])
    }

    // 3B
    @Test func theTrackersOfAllWrappersAreToldTheOutermostFirst() {
      var plan = TrackerPlan(response(), vast: chain)
      let pings = plan.take(.video(.start))
      #expect(
        urls(pings) == [
          "https://i.example/outer", "https://i.example/middle", "https://i.example/inline",
          "https://t.example/outer", "https://t.example/middle", "https://t.example/inline",
        ])
      #expect(pings.map(\.event) == [.impression, .impression, .impression, .start, .start, .start])
      #expect(plan.take(.video(.start)) == [])
      #expect(
        plan.take(.failed(.mediaFileNotFound))
          == ["outer", "middle", "inline"].map {
            TrackerPing(.error, url: "https://e.example/\($0)?[ERRORCODE]", errorCode: 401)
          })
      #expect(plan.take(.failed(.mediaFileNotFound)) == [])
    }

    // 3B, D9
    @Test func aVideoThatIsFirstToldOfInItsMiddleHasAnImpression() {
      var plan = TrackerPlan(response(), vast: chain)
      #expect(plan.take(.video(.midpoint)).map(\.event) == [.impression, .impression, .impression])
      #expect(plan.take(.video(.thirdQuartile)) == [])
    }

    private func trackings(_ elements: String, viewable: String = "") -> VASTResolver.Outcome {
      outcome(
        VASTDocuments.vast(
          """
          <Ad id="a"><InLine><Impression>https://i.example/</Impression>\(viewable)<Creatives><Creative><Linear>
          <Duration>00:00:20</Duration><TrackingEvents>\(elements)</TrackingEvents><MediaFiles>
          <MediaFile delivery="progressive" type="video/mp4" width="640" height="360">https://m.example/a.mp4
          </MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad>
          """))
    }

    // 3B
    @Test(arguments: VideoEvent.allCases)
    func eachVideoEventHasItsTrackers(event: VideoEvent) {
      var plan = TrackerPlan(
        response(),
        vast: trackings(
          VideoEvent.allCases.map {
            "<Tracking event=\"\($0.rawValue)\">https://t.example/\($0.rawValue)</Tracking>"
          }.joined()
            + "<Tracking event=\"creativeView\">https://t.example/creativeView</Tracking>"
            + "<Tracking event=\"skip\">https://t.example/skip</Tracking>"))
      #expect(
        urls(plan.take(.video(event)))
          == ["https://i.example/", "https://t.example/creativeView", "https://t.example/\(event.rawValue)"])
    }

    // 3B
    @Test func progressIsToldAtItsOffset() {
      var plan = TrackerPlan(
        response(),
        vast: trackings(
          [("00:00:05", "5s"), ("25%", "same"), ("50%", "same"), ("100%", "end"), ("soon", "never")].map {
            "<Tracking event=\"progress\" offset=\"\($0.0)\">https://t.example/\($0.1)</Tracking>"
          }.joined() + "<Tracking event=\"progress\">https://t.example/never</Tracking>"))
      #expect(plan.take(.played(.milliseconds(4_999), of: nil)) == [])
      #expect(
        urls(plan.take(.played(.seconds(5), of: nil))) == ["https://t.example/5s", "https://t.example/same"])
      #expect(plan.take(.played(.seconds(9), of: .seconds(20))) == [])
      // The same URL at another point is told again; the player knows best how long the video is.
      #expect(urls(plan.take(.played(.seconds(9), of: .seconds(18)))) == ["https://t.example/same"])
      #expect(urls(plan.take(.played(.seconds(20), of: .seconds(20)))) == ["https://t.example/end"])
    }

    // 3B, 3C
    @Test func aViewableVideoIsToldToTheViewableImpression() {
      var plan = TrackerPlan(
        response(),
        vast: trackings(
          "",
          viewable: "<ViewableImpression><Viewable>https://v.example/yes</Viewable>"
            + "<NotViewable>https://v.example/no</NotViewable></ViewableImpression>"))
      #expect(plan.standards == [.video50])
      #expect(plan.take(.seen(by: .video50)) == [TrackerPing(.viewable, url: "https://v.example/yes")])
    }

    // 3B, G20
    @Test func documentsThatLeadNowhereAreToldTheirErrors() {
      var plan = TrackerPlan(
        response(),
        vast: outcome(VASTDocuments.vast(VASTDocuments.wrapper("outer", to: "https://w.example/1")), [nil]))
      #expect(
        plan.take(.handedOver)
          == [TrackerPing(.error, url: "https://e.example/outer?[ERRORCODE]", errorCode: 301)])
      #expect(plan.take(.handedOver) == [])
    }

    // 3B, G20
    @Test func abandonedWrappersAreToldTheirErrorsTooAndThatNoFileCanBePlayed() {
      let document = VASTDocuments.vast(
        VASTDocuments.wrapper(
          "broken", to: "https://w.example/1", attributes: "fallbackOnNoAd=\"true\"", sequence: 1)
          + VASTDocuments.inLine("next", sequence: 2))
      var plan = TrackerPlan(
        response(), vast: outcome(document, [nil]), videoError: .noSupportedMediaFile)
      #expect(
        plan.take(.handedOver) == [
          TrackerPing(.error, url: "https://e.example/broken?[ERRORCODE]", errorCode: 301),
          TrackerPing(.error, url: "https://e.example/next?[ERRORCODE]", errorCode: 403),
        ])
    }
  #endif

  @Test(arguments: [
    ("00:00:05", PlayOffset.time(.seconds(5))), (" 25% ", .share(0.25)), ("0%", .share(0)),
    ("100%", .share(1)),
    ("101%", nil), ("-1%", nil), ("nan%", nil), ("%", nil), ("", nil), ("5", nil),
  ])
  func offsetsAreTimesOrShares(text: String, offset: PlayOffset?) { #expect(PlayOffset(text) == offset) }
}
