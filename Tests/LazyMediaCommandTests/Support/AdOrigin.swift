import LazyMedia
import OriginServer

/// An origin with the files of ads, and the responses that name them.
struct AdOrigin {
  let origin: OriginServer

  init() throws {
    origin = try OriginServer()
    try serve("/media.jpg")
    origin.route("/icon.png", OriginResponse(bytes: try SamplePicture.png(width: 16, height: 16)))
  }

  /// Serves the picture, perhaps not before a gate opens, and late.
  func serve(_ path: String, gate: OriginGate? = nil, latency: Duration = .zero) throws {
    origin.route(
      path,
      OriginResponse(bytes: try SamplePicture.jpeg(width: 120, height: 60)).with {
        $0.gate = gate
        $0.latency = latency
      })
  }

  /// A response on one line.
  func response(
    _ title: String = "A title", size: String = #", "w": 120, "h": 60"#, media: String = "/media.jpg",
    icon: String = "/icon.png"
  ) -> String {
    let title = String(reflecting: title)
    return #"{"native": {"link": {"url": "https://example.com"}, "assets": ["#
      + #"{"id": 1, "title": {"text": \#(title)}}, {"id": 4, "data": {"type": 12, "value": "Look"}}, "#
      + #"{"id": 2, "img": {"type": 1, "url": "\#(origin.url(icon))", "w": 16, "h": 16}}, "#
      + #"{"id": 3, "img": {"type": 3, "url": "\#(origin.url(media))"\#(size)}}]}}"#
  }
}
