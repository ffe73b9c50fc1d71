import Foundation
import Locking
import OriginServer
import SeededRandom
import Testing

@testable import MediaTransport

@Suite(
  .serialized,
  .enabled(
    if: SecureServer.missingPrograms.isEmpty,
    "not installed: \(SecureServer.missingPrograms.joined(separator: ", "))"))
struct SecureTests {
  private func transport(
    _ server: SecureServer, _ change: (inout HTTPTransportConfiguration) -> Void = { _ in }
  )
    -> HTTPTransport
  {
    .forTests {
      $0.caBundlePath = server.certificatePath
      change(&$0)
    }
  }

  // FAULTS h2 (curl#1041, #736)
  @Test func allRequestsToAHostThatMultiplexesShareOneConnection() throws {
    let server = try SecureServer()
    let bytes = OriginResponse.pattern(20_000)
    try server.add("a", bytes)
    let transport = transport(server)
    let recorders = (0..<150).map { _ in Recorder() }
    for recorder in recorders { _ = transport.begin(server.url("/a"), recorder) }
    for recorder in recorders {
      let record = recorder.result()
      #expect(record.bytes == bytes)
      #expect(record.summary?.attempts == 1)
    }
    #expect(ProcessFacts.wait { server.log.count == 150 })
    #expect(Set(server.log.map { $0[0] }).count == 1)
    #expect(Set(server.log.map { $0[1] }) == ["HTTP/2.0"])
  }

  // FAULTS h2 (curl#2416)
  @Test func connectionThatGoesAwayAfterSomeRequestsLosesNone() throws {
    let server = try SecureServer(settings: "keepalive_requests 20;")
    try server.add("a", OriginResponse.pattern(3_000))
    let transport = transport(server)
    let recorders = (0..<200).map { _ in Recorder() }
    for recorder in recorders {
      _ = transport.begin(server.url("/a"), recorder) { $0.retryPolicy.maximumRetries = 5 }
    }
    for recorder in recorders { #expect(recorder.result().summary?.bytes == 3_000) }
  }

  // FAULTS h2 (curl#6826)
  @Test func serverWithFewStreamsServesAll() throws {
    let server = try SecureServer(settings: "http2_max_concurrent_streams 3;")
    try server.add("a", OriginResponse.pattern(3_000))
    let transport = transport(server)
    let recorders = (0..<60).map { _ in Recorder() }
    for recorder in recorders { _ = transport.begin(server.url("/a"), recorder) }
    for recorder in recorders { #expect(recorder.result().summary?.bytes == 3_000) }
  }

  @Test func cancelledStreamLeavesTheConnectionToOthers() throws {
    let server = try SecureServer()
    try server.add("large", OriginResponse.pattern(8_000_000))
    try server.add("small", [1])
    let transport = transport(server)
    let handle = Lock<(any TransportTransfer)?>(nil)
    transport.setAdmission(isOpen: false)
    let cancelled = Recorder(keepsBytes: false, onBytes: { _ in handle.withLock { $0 }?.cancel() })
    let transfer = transport.begin(server.url("/large"), cancelled)
    handle.withLock { $0 = transfer }
    transport.setAdmission(isOpen: true)
    #expect(ProcessFacts.wait { cancelled.now.pieces > 0 })
    #expect(transport.fetch(server.url("/small")).summary?.bytes == 1)
    #expect(transport.fetch(server.url("/missing")).error?.status == 404)
    #expect(transport.fetch(server.url("/small")).summary?.bytes == 1)
    #expect(ProcessFacts.wait { server.log.count == 4 })
    #expect(Set(server.log.map { $0[0] }).count == 1)
    #expect(cancelled.now.terminals == 0)
  }

  @Test func stormOfStreamsLeavesNothing() throws {
    let server = try SecureServer()
    try server.add("a", OriginResponse.pattern(30_000))
    let transport = transport(server) { $0.idleLifetime = .milliseconds(20) }
    var random = SeededGenerator(seed: 7)
    var running: [(any TransportTransfer, Recorder, Bool)] = []
    for index in 0..<1_000 {
      let recorder = Recorder(keepsBytes: false)
      running.append((transport.begin(server.url("/a"), recorder), recorder, false))
      if Bool.random(using: &random) {
        let victim = Int.random(in: max(0, index - 60)...index, using: &random)
        running[victim].0.cancel()
        running[victim].2 = true
      }
    }
    for (_, recorder, isCancelled) in running where !isCancelled {
      #expect(recorder.result(within: 60).summary?.bytes == 30_000)
    }
    #expect(ProcessFacts.wait { ProcessFacts.connections(to: server.port) == 0 })
  }

  @Test func priorityOfARunningStreamMayChange() throws {
    let server = try SecureServer()
    try server.add("a", OriginResponse.pattern(2_000_000))
    let transport = transport(server)
    let recorder = Recorder(keepsBytes: false)
    let transfer = transport.begin(server.url("/a"), recorder)
    for priority in TransportPriority.allCases { transfer.setPriority(priority) }
    #expect(recorder.result().summary?.bytes == 2_000_000)
  }

  @Test func serverWithoutHTTP2IsServedByHTTP1() throws {
    let server = try SecureServer(http2: false)
    try server.add("a", OriginResponse.pattern(3_000))
    let transport = transport(server)
    let recorders = (0..<30).map { _ in Recorder() }
    for recorder in recorders { _ = transport.begin(server.url("/a"), recorder) }
    for recorder in recorders { #expect(recorder.result().summary?.bytes == 3_000) }
    #expect(Set(server.log.map { $0[0] }).count <= 6)
  }

  @Test func certificateThatNobodyVouchesForIsRefused() throws {
    let server = try SecureServer()
    try server.add("a", [1])
    let folder = try TemporaryFolder()
    let bundle = folder.write("bundle.pem", StrangerCertificate.pem.utf8)
    let record = HTTPTransport.forTests { $0.caBundlePath = bundle }.fetch(server.url("/a"))
    let error = try #require(record.error)
    #expect(error.code == .tlsFailed)
    #expect(error.phase == .tls)
    #expect(error.attempt == 1)
    #expect(error.message.contains("certificate"))
    #expect(record.bytes.isEmpty)
  }

  // FAULTS curl teardown (corelibs-foundation#5469)
  @Test func processMayExitWhileTransfersRun() async {
    await #expect(processExitsWith: .success) {
      let server = try SecureServer()
      try server.add("a", OriginResponse.pattern(3_000_000))
      let configuration = server.certificatePath
      let transport = HTTPTransport.forTests { $0.caBundlePath = configuration }
      let first = Recorder(keepsBytes: false)
      var recorders = [first]
      _ = transport.begin(server.url("/a"), first)
      for _ in 0..<20 {
        let recorder = Recorder(keepsBytes: false)
        recorders.append(recorder)
        _ = transport.begin(server.url("/a"), recorder)
      }
      _ = ProcessFacts.wait { first.now.pieces > 0 }
      server.stop()
      exit(0)
    }
  }
}
