#if Canvas
  /// Native markup of one ad.
  struct SampleAd {
    var title = "Fresh coffee, at your door"
    var body = "Roasted this morning, with you tomorrow."
    var advertiser = "Morning Roasters"
    var callToAction = "Order"
    var hasIcon = true
    var hasMedia = true
    var mediaSize = (width: 1_200, height: 628)
    /// The JSON of `ext.campaign`.
    var campaign: String?
    /// Made part of the pictures' URLs, so that ads of a list have pictures of their own.
    var number = 0

    var response: [UInt8] {
      var assets = [#"{"id":1,"required":1,"title":{"text":\#(Self.quoted(title))}}"#]
      for (id, type, text) in [(2, 2, body), (3, 1, advertiser), (4, 12, callToAction)] where !text.isEmpty {
        assets.append(#"{"id":\#(id),"data":{"type":\#(type),"value":\#(Self.quoted(text))}}"#)
      }
      if hasIcon {
        assets.append(
          #"{"id":5,"img":{"type":1,"url":"\#(CanvasFixture.iconURL)/\#(number)","w":120,"h":120}}"#)
      }
      if hasMedia {
        assets.append(
          """
          {"id":6,"img":{"type":3,"url":"\(CanvasFixture.mediaURL)/\(number)","w":\(mediaSize.width),\
          "h":\(mediaSize.height)}}
          """)
      }
      let campaign = campaign.map { #","ext":{"campaign":\#($0)}"# } ?? ""
      return Array(
        """
        {"native":{"ver":"1.2","link":{"url":"https://advertiser.example.com"},"assets":[\
        \(assets.joined(separator: ","))],"privacy":"https://advertiser.example.com/privacy"\(campaign)}}
        """.utf8)
    }

    private static func quoted(_ text: String) -> String {
      var quoted = "\""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": quoted += "\\\(scalar)"
        case "\0"..<" ": quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
        default: quoted.unicodeScalars.append(scalar)
        }
      }
      return quoted + "\""
    }
  }
#endif
