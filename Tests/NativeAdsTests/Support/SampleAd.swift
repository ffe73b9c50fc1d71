/// Native markup (OpenRTB Native 1.2) as an exchange sends it. Asset ids: 1 title, 2 icon, 3 main image, 4 video,
/// 5 sponsored, 6 description, 7 call to action.
enum SampleAd {
  /// An image asset; what is `nil` is left out.
  struct Image {
    var url: String?
    var width: Int?
    var height: Int?
    var type: Int?
    var blurHash: String?
    var isRequired = false

    static let icon = Image(url: iconURL, width: 80, height: 80, type: 1)
    static let media = Image(url: mediaURL, width: 1200, height: 627, type: 3)
  }

  static let iconURL = "https://cdn.example.com/icon.png"
  static let mediaURL = "https://cdn.example.com/main.jpg"
  static let clickURL = "https://advertiser.example.com/landing"
  static let impressionURL = "https://track.example.com/impression"
  static let clickTracker = "https://track.example.com/click"

  /// An ad; what is `nil` is left out.
  ///
  /// - Parameter members: text of further members of the root, such as `"privacy":"https://…"`.
  static func openRTB(
    icon: Image? = .icon, media: Image? = .media, vastTag: String? = nil,
    title: String? = "Fresh coffee, every morning",
    sponsored: String? = "Bean & Co.", description: String? = "Beans roasted yesterday, at your door today.",
    callToAction: String? = "Order", members: String? = nil
  ) -> [UInt8] {
    var assets: [String] = []
    if let title { assets.append(#"{"id":1,"required":1,"title":{"text":\#(quoted(title))}}"#) }
    if let icon { assets.append(image(id: 2, icon)) }
    if let media { assets.append(image(id: 3, media)) }
    if let vastTag { assets.append(#"{"id":4,"video":{"vasttag":\#(quoted(vastTag))}}"#) }
    for (id, type, value) in [(5, 1, sponsored), (6, 2, description), (7, 12, callToAction)] {
      guard let value else { continue }
      assets.append(#"{"id":\#(id),"data":{"type":\#(type),"value":\#(quoted(value))}}"#)
    }
    var root = [
      #""ver":"1.2""#, #""assets":[\#(assets.joined(separator: ","))]"#,
      #""link":{"url":\#(quoted(clickURL)),"clicktrackers":[\#(quoted(clickTracker))]}"#,
      #""imptrackers":[\#(quoted(impressionURL))]"#,
    ]
    if let members { root.append(members) }
    return Array("{\(root.joined(separator: ","))}".utf8)
  }

  private static func image(id: Int, _ image: Image) -> String {
    var members: [String] = []
    if let type = image.type { members.append(#""type":\#(type)"#) }
    if let url = image.url { members.append(#""url":\#(quoted(url))"#) }
    if let width = image.width { members.append(#""w":\#(width)"#) }
    if let height = image.height { members.append(#""h":\#(height)"#) }
    if let hash = image.blurHash { members.append(#""ext":{"blurhash":\#(quoted(hash))}"#) }
    let required = image.isRequired ? #""required":1,"# : ""
    return #"{"id":\#(id),\#(required)"img":{\#(members.joined(separator: ","))}}"#
  }

  /// A text as a JSON string.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
