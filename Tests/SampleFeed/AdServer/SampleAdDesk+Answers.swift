internal import JSON
import Locking
import MediaCodecs
import NativeAds
import OriginServer
import SampleMedia

/// The right answers, and those of faults that are part of one.
extension SampleAdDesk {
  /// Most ads in one answer.
  static let maximumCount = 50

  func content(
    for request: OriginRequest, _ fault: SampleFault?, _ served: inout ServedRequest
  ) -> OriginResponse {
    let query = QueryItems(request.query)
    switch request.path.split(separator: "/", maxSplits: 1).map(String.init) {
    case ["ads"]: return ads(query, fault, &served)
    case ["vast"]:
      guard let unit = query["unit"].flatMap(SampleAdUnit.init), let number = number(query["ad"]) else {
        break
      }
      let ad = SampleAd(number: number, unit: unit, baseURL: baseURL)
      return OriginResponse(text: SampleVASTDocument.inLine(of: ad), contentType: "application/xml")
    case ["reward"]: return reward(number(query["ad"]), fault, &served)
    case ["log"]:
      let lines = hits.flatMap { (hit: SampleTrackerHit) -> [UInt8] in hit.json + [0x0A] }
      return OriginResponse(bytes: lines, contentType: "application/x-ndjson")
    case ["control"]: return control(query, &served)
    case ["landing"]: return SamplePages.landing(number(query["ad"]))
    case ["privacy"]: return SamplePages.privacy
    case let words where words.count == 2:
      if let file = file(words[0], words[1]) { return file }
    default: break
    }
    served.remark = "there is nothing here"
    return .status(404)
  }

  private func number(_ text: String?) -> Int? {
    text.flatMap { Int($0) }.flatMap { (0...999_999_999).contains($0) ? $0 : nil }
  }

  private func file(_ folder: String, _ name: String) -> OriginResponse? {
    let stem = name.prefix { $0 != "." }
    let (bytes, type): ([UInt8]?, String) =
      switch (folder, name.dropFirst(stem.count)) {
      case ("media", ".jpg"):
        (
          number(String(stem)).flatMap { number in
            var encoder = JPEGEncoder()
            encoder.quality = 85
            return try? encoder.encode(SampleAdPicture.media(number))
          }, "image/jpeg"
        )
      case ("icons", ".png"):
        (
          number(String(stem)).flatMap { try? PNGEncoder().encode(SampleAdPicture.icon($0)) },
          "image/png"
        )
      case ("video", ".mp4"):
        (
          SampleAdUnit.allCases.flatMap(\.videoSizes).first { "\($0)" == stem }.map {
            SampleVideo.mp4(
              width: $0.width, height: $0.height, duration: UInt64(SampleVASTDocument.seconds * 1_000))
          }, "video/mp4"
        )
      case ("t", _):
        (Self.pixel, "image/gif")
      default: (nil, "")
      }
    return bytes.map { bytes in
      OriginResponse(bytes: bytes, contentType: type).with { $0.ranges = .honoured }
    }
  }

  /// A GIF of one transparent pixel.
  private static let pixel: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0] + [0x21, 0xF9, 4, 1, 0, 0, 0, 0]
    + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]

  private func ads(
    _ query: QueryItems, _ fault: SampleFault?, _ served: inout ServedRequest
  ) -> OriginResponse {
    guard let unit = SampleAdUnit(rawValue: query["unit"] ?? "") else {
      // Not an answer without a bid: a mistake in a name is none of the market's.
      let units = SampleAdUnit.allCases.map(\.rawValue).joined(separator: ", ")
      return Self.refusal(404, "no unit '\(query["unit"] ?? "")': there are \(units)", &served)
    }
    guard let count = Int(query["count"] ?? "1"), (1...Self.maximumCount).contains(count) else {
      return Self.refusal(400, "count must be a number from 1 to \(Self.maximumCount)", &served)
    }
    var response = JSONWriter()
    response.add("id", "response")
    if fault == .noFill {
      served.remark = "no fill"
      response.add("seatbid", [Int]())
    } else {
      served.ads = numbers(count, fault)
      response.addObjects("seatbid", [0]) { seat, _ in
        seat.add("seat", "samples")
        seat.addObjects("bid", Array(served.ads.enumerated())) { bid, ad in
          SampleAd(number: ad.element, unit: unit, contextID: query["context"] ?? "", baseURL: self.baseURL)
            .addBid(to: &bid, impression: ad.offset + 1)
        }
      }
    }
    return OriginResponse(bytes: response.finished(), contentType: "application/json")
  }

  /// The ads of an answer. They count only where they arrive.
  private func numbers(_ count: Int, _ fault: SampleFault?) -> [Int] {
    state.withLock { state in
      let count = fault == .fewer ? max(1, count / 2) : count
      let numbers = (0..<count).map { state.lastAd + 1 + (fault == .duplicates ? $0 / 2 : $0) }
      if fault != .truncated { state.lastAd = numbers.last ?? state.lastAd }
      return numbers
    }
  }

  private func reward(
    _ number: Int?, _ fault: SampleFault?, _ served: inout ServedRequest
  ) -> OriginResponse {
    let result: RewardResult =
      if case .result(let result) = fault {
        result
      } else {
        state.withLock { state in
          guard let number, SampleAd.paysReward(number), number <= state.lastAd else { return .missingReward }
          // What does not arrive is not paid.
          if fault == .truncated { return .success }
          return state.paid.insert(number).inserted ? .success : .alreadyParticipated
        }
      }
    served.remark = result.rawValue
    var object = JSONWriter()
    object.add("result", result.rawValue)
    return OriginResponse(bytes: object.finished(), contentType: "application/json")
  }

  /// Sets all switches that the query names, or none; answers with all of them.
  private func control(_ query: QueryItems, _ served: inout ServedRequest) -> OriginResponse {
    var changed = switches
    do throws(SampleSwitches.Refusal) {
      for (name, value) in query.items { try changed.set(name, to: value) }
    } catch {
      return Self.refusal(400, error.description, &served)
    }
    switches = changed
    var object = JSONWriter()
    object.add("latency", Int(changed.latency / .milliseconds(1)))
    for endpoint in SampleEndpoint.allCases { object.add(endpoint.rawValue, changed.value(of: endpoint)) }
    served.remark = query.items.isEmpty ? nil : "switches set"
    return OriginResponse(bytes: object.finished() + [0x0A], contentType: "application/json")
  }

  private static func refusal(
    _ status: Int, _ reason: String, _ served: inout ServedRequest
  ) -> OriginResponse {
    served.remark = reason
    return OriginResponse(text: reason + "\n").with { $0.status = status }
  }
}
