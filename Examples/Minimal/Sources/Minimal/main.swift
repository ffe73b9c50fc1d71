// A picture at the size that it is shown. The source is a URL, or a path where local sources are allowed, as here:
//
//     swift run --package-path Examples/Minimal Minimal TestImages/media/media-01.jpg
import Glibc
import LazyMedia

guard CommandLine.arguments.count == 2 else {
  print("usage: Minimal URL-OR-PATH")
  exit(64)
}

var transport = HTTPTransportConfiguration()
transport.allowsLocalSources = true
let configuration = MediaPipelineConfiguration(transport: HTTPTransport(configuration: transport))
let pipeline = MediaPipeline(configuration: configuration)

let box = DecodeTarget(size: PixelSize(width: 300, height: 300))
do {
  let image = try await pipeline.image(for: MediaRequest(url: CommandLine.arguments[1], target: box))
  print("\(image.info.format) of \(image.info.displaySize), shown at \(image.size)")
} catch {
  print(error)
  exit(1)
}
