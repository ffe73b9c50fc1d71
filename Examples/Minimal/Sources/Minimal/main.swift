// A picture in five lines. The source is a URL, or a path where local sources are allowed, as here.
import LazyMedia

var transport = HTTPTransportConfiguration()
transport.allowsLocalSources = true
let pipeline = MediaPipeline(
  configuration: MediaPipelineConfiguration(transport: HTTPTransport(configuration: transport)))
let box = DecodeTarget(size: PixelSize(width: 300, height: 300))
let source = CommandLine.arguments.last ?? ""
let image = try await pipeline.image(for: MediaRequest(url: source, target: box))
print("\(image.info.format) of \(image.info.displaySize), shown at \(image.size)")
