import Glibc
import Locking
import Testing

@testable import MediaTransport

@Suite struct LocalTransferTests {
  private let temporary: TemporaryFolder
  private let transport: HTTPTransport

  init() throws {
    temporary = try TemporaryFolder()
    var configuration = HTTPTransportConfiguration()
    configuration.allowsLocalSources = true
    transport = HTTPTransport(configuration: configuration)
  }

  private func fetch(_ url: String, maximumBytes: Int = 1 << 20) -> Recorder.Record {
    let recorder = Recorder()
    _ = transport.start(TransportRequest(url: url, maximumBytes: maximumBytes), receiver: recorder)
    let record = recorder.result()
    #expect(record.terminals == 1)
    return record
  }

  private var folder: String { temporary.path }

  private func write(_ name: String, _ bytes: [UInt8]) -> String { temporary.write(name, bytes) }

  @Test func fileArrivesInPiecesWithItsLength() {
    let bytes = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let path = write("a b.bin", bytes)
    for url in [
      path, "file://" + path.replacing(" ", with: "%20"), "FILE://localhost" + path, "file:" + path,
    ] {
      let record = fetch(url)
      #expect(record.bytes == bytes)
      #expect(record.pieces == 3)
      #expect(record.responses.first?.expectedBytes == 150_000)
      #expect(record.responses.first?.status == nil)
      #expect(record.summary?.bytes == 150_000)
      #expect(record.summary?.timings.lastByte != nil)
    }
  }

  @Test func emptyFileFinishesWithNothing() {
    let record = fetch(write("empty", []))
    #expect(record.summary?.bytes == 0)
    #expect(record.bytes.isEmpty)
  }

  @Test func fileOfTheKernelArrivesWithoutALength() {
    let record = fetch("/proc/self/status")
    #expect(record.summary != nil)
    #expect(record.responses.first?.expectedBytes == nil)
    #expect(!record.bytes.isEmpty)
  }

  @Test func dataURLArrives() {
    let record = fetch("data:image/png;base64,Zm9vYmFy")
    #expect(String(decoding: record.bytes, as: UTF8.self) == "foobar")
    #expect(record.responses.first?.header("content-type") == "image/png")
    #expect(record.responses.first?.expectedBytes == 6)
  }

  @Test func missingFileDirectoryAndUnreadableFileAreTypedErrors() throws {
    for path in [
      folder + "/none", folder, folder + "/none/below", folder + "/" + String(repeating: "x", count: 5_000),
    ] {
      let error = try #require(fetch(path).error)
      #expect(error.code == .unreadableFile)
      #expect(error.phase == .request)
      #expect(!error.message.isEmpty)
    }
    #expect(fetch(folder + "/none").error?.message.contains("no such file") == true)
    #expect(fetch(folder).error?.message.contains("directory") == true)
  }

  @Test func pipesAndDevicesAreRefusedAtOnce() throws {
    let pipe = folder + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, "/dev/zero", "/dev/null", "/dev/tty", "file://" + pipe] {
      #expect(fetch(path).error?.code == .unreadableFile)
    }
  }

  @Test func fileOverTheLimitIsTooLargeBeforeItIsRead() {
    let path = write("large", [UInt8](repeating: 1, count: 1_001))
    let record = fetch(path, maximumBytes: 1_000)
    #expect(record.error?.code == .tooLarge)
    #expect(record.responses.isEmpty)
    #expect(fetch(path, maximumBytes: 1_001).summary?.bytes == 1_001)
    #expect(fetch("data:,12345", maximumBytes: 4).error?.code == .tooLarge)
  }

  @Test(arguments: [
    "file://elsewhere/a", "file:relative", "file:", "file:///a%00b", "file:///a%zz", "", "data:no-comma",
    "data:;base64,!",
  ])
  func brokenLocalURLIsInvalid(url: String) {
    #expect(fetch(url).error?.code == .invalidURL)
  }

  @Test(arguments: ["file:///etc/hostname", "data:,x", "/etc/hostname", "./a"])
  func localSourcesAreRefusedUnlessAllowed(url: String) {
    let recorder = Recorder()
    _ = HTTPTransport().start(TransportRequest(url: url), receiver: recorder)
    let record = recorder.result()
    #expect(record.error?.code == .schemeNotAllowed)
    #expect(record.bytes.isEmpty)
  }

  @Test func cancelledReadEndsBetweenPieces() throws {
    let path = write("three pieces", [UInt8](repeating: 1, count: 150_000))
    let handle = Lock<(any TransportTransfer)?>(nil)
    let first = Recorder(onBytes: { _ in handle.withLock { $0 }?.cancel() })
    transport.setAdmission(isOpen: false)
    let transfer = transport.start(TransportRequest(url: path), receiver: first)
    handle.withLock { $0 = transfer }
    let second = Recorder()
    _ = transport.start(TransportRequest(url: path), receiver: second)
    transport.setAdmission(isOpen: true)
    #expect(second.result().summary != nil)
    #expect(first.now.pieces == 1)
    #expect(first.now.terminals == 0)
  }

  @Test func closedAdmissionHoldsFilesBackAndUrgentOnesGoFirst() {
    let path = write("file", [1])
    transport.setAdmission(isOpen: false)
    let order = Lock<[String]>([])
    let names: [(String, TransportPriority)] = [
      ("low", .low), ("high", .high), ("raised", .veryLow), ("cancelled", .veryHigh),
    ]
    var transfers: [any TransportTransfer] = []
    let recorders = names.map { name, priority in
      let recorder = Recorder(onEnd: { order.withLock { $0.append(name) } })
      transfers.append(transport.start(TransportRequest(url: path, priority: priority), receiver: recorder))
      return recorder
    }
    transfers[2].setPriority(.veryHigh)
    transfers[3].cancel()
    #expect(order.withLock { $0 }.isEmpty)
    transport.setAdmission(isOpen: true)
    for recorder in recorders.prefix(3) { _ = recorder.result() }
    #expect(order.withLock { $0 } == ["raised", "high", "low"])
    #expect(recorders[3].now.terminals == 0)
  }
}
