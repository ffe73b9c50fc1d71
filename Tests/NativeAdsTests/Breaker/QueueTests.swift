import Foundation
import Glibc
import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@testable import NativeAds

@Suite(.serialized) struct BreakerQueue {
  private let folder = TemporaryFolder()
  private var path: String { "\(folder.path)/queue" }
  private var db: String { "\(path)/trackers.sqlite" }

  private func hit(_ n: Int) -> TrackerHit {
    TrackerHit(id: "id\(n)", url: "https://t.example/\(n)", event: .click, time: .milliseconds(1_700_000_000_000 + n))
  }
  private func open() -> SQLiteTrackerQueue? {
    do { return try SQLiteTrackerQueue(directory: path) } catch { print("   open:", error); return nil }
  }
  private func attempt(_ name: String, _ body: () throws -> Void) {
    let t = ContinuousClock().measure { do { try body() } catch { print("   \(name):", error) } }
    print("   \(name) took \(t)")
  }
  private func sh(_ s: String) { let p = Process(); p.executableURL = URL(fileURLWithPath: "/bin/bash"); p.arguments = ["-c", s]; try? p.run(); p.waitUntilExit() }

  @Test(arguments: [
    "rm $DB", "rm -f $DB-wal", "rm -f $DB-shm", "rm -f $DB-wal $DB-shm", "truncate -s 0 $DB", "truncate -s 0 $DB-wal",
    "head -c 20000 /dev/urandom > $DB", "head -c 20000 /dev/urandom > $DB-wal", "rm $DB; mkdir $DB", "rm -f $DB-wal; mkdir $DB-wal",
    "mv $DB $DB.x; ln -s $DB.x $DB", "echo secret > $P/../victim; rm -f $DB-wal; ln -s $P/../victim $DB-wal", "rm -f $DB-shm; ln -s /etc/passwd $DB-shm",
    "rm $DB; mkfifo $DB", "rm -f $DB-wal; mkfifo $DB-wal", "chmod 400 $DB", "chmod 500 $P", "rm -rf $P", "rm $P/lock", "rm $P/lock; mkfifo $P/lock",
    "rm $P/lock; mkdir $P/lock", "chmod 666 $DB", "truncate -s 100 $DB", "printf 'SQLite format 3' > $DB", "rm -rf $P; ln -s /nonexistent $P", "rm -rf $P; mkdir $P/; mkdir $DB.damaged; echo x > $DB"])
  func tamper(command: String) throws {
    print("== \(command)")
    let c = command.replacingOccurrences(of: "$P", with: path).replacingOccurrences(of: "$DB", with: db)
    do {
      let q = open()
      attempt("insert1") { _ = try q?.insert([hit(1)]) }
      print(" while open")
      sh(c)
      attempt("insert") { _ = try q?.insert([hit(2)]) }
      attempt("stored") { print("   ", try q?.storedHits().map(\.id) ?? []) }
      attempt("update") { try q?.update(removing: ["id1"], keeping: [hit(2)]) }
    }
    print(" after, before opening")
    for _ in 0..<2 {
      let q = open()
      print("   damage", q?.damage ?? "nil")
      attempt("stored") { print("   ", try q?.storedHits().map(\.id) ?? []) }
      attempt("insert") { _ = try q?.insert([hit(3 + Int.random(in: 0..<1000))]) }
    }
    sh("ls -la \(path) 2>&1 | tail -n +2; chmod -R u+rwX \(folder.path) 2>/dev/null; cat \(path)/../victim 2>/dev/null | head -c 60")
  }

  @Test(arguments: [
    "rm -f $DB-wal; ln -s $P/../victim $DB-wal; echo secret > $P/../victim", "rm -f $DB-shm; ln -s $P/../victim $DB-shm; echo secret > $P/../victim",
    "rm -f $DB-wal; mkdir $DB-wal", "mkfifo $DB-wal2; rm -f $DB-wal; mkfifo $DB-wal", "rm -f $DB-shm; mkdir $DB-shm", "mkfifo $DB-journal", "head -c 5000 /dev/urandom > $DB-journal", "head -c 50000 /dev/urandom > $DB-wal", "chmod 644 $DB"])
  func before(command: String) throws {
    print("== before: \(command)")
    do { let q = open(); _ = try q?.insert([hit(1)]) }
    sh(command.replacingOccurrences(of: "$P", with: path).replacingOccurrences(of: "$DB", with: db))
    attempt("open") {
      let q = open()
      print("   damage", q?.damage ?? "nil")
      print("   ", try q?.storedHits().map(\.id) ?? [])
      _ = try q?.insert([hit(2)])
      print("   ", try q?.storedHits().map(\.id) ?? [])
    }
    sh("ls -la \(path) | tail -n +4; cat \(path)/../victim 2>/dev/null | head -c 60")
  }

