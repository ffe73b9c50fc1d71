import Foundation
import Testing

/// nginx with a certificate of its own, speaking HTTP/2 and HTTP/1.1 over TLS; serves one folder.
final class SecureServer {
  /// The programs it needs that are not installed.
  static let missingPrograms = ["/usr/sbin/nginx", "/usr/bin/openssl"].filter {
    !FileManager.default.isExecutableFile(atPath: $0)
  }

  let port: UInt16
  let certificatePath: String
  private let folder: String
  private let process: Process

  struct Failure: Error {
    var text: String
  }

  /// - Parameter settings: lines for the `server` block.
  init(http2: Bool = true, settings: String = "") throws {
    folder = FileManager.default.temporaryDirectory.path + "/nginx-\(UUID().uuidString)"
    certificatePath = folder + "/certificate.pem"
    port = try Self.freePort()
    try FileManager.default.createDirectory(atPath: folder + "/files", withIntermediateDirectories: true)
    try Self.run(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj",
        "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout",
        folder + "/key.pem", "-out",
        certificatePath,
      ])
    let configuration = """
      daemon off; master_process off; pid \(folder)/pid; error_log \(folder)/error.log;
      events { worker_connections 512; }
      http {
        log_format c '$connection $server_protocol $status $uri'; access_log \(folder)/access.log c;
        client_body_temp_path \(folder)/t1; proxy_temp_path \(folder)/t2; fastcgi_temp_path \(folder)/t3;
        uwsgi_temp_path \(folder)/t4; scgi_temp_path \(folder)/t5;
        server {
          listen 127.0.0.1:\(port) ssl\(http2 ? " http2" : ""); server_name localhost; root \(folder)/files;
          ssl_certificate \(certificatePath); ssl_certificate_key \(folder)/key.pem;
          \(settings)
        }
      }
      """
    try configuration.write(toFile: folder + "/nginx.conf", atomically: true, encoding: .utf8)
    process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/sbin/nginx")
    process.arguments = ["-c", folder + "/nginx.conf", "-e", folder + "/error.log"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    let port = port
    guard ProcessFacts.wait(until: { Self.connects(to: port) }) else {
      throw Failure(
        text: (try? String(contentsOfFile: folder + "/error.log", encoding: .utf8)) ?? "nginx did not start")
    }
  }

  deinit { stop() }

  func stop() {
    // A child of a dispatch thread has most signals blocked, SIGTERM too.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  func url(_ path: String) -> String { "https://localhost:\(port)\(path)" }

  func add(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: folder + "/files/" + name))
  }

  /// One line a request: connection, protocol, status, path.
  var log: [[Substring]] {
    let text = (try? String(contentsOfFile: folder + "/access.log", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { $0.split(separator: " ") }
      .filter { $0.count == 4 && $0[1].hasPrefix("HTTP/") && $0[0].allSatisfy(\.isNumber) }
  }

  private static func run(_ path: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw Failure(text: "\(path) failed") }
  }

  private static func withLoopback<Result>(
    _ port: UInt16, _ body: (CInt, UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    address.sin_port = port.bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func connects(to port: UInt16) -> Bool { withLoopback(port) { connect($0, $1, $2) == 0 } }

  private static func freePort() throws -> UInt16 {
    let port = withLoopback(0) { descriptor, address, length -> UInt16 in
      var bound = sockaddr_in()
      var size = length
      guard bind(descriptor, address, length) == 0 else { return 0 }
      withUnsafeMutablePointer(to: &bound) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &size) }
      }
      return UInt16(bigEndian: bound.sin_port)
    }
    guard port != 0 else { throw Failure(text: "no port is free") }
    return port
  }
}
