import OriginServer
import SampleFeed

/// `lazymedia serve`: answers as an ad server on the loopback.
struct ServeCommand: Sendable {
  private let server: SampleAdServer
  private let output: ServeOutput

  /// Opens the log and the port.
  init(settings: Settings) throws(UsageError) {
    output = try ServeOutput(isJSON: settings.isJSON, logPath: settings.logPath)
    var switches = settings.faults
    switches.latency = settings.latency ?? .zero
    do throws(OriginError) {
      server = try SampleAdServer(port: UInt16(clamping: settings.port), switches: switches) { [output] in
        output.tell($0)
      }
    } catch {
      let reason = if case .systemCall(_, let code) = error { "\(SystemError(code))" } else { "\(error)" }
      throw UsageError(
        message: "cannot listen on 127.0.0.1:\(settings.port): \(reason)", concernsSystem: true)
    }
  }

  /// Serves until the Swift task is cancelled, or standard output takes nothing any more.
  @Sendable func run() async -> ExitStatus {
    output.begin(at: server.origin.baseURL)
    await output.waitForEnd()
    server.stop()
    return output.conclude(server)
  }
}
