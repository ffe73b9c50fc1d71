import OriginServer

/// The pages that sample ads lead to.
enum SamplePages {
  static func landing(_ number: Int?) -> OriginResponse {
    let picture = number.map { "<p><img src=\"/media/\($0).jpg\" width=\"600\" alt=\"Sample \($0)\"></p>" }
    return page(
      number.map(SampleTexts.title) ?? "A sample advertiser",
      (picture ?? "") + "<p>This is where the ad leads. There is nothing to buy.</p>")
  }

  static let privacy = page(
    "Privacy", "<p>The sample ad server runs on this machine, and keeps what it is asked until it ends.</p>")

  private static func page(_ title: String, _ body: String) -> OriginResponse {
    OriginResponse(
      text: """
        <!doctype html><html lang="en"><meta charset="utf-8"><title>\(title)</title>
        <body style="font: 16px sans-serif; max-width: 40em; margin: 3em auto"><h1>\(title)</h1>\(body)</body></html>

        """, contentType: "text/html; charset=utf-8")
  }
}
