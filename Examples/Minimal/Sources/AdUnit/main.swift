// The ads of a unit, without a window, over an ad server of this machine: what a person sees before and after the ad is
// replaced, as two pictures in a folder that is there.
//
//     swift run --package-path Examples/Minimal AdUnit Output
import Foundation
import MediaCanvas
import SampleFeed

/// A person who looks at the page that an ad leads to, and comes back at once.
@MainActor final class Visitor: LinkOpener {
  func open(_ page: LandingPage) {
    print("visited \(page.url)")
    page.didOpen()
    page.didClose()
  }
}

do {
  guard CommandLine.arguments.count == 2 else {
    print("usage: AdUnit FOLDER")
    exit(64)
  }
  var options = NativeAdOptions()
  options.linkOpener = Visitor()
  options.renderingSetting.pixelFormat = .bgra8
  options.renderingSetting.alphaMode = .premultiplied
  let samples = try SampleAdServer()
  let unit = NativeAdUnit(
    unitID: SampleAdUnit.native.rawValue, chain: NativeAdSourceChain(direct: samples.network),
    options: options)

  let view = NativeAdView(mediaView: MediaView(), iconView: MediaView())
  let drawing = CanvasAdView(view, frame: LayoutRect(x: 16, y: 16, width: 320, height: 220), scale: 2)
  drawing.place(.media, in: LayoutRect(x: 0, y: 0, width: 320, height: 167), cornerRadius: 8)
  drawing.place(.icon, in: LayoutRect(x: 0, y: 180, width: 40, height: 40), cornerRadius: 8)
  drawing.place(.title, in: LayoutRect(x: 52, y: 180, width: 268, height: 20), as: CardText("", isBold: true))
  drawing.place(.body, in: LayoutRect(x: 52, y: 202, width: 268, height: 18), as: CardText("", fontSize: 12))
  let size = LayoutSize(width: 352, height: 252)
  let canvas = try MediaCanvas(size: size, scale: 2, background: drawing.palette[.background])
  canvas.add(drawing)
  func draw(_ name: String) throws {
    let path = "\(CommandLine.arguments[1])/\(name).png"
    try Data(try PNGEncoder().encode(canvas.render())).write(to: URL(fileURLWithPath: path))
    print("\(path): \(view.nativeAd?.title ?? "")")
  }

  let binder = try NativeAdViewBinder.Builder(view, required: [.media, .icon]).build()
  let (refreshes, continuation) = AsyncStream.makeStream(of: Bool.self)
  unit.subscribeRefreshEvents(
    onSuccess: { _ in continuation.yield(true) }, onFailure: { _ in continuation.yield(false) })
  binder.bind(unit)
  let first = try await unit.nextAd()
  try draw("before")
  binder.receiveClick(on: .media)
  guard await refreshes.first(where: { _ in true }) == true, unit.ad !== first else { exit(1) }
  try draw("after")
} catch {
  print(error)
  exit(1)
}
