import Foundation
import Glibc
import LazyMedia
import Testing

@testable import LazyMediaCommand

/// `lazymedia serve --json`, run as a process of its own.
struct ServeProcess {
  let process: CommandProcess
  /// Where it listens.
  let url: String
  private let transport = HTTPTransport()

  /// Starts it, and waits until it listens.
  init(_ options: String...) async throws {
    process = try CommandProcess(["serve", "--json"] + options)
    try await waitUntil { [process] in process.outputSoFar.contains("\n") }
    let line = process.outputSoFar.prefix { $0 != "\n" }
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    url = try #require(object?["url"] as? String)
  }

  /// The body at a path. Throws a `TransportError`, also for a status that is no success.
  @discardableResult
  func get(_ path: String) async throws -> [UInt8] {
    try await WholeDocument.bytes(at: url + path, limit: 1 << 20, timeout: .seconds(20), over: transport)
  }

  /// The body as an object.
  func object(_ path: String) async throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(try await get(path))) as? [String: Any])
  }

  /// The log, an object a hit.
  func hits() async throws -> [[String: Any]] {
    try await get("/log").split(separator: 0x0A).map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    }
  }

  /// Ends it as a terminal does.
  func end(by signal: Int32 = SIGINT) async -> CommandProcess.Result {
    process.send(signal)
    return await process.result()
  }
}