  @MainActor @Test func attemptsOverflowInTheFile() throws {
    do { let q = open(); _ = try q?.insert([hit(1), hit(2)]) }
    let c = try SQLiteConnection(path: db, busyMilliseconds: 100)
    try c.run("UPDATE hits SET attempts = 9223372036854775807, time = 9223372036854775807 WHERE number = 1")
    try c.run("UPDATE hits SET attempts = -9223372036854775808, time = -9223372036854775808 WHERE number = 2")
    let ex = ManualExecutor()
    let fixture = AdFixture { $0.storeExecutor = ex }
    let q = try #require(open())
    let sender = TrackerSender(pipeline: fixture.pipeline, queue: q)
    sender.onOutcome = { print("   outcome", $0.id, $1) }
    sender.resume()
    for _ in 0..<10 {
      repeat { fixture.settle() } while ex.runNext()
      for t in fixture.transport.activeTransfers { t.fail(.timedOut, phase: .headers) }
      fixture.scheduler.advance(by: .seconds(100))
    }
    print("   pending", sender.pendingCount)
  }

  @MainActor @Test func hundredThousandRows() throws {
    do { let q = open(); _ = try q?.insert([hit(1)]) }
    let c = try SQLiteConnection(path: db, busyMilliseconds: 100)
    try c.transaction { () throws(SQLiteFailure) in
      for n in 10..<100_010 { try c.run("INSERT INTO hits(id,event,url,time,attempts) VALUES (?1,?2,?3,?4,0)", .blob(Array("i\(n)".utf8)), .blob(Array("click".utf8)), .blob(Array("https://t.example/\(n)".utf8)), .integer(Int64(Date().timeIntervalSince1970 * 1000))) }
    }
    var q: SQLiteTrackerQueue?
    attempt("open 100k") { q = open() }
    attempt("stored 100k") { print(try q?.storedHits().count ?? -1) }
    attempt("insert 100k") { print(try q?.insert([hit(5_000_000)]).count ?? -1) }
    attempt("stored") { print(try q?.storedHits().count ?? -1) }
  }

  @Test func fullDisk() throws {
    let m = "\(folder.path)/m"
    sh("mkdir -p \(m) && mount -t tmpfs -o size=200k tmpfs \(m)")
    defer { sh("umount \(m)") }
    var q: SQLiteTrackerQueue?
    do { q = try SQLiteTrackerQueue(directory: m + "/q") } catch { print("open", error) }
    var n = 0
    while n < 5000 { do { _ = try q?.insert([hit(n)]); n += 1 } catch { print("   full at", n, error); break } }
    attempt("update") { try q?.update(removing: (0..<n).map { "id\($0)" }, keeping: []) }
    attempt("insert after") { _ = try q?.insert([hit(9999)]) }
    attempt("stored") { print(try q?.storedHits().count ?? -1) }
    q = nil
    do { q = try SQLiteTrackerQueue(directory: m + "/q") } catch { print("   reopen", error) }
    attempt("stored") { print(try q?.storedHits().count ?? -1, q?.damage ?? "nil") }
    sh("df \(m) | tail -1; ls -la \(m)/q")
    q = nil
    sh("dd if=/dev/zero of=\(m)/fill bs=1k 2>/dev/null")
    do { q = try SQLiteTrackerQueue(directory: m + "/q2"); print("   q2 opened") } catch { print("   q2", error) }
    q = nil
    sh("rm \(m)/fill")
    do { q = try SQLiteTrackerQueue(directory: m + "/q2"); print("   q2 after", q?.damage ?? "nil") } catch { print("   q2", error) }
  }
}
